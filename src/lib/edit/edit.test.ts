import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { addToJson } from "./add-to-json.ts";
import { addToToml } from "./add-to-toml.ts";
import { addToYaml } from "./add-to-yaml.ts";

const text = (edited: { text: string } | { cannot: string }) => ("text" in edited ? edited.text : edited.cannot);

describe("addToYaml", () => {
  const item = "name: new\ncommand: run # why\n";
  it.each<[when: string, before: string, after: string]>([
    ["the file is empty", "", "hooks:\n  stop:\n    - name: new\n      command: run # why\n"],
    ["there are only comments", "# mine\n", "# mine\n\nhooks:\n  stop:\n    - name: new\n      command: run # why\n"],
    [
      "there are other keys",
      "agents: {}",
      "agents: {}\n\nhooks:\n  stop:\n    - name: new\n      command: run # why\n",
    ],
    [
      "the event is not there",
      "hooks: # all\n    # first\n    turn_end:\n    - z\nx: 1\n",
      "hooks: # all\n    stop:\n      - name: new\n        command: run # why\n    # first\n    turn_end:\n    - z\nx: 1\n",
    ],
    [
      "hooks has no value yet",
      "hooks:\n# end\n",
      "hooks:\n  stop:\n    - name: new\n      command: run # why\n# end\n",
    ],
    [
      "the event has no value yet",
      "hooks:\n  stop:\nx: 1\n",
      "hooks:\n  stop:\n    - name: new\n      command: run # why\nx: 1\n",
    ],
    [
      "the list has items, comments and a block text",
      "hooks:\n  stop:\n  - name: a\n    command: |\n      one\n\n  # b is next\n  - name: b   # last\n  # after\n\nx: 1\n",
      "hooks:\n  stop:\n  - name: a\n    command: |\n      one\n\n  # b is next\n  - name: b   # last\n  - name: new\n    command: run # why\n  # after\n\nx: 1\n",
    ],
    [
      "the last item ends in a block text at the end of the file",
      "hooks:\n  stop:\n    - command: |\n        one\n        two",
      "hooks:\n  stop:\n    - command: |\n        one\n        two\n    - name: new\n      command: run # why\n",
    ],
    [
      "lines end as on Windows",
      "hooks:\r\n  stop:\r\n    - a\r\n",
      "hooks:\r\n  stop:\r\n    - a\r\n    - name: new\r\n      command: run # why\r\n",
    ],
    [
      "an item is written in braces",
      "hooks:\n  stop:\n    - {name: a}\n",
      "hooks:\n  stop:\n    - {name: a}\n    - name: new\n      command: run # why\n",
    ],
  ])("when %s", (_when, before, after) => {
    expect(text(addToYaml(before, ["hooks", "stop"], item))).toBe(after);
  });

  it.each([
    ["the list is written in brackets", "hooks:\n  stop: [a]\n"],
    ["hooks is written in braces", "hooks: {}\n"],
    ["the whole file is", "{hooks: {stop: []}}\n"],
    ["the event is a single mapping", "hooks:\n  stop:\n    name: a\n"],
    ["the file has an end mark", "a: 1\n...\n"],
    ["two places share the list", "x: &all\n  - a\nhooks:\n  stop: *all\n"],
    ["it is a list", "- a\n"],
    ["it is no YAML", "a: [\n"],
  ])("leaves a file alone when %s", (_when, before) => {
    expect(addToYaml(before, ["hooks", "stop"], item)).toHaveProperty("cannot");
  });
});

describe("addToJson", () => {
  const item = { type: "command" };
  it.each<[when: string, before: string, after: string]>([
    [
      "the object is empty",
      "{}",
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "type": "command"\n      }\n    ]\n  }\n}',
    ],
    [
      "the event is not there",
      '{\n\t"hooks": {\n\t\t"A": [1, 2]\n\t},\n\t"x": "}"\n}\n',
      '{\n\t"hooks": {\n\t\t"A": [1, 2],\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"type": "command"\n\t\t\t}\n\t\t]\n\t},\n\t"x": "}"\n}\n',
    ],
    [
      "the list has items",
      '{ "hooks": {\n    "Stop": [\n      {"a": "]\\""}\n    ]\n  } }',
      '{ "hooks": {\n    "Stop": [\n      {"a": "]\\""},\n        {\n            "type": "command"\n        }\n    ]\n  } }',
    ],
    ["all is on one line", '{"hooks":{"Stop":[{"a":1}]}}', '{"hooks":{"Stop":[{"a":1}, { "type": "command" }]}}'],
    [
      "the list is empty",
      '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "type": "command"\n      }\n    ]\n  }\n}\n',
    ],
    [
      "lines end as on Windows and a mark stands first",
      '\uFEFF{\r\n  "hooks": {}\r\n}\r\n',
      '\uFEFF{\r\n  "hooks": {\r\n    "Stop": [\r\n      {\r\n        "type": "command"\r\n      }\r\n    ]\r\n  }\r\n}\r\n',
    ],
  ])("when %s", (_when, before, after) => {
    expect(text(addToJson(before, ["hooks", "Stop"], item))).toBe(after);
  });

  it.each([
    ["the event is a single object", '{"hooks":{"Stop":{"type":"command"}}}'],
    ["hooks is a list", '{"hooks":[]}'],
    ["it is no object", "[]"],
    ["it is no JSON", '{"hooks":'],
  ])("leaves a file alone when %s", (_when, before) => {
    expect(addToJson(before, ["hooks", "Stop"], item)).toHaveProperty("cannot");
  });
});

describe("addToToml", () => {
  const path = ["hooks", "declarations"];
  const block = '[[hooks.declarations]]\nname = "new"\n';
  it.each<[when: string, before: string, after: string]>([
    ["the file is empty", "", block],
    ["a comment ends it", "# mine", `# mine\n\n${block}`],
    [
      "there are hooks",
      '[[hooks.declarations]]\nname = "a" # a\n',
      `[[hooks.declarations]]\nname = "a" # a\n\n${block}`,
    ],
    [
      "the last hook has a table of its own",
      '[[hooks.declarations]]\nname = "a"\n[hooks.declarations.matcher]\nx = "y"\n',
      `[[hooks.declarations]]\nname = "a"\n[hooks.declarations.matcher]\nx = "y"\n\n${block}`,
    ],
    ["lines end as on Windows", "[hooks]\r\n", '[hooks]\r\n\r\n[[hooks.declarations]]\r\nname = "new"\r\n'],
  ])("when %s", (_when, before, after) => {
    expect(text(addToToml(before, path, block))).toBe(after);
  });

  it.each([
    ["the list is written in brackets", "[hooks]\ndeclarations = []\n"],
    ["hooks is written in braces", "hooks = {}\n"],
    ["it is no TOML", "a = \n"],
  ])("leaves a file alone when %s", (_when, before) => {
    expect(addToToml(before, path, block)).toHaveProperty("cannot");
  });
});

describe("an addition", () => {
  const key = fc.constantFrom("hooks", "other", "a b", "x");
  const leaf = fc.oneof(fc.string({ unit: "grapheme-ascii", maxLength: 8 }), fc.integer(), fc.boolean());
  const list = fc.array(fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 2 })), { maxLength: 3 });
  const document = fc.dictionary(key, fc.oneof(leaf, list, fc.dictionary(fc.constantFrom("stop", "y"), list)), {
    maxKeys: 4,
  });

  it("to JSON keeps every byte of the rest, however it is laid out", () => {
    fc.assert(
      fc.property(document, fc.constantFrom("", " ", "\t", "    "), fc.boolean(), (value, indent, isWindows) => {
        const plain = JSON.stringify(value, null, indent);
        const before = isWindows ? plain.replaceAll("\n", "\r\n") : plain;
        const edited = addToJson(before, ["hooks", "stop"], { name: "new" });
        return "cannot" in edited || isInsertion(before, edited.text);
      }),
    );
  });

  it("to YAML keeps every byte of the rest, comments included", () => {
    const remark = fc.constantFrom("", " # why", "\n# alone\n");
    fc.assert(
      fc.property(document, fc.array(remark, { minLength: 30, maxLength: 30 }), (value, remarks) => {
        const lines = dump(value).split("\n");
        // A remark within a text over several lines would be part of it.
        const isPlain = !lines.some((line) => /[|>]-?$|['"]/.test(line));
        const before = isPlain
          ? lines.map((line, at) => (line === "" ? line : line + (remarks[at] ?? ""))).join("\n")
          : lines.join("\n");
        const edited = addToYaml(before, ["hooks", "stop"], "name: new\n");
        return "cannot" in edited || isInsertion(before, edited.text);
      }),
    );
  });
});

/** Whether `after` is `before` with one piece of text put in somewhere. */
function isInsertion(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  return after.endsWith(before.slice(start));
}
