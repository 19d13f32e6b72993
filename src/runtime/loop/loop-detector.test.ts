import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLoopDetector, type SeenCall } from "./loop-detector.ts";

type Batch = readonly SeenCall[];

const call = (name: string, args: unknown = {}): SeenCall => ({
  name,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
  isPolling: false,
});
const shell = (cmd: string) => call("shell", { cmd });
const look = (id = "task-1"): SeenCall => ({ ...call("view_background_agent", { id }), isPolling: true });
const times = (count: number, ...batch: Batch): Batch[] => Array.from({ length: count }, () => batch);

/** At which batches the detector trips, counted from 1. */
const trips = (batches: readonly Batch[], options?: { threshold: number }): number[] => {
  const detector = createLoopDetector(options);
  return batches.flatMap((batch, at) => (detector.sees(batch) ? [at + 1] : []));
};

describe("the detector of endless loops", () => {
  it.each<[what: string, batches: Batch[], expected: number[]]>([
    ["four times the same are not yet a loop", times(4, shell("ls")), []],
    ["five times the same are", times(5, shell("ls")), [5]],
    ["it begins anew after it has tripped", times(12, shell("ls")), [5, 10]],
    ["another batch in between begins anew", [...times(4, shell("ls")), [shell("pwd")], ...times(4, shell("ls"))], []],
    ["other arguments are another batch", ["a", "b", "c", "d", "e"].map((cmd) => [shell(cmd)]), []],
    ["another tool with the same arguments is another batch", [...times(4, call("a")), ...times(4, call("b"))], []],
    [
      "the order of keys does not matter",
      [...times(3, call("edit", '{"path":"a","text":"b"}')), ...times(2, call("edit", '{ "text": "b", "path": "a" }'))],
      [5],
    ],
    [
      "nor deep inside",
      [
        ...times(3, call("edit", { edits: [{ from: { a: 1, b: [{ c: 1, d: 2 }] } }] })),
        ...times(2, call("edit", '{"edits":[{"from":{"b":[{"d":2,"c":1}],"a":1}}]}')),
      ],
      [5],
    ],
    ["the order of a list does", [...times(3, call("a", [1, 2])), ...times(2, call("a", [2, 1]))], []],
    ["no arguments are the same as an empty object", [...times(3, call("a", "")), ...times(2, call("a", " {} "))], [5]],
    ["a batch of several calls counts as one", times(5, shell("ls"), shell("pwd")), [5]],
    [
      "one that is longer or in another order is another batch",
      [...times(3, shell("a"), shell("b")), ...times(3, shell("b"), shell("a")), ...times(3, shell("a"))],
      [],
    ],
    ["tools that only look are exempt", times(20, look()), []],
    ["a batch with a look and something else counts", times(5, look(), shell("ls")), [5]],
    [
      "however many looks it has",
      [...times(3, shell("ls"), look("task-1")), ...times(2, shell("ls"), look("task-2"), look("task-3"))],
      [5],
    ],
    [
      "looks in between hide nothing",
      Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? [shell("ls")] : [look(`task-${at}`)])),
      [9],
    ],
    ["arguments that are no JSON are compared as they are", times(5, call("a", '{"cut off')), [5]],
    ["an empty batch is nothing", [...times(4, shell("ls")), [], [shell("ls")]], [6]],
  ])("docker §10.68: %s", (_what, batches, expected) => {
    expect(trips(batches)).toEqual(expected);
  });

  it.each([
    [1, [1, 2, 3, 4]],
    [2, [2, 4]],
    [3, [3]],
    [0, []],
  ])("docker §10.68: a threshold of %i trips at %j", (threshold, expected) => {
    expect(trips(times(4, shell("ls")), { threshold })).toEqual(expected);
  });

  it("tells a key apart from what looks like our own way of writing it", () => {
    const batches = [...times(3, call("a", { b: 1 })), ...times(3, call("a", { entries: [["b", 1]] }))];
    expect(trips(batches)).toEqual([]);
  });

  it("does not mind nesting that no stack can hold", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(trips(times(5, call("a", deep)))).toEqual([5]);
  });

  it("sees the same in every spelling of the same arguments, and only then", () => {
    const reversed = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(reversed);
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const respelled = JSON.stringify(reversed(JSON.parse(JSON.stringify(one))), null, 2);
        expect(trips([[call("a", JSON.stringify(one))], [call("a", respelled)]], { threshold: 2 })).toEqual([2]);
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        const found = trips([[call("a", JSON.stringify(one))], [call("a", JSON.stringify(other))]], { threshold: 2 });
        expect(found).toEqual(isSame ? [2] : []);
      }),
    );
  });
});

/** What JSON makes of a value, its keys in order. */
function sorted(value: unknown): unknown {
  const written: unknown = JSON.parse(JSON.stringify(value));
  const walk = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return ["list", ...part.map(walk)];
    const keys = Object.keys(part).sort();
    return ["object", ...keys.map((key) => [key, walk((part as Record<string, unknown>)[key])])];
  };
  return walk(written);
}
