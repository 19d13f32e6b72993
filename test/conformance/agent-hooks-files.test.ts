import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promptBlock, promptEntries } from "../../src/dialects/agent-hooks/prompt.ts";
import type { Hook } from "../../src/engine/hook.ts";
import { userHooksFolder } from "../../src/sources/load-agent-hooks.ts";
import type { LoadedHooks } from "../../src/sources/load-hooks.ts";
import { validateHookDirectory } from "../../src/sources/validate-hook-directory.ts";
import { codesOf, type HookDirectory, hookMd, hooksTree } from "./agent-hooks.ts";

/** Loads one hook of a workspace. */
function load(hook: HookDirectory, name = "a-hook"): LoadedHooks {
  return hooksTree({ [name]: hook }).load();
}

/** Loads one HOOK.md as it is written. */
const loadText = (text: string) => load({ hook: text });

function only({ hooks }: LoadedHooks): Hook {
  expect(hooks).toHaveLength(1);
  return hooks[0] as Hook;
}

const namesOf = ({ hooks }: Pick<LoadedHooks, "hooks">) => hooks.map(({ name }) => name);

describe("HOOK.md", () => {
  it("agent-hooks F1: HOOK.md is found, hook.md with a warning, and of both the one in capitals", () => {
    const tree = hooksTree({ upper: {}, both: { hook: { description: "the upper one" } } });
    tree.write("workspace/.agents/hooks/both/hook.md", hookMd({ name: "both", description: "the lower one" }));
    tree.write("workspace/.agents/hooks/lower/hook.md", hookMd({ name: "lower" }));
    tree.write("workspace/.agents/hooks/lower/scripts/run.sh", "#!/bin/sh\n");
    tree.write("workspace/.agents/hooks/.logs/today.txt", "nothing");
    const loaded = tree.load();
    expect(loaded.hooks.map(({ name, metadata }) => [name, metadata.description])).toEqual([
      ["both", "the upper one"],
      ["lower", "A hook of a test."],
      ["upper", "A hook of a test."],
    ]);
    expect(codesOf(loaded)).toEqual(["warning AGENT_HOOK_FILE_NAME"]);
  });

  it.each([
    ["with LF", "\n", ""],
    ["with CRLF and a BOM", "\r\n", "\uFEFF"],
  ])("agent-hooks F2: the frontmatter is read, %s", (_when, newline, bom) => {
    const text = hookMd({ timeout: 500 }, "\n\n# Title\n\nTwo\nlines.\n\n").replaceAll("\n", newline);
    const loaded = loadText(bom + text);
    expect(only(loaded)).toMatchObject({ name: "a-hook", timeoutMs: 500, origin: { line: 2 } });
    expect(loaded.findings).toEqual([]);
  });

  it.each([
    ["no frontmatter", "# A hook\n", "AGENT_HOOK_FRONTMATTER_MISSING", 1],
    ["an unclosed one", "---\nname: x\n", "AGENT_HOOK_FRONTMATTER_UNCLOSED", 1],
    ["bad YAML", "---\nname: x\ndescription: [1\n---\n", "FILE_SYNTAX", 4],
    ["a list instead of a mapping", "---\n- name\n---\n", "FILE_SYNTAX", 2],
  ])("agent-hooks F3: %s is an error of its own", (_what, text, code, line) => {
    const { hooks, findings, broken } = loadText(text);
    expect(hooks).toEqual([]);
    expect(findings).toMatchObject([{ code, severity: "error", line }]);
    expect(broken).toMatchObject([{ name: "a-hook", dialect: "agent-hooks", line }]);
  });

  it.each([
    ["true", "async"],
    ["True", "async"],
    ["yes", "async"],
    ["1", "async"],
    ['"TRUE"', "async"],
    ["false", "sync"],
    ["no", "sync"],
    ["0", "sync"],
  ])("agent-hooks F4: async: %s is read as %s", (written, mode) => {
    const loaded = loadText(hookMd({}).replace("trigger:", `async: ${written}\ntrigger:`));
    expect(only(loaded).mode).toBe(mode);
    expect(loaded.findings).toEqual([]);
  });

  it("agent-hooks F5: a hook with the three required fields has the defaults", () => {
    expect(only(load({}))).toMatchObject({
      name: "a-hook",
      event: "tool.pre_call",
      dialect: "agent-hooks",
      source: "config",
      mode: "sync",
      timeoutMs: 30_000,
      priority: 100,
      onFailure: "open",
      required: false,
      matcher: { conditions: [] },
      fromWorkspace: true,
      tieBreak: "declaration",
    });
  });

  it("agent-hooks F5: all fields are read", () => {
    const fields = {
      trigger: "after_tool",
      matcher: { tool: "Write|Edit", pattern: "\\.py$" },
      timeout: "5000",
      async: true,
      priority: 999,
      metadata: { author: "me" },
    };
    const hook = only(load({ hook: fields }));
    expect(hook).toMatchObject({ event: "tool.post_call", mode: "async", timeoutMs: 5000, priority: 999 });
    expect(hook.matcher.conditions.map(({ key, pattern }) => [key, pattern])).toEqual([
      ["tool", "Write|Edit"],
      ["pattern", "\\.py$"],
    ]);
  });

  it.each(["name", "description", "trigger"])("agent-hooks F6: a missing %s is named", (field) => {
    const { hooks, findings } = load({ hook: { [field]: undefined } });
    expect(hooks).toEqual([]);
    expect(findings).toMatchObject([{ code: "AGENT_HOOK_FIELD_MISSING", severity: "error" }]);
    expect(findings[0]?.what).toContain(field);
  });

  it("agent-hooks F6: a trigger that does not exist is named, with the nearest that does", () => {
    const { hooks, findings, broken } = load({ hook: { trigger: "before_tools" } });
    expect(hooks).toEqual([]);
    expect(findings).toMatchObject([{ code: "AGENT_HOOK_TRIGGER_UNKNOWN", line: 4 }]);
    expect(findings[0]?.fix).toContain('"before_tool"');
    expect(broken).toMatchObject([{ name: "a-hook", event: null }]);
  });

  it("agent-hooks F6: a directory without the file is no hook, and no error", () => {
    const tree = hooksTree({});
    tree.write("workspace/.agents/hooks/empty/README.md", "hello");
    expect(tree.load()).toMatchObject({ hooks: [], findings: [], broken: [] });
  });

  it("agent-hooks F7: metadata is a map of texts, and unknown fields are kept in it", () => {
    const loaded = load({ hook: { metadata: { author: "me", version: 1.5, tags: ["a"] }, license: "MIT" } });
    expect(only(loaded).metadata).toEqual({
      author: "me",
      version: "1.5",
      tags: '["a"]',
      license: "MIT",
      description: "A hook of a test.",
      trigger: "before_tool",
    });
    expect(codesOf(loaded)).toEqual(["warning AGENT_HOOK_FIELD_UNKNOWN"]);
  });

  it("agent-hooks F8: an escape that YAML does not know is kept, and the pattern matches", () => {
    const loaded = loadText(
      `---\nname: a-hook\ndescription: x\ntrigger: after_tool\nmatcher:\n  tool: WriteFile\n  pattern: "\\.py$"\n---\n`,
    );
    const [, pattern] = only(loaded).matcher.conditions;
    expect(pattern?.pattern).toBe("\\.py$");
    expect(["a.py", "apy", "a.py.txt"].map((path) => pattern?.test({ path }))).toEqual([true, false, false]);
    expect(loaded.findings).toMatchObject([{ code: "AGENT_HOOK_ESCAPE_UNKNOWN", severity: "warning", line: 7 }]);
  });

  it("agent-hooks F8: a value with three dashes in it survives", () => {
    const text = "---\nname: a-hook\ndescription: before --- after\ntrigger: before_tool\n---\nbody\n---\nmore\n";
    expect(only(loadText(text)).metadata.description).toBe("before --- after");
  });

  it("agent-hooks F8: a backspace in a pattern is pointed out", () => {
    const loaded = loadText(hookMd({ matcher: { pattern: "\brm\b" } }));
    expect(loaded.findings).toMatchObject([{ code: "AGENT_HOOK_CONTROL_CHARACTER", severity: "warning", line: 5 }]);
    expect(loaded.findings[0]?.what).toContain("a backspace");
  });
});

describe("lenient loading", () => {
  it.each<[what: string, fields: Record<string, unknown>, code: string, loaded: object]>([
    ["a timeout below the range", { timeout: 1 }, "AGENT_HOOK_OUT_OF_RANGE", { timeoutMs: 100 }],
    ["a timeout above it", { timeout: 999_999 }, "AGENT_HOOK_OUT_OF_RANGE", { timeoutMs: 600_000 }],
    ["a priority above it", { priority: 2000 }, "AGENT_HOOK_OUT_OF_RANGE", { priority: 1000 }],
    ["a priority below it", { priority: -1 }, "AGENT_HOOK_OUT_OF_RANGE", { priority: 0 }],
    ["a timeout that is a text", { timeout: "soon" }, "AGENT_HOOK_FIELD_TYPE", { timeoutMs: 30_000 }],
    ["a priority that is a list", { priority: [1] }, "AGENT_HOOK_FIELD_TYPE", { priority: 100 }],
    ["an async that is neither", { async: "maybe" }, "AGENT_HOOK_FIELD_TYPE", { mode: "sync" }],
    [
      "a matcher where none counts",
      { trigger: "session_start", matcher: { tool: "x" } },
      "AGENT_HOOK_MATCHER_IDLE",
      {},
    ],
    ["a key of the matcher that means nothing", { matcher: { tols: "x" } }, "AGENT_HOOK_FIELD_UNKNOWN", {}],
    ["a description that is too long", { description: "x".repeat(1100) }, "AGENT_HOOK_DESCRIPTION_LONG", {}],
    ["a very long file", { metadata: { text: "word ".repeat(1000) } }, "AGENT_HOOK_LONG", {}],
    [
      "a guard for which nobody waits",
      { async: true, on_failure: "block" },
      "AGENT_HOOK_BLOCK_ASYNC",
      { required: false },
    ],
  ])("%s is put up with", (_what, fields, code, hook) => {
    const loaded = load({ hook: fields });
    expect(only(loaded)).toMatchObject(hook);
    expect(codesOf(loaded)).toEqual([`warning ${code}`]);
  });

  it("a hook without an entry script is loaded with a warning", () => {
    const loaded = load({ sh: null });
    expect(only(loaded).name).toBe("a-hook");
    expect(codesOf(loaded)).toEqual(["warning AGENT_HOOK_NO_ENTRY"]);
  });

  it.each<[what: string, fields: Record<string, unknown>, code: string]>([
    ["a matcher that is a text", { matcher: "Shell" }, "AGENT_HOOK_MATCHER_INVALID"],
    ["a pattern that is a number", { matcher: { pattern: 1 } }, "AGENT_HOOK_PATTERN_TYPE"],
    ["a regular expression that is none", { matcher: { tool: "(" } }, "AGENT_HOOK_PATTERN_INVALID"],
    ["a lookahead", { matcher: { pattern: "(?!x)" } }, "AGENT_HOOK_PATTERN_INVALID"],
    ["a name with a control character", { name: "a\u0007b" }, "AGENT_HOOK_NAME_UNPRINTABLE"],
    ["a file that trusts itself", { trusted: true }, "AGENT_HOOK_FIELD_RESERVED"],
    ["a file that calls itself native", { source: "native" }, "AGENT_HOOK_FIELD_RESERVED"],
  ])("%s keeps the hook from running, and says so", (_what, fields, code) => {
    const { hooks, findings, broken } = load({ hook: fields });
    expect(hooks).toEqual([]);
    expect(findings).toMatchObject([{ code, severity: "error", line: expect.any(Number) }]);
    expect(broken).toHaveLength(1);
  });

  it.each([
    ["a bad regular expression", hookMd({ on_failure: "block", matcher: { tool: "(" } }), ["tool.pre_call"]],
    ["YAML that cannot be read", "---\ntrigger: before_tool\non_failure: block\nx: [\n---\n", ["tool.pre_call"]],
    ["an on_failure that nobody knows", hookMd({ on_failure: "closed" }), ["tool.pre_call"]],
    [
      "no trigger that can be told",
      "---\non_failure: block\nx: [\n---\n",
      ["input.pre_submit", "turn.stopping", "tool.pre_call", "subagent.start", "context.pre_compact"],
    ],
    ["a bad one that may fail open", hookMd({ matcher: { tool: "(" } }), []],
  ])("a guard with %s refuses where it says so", (_what, text, events) => {
    const { hooks } = loadText(text);
    expect(hooks.map(({ event, executor, onFailure }) => [event, executor.kind, onFailure])).toEqual(
      events.map((event) => [event, "broken", "block"]),
    );
  });

  it("an entry script that leads out of the directory is not run", () => {
    const tree = hooksTree({ "a-hook": { sh: null, hook: { on_failure: "block" } } });
    const scripts = join(tree.root, ".agents/hooks/a-hook/scripts");
    mkdirSync(scripts);
    symlinkSync("/bin/sh", join(scripts, "run"));
    const loaded = tree.load();
    expect(codesOf(loaded)).toEqual(["error AGENT_HOOK_ENTRY_OUTSIDE"]);
    expect(only(loaded).executor.kind).toBe("broken");
  });

  it.each([
    ["OpenClaw", '---\nname: x\ndescription: y\nmetadata: {"openclaw": {"events": ["command:new"]}}\n---\n'],
    ["OpenClaw or Moltis", "---\nname: x\nevents: [BeforeToolCall]\ncommand: ./x.sh\n---\n"],
    ["Moltis", '+++\nname = "x"\nevents = ["BeforeToolCall"]\n+++\n'],
  ])("a HOOK.md of %s is called what it is", (program, text) => {
    const { hooks, broken, findings } = loadText(text);
    expect({ hooks, broken }).toEqual({ hooks: [], broken: [] });
    expect(findings).toMatchObject([{ code: "AGENT_HOOK_FOREIGN", severity: "warning" }]);
    expect(findings[0]?.what).toContain(program);
  });

  it("a trigger that nothing fires is accepted with a finding", () => {
    const loaded = load({ hook: { trigger: "post-agent-turn-stop" } });
    expect(loaded).toMatchObject({ hooks: [], broken: [] });
    expect(codesOf(loaded)).toEqual(["warning AGENT_HOOK_TRIGGER_IDLE"]);
  });

  it.each([
    ["pre-session", "session.start"],
    ["post-session", "session.end"],
    ["pre-agent-turn", "input.pre_submit"],
    ["post-agent-turn", "turn.end"],
    ["pre-agent-turn-stop", "turn.stopping"],
    ["pre-tool-call", "tool.pre_call"],
    ["post-tool-call", "tool.post_call"],
    ["post-tool-call-failure", "tool.post_error"],
    ["pre-subagent", "subagent.start"],
    ["post-subagent", "subagent.stop"],
    ["pre-context-compact", "context.pre_compact"],
    ["post-context-compact", "context.post_compact"],
  ])("the newer spelling %s means %s", (trigger, event) => {
    expect(only(load({ hook: { trigger } })).event).toBe(event);
  });
});

describe("strict validation", () => {
  const validate = (hook: HookDirectory, name = "a-hook") => {
    const tree = hooksTree({});
    tree.write(`elsewhere/${name}/HOOK.md`, typeof hook.hook === "string" ? hook.hook : hookMd({ name, ...hook.hook }));
    const { findings } = validateHookDirectory(join(tree.directory, "elsewhere", name), tree.request());
    return findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  };

  it.each<[what: string, fields: Record<string, unknown>]>([
    ["the required fields", {}],
    [
      "all fields",
      {
        matcher: { tool: "Shell", pattern: "rm" },
        timeout: 5000,
        async: false,
        priority: 999,
        metadata: { a: "b" },
        on_failure: "block",
      },
    ],
  ])("agent-hooks V1: a hook with %s is valid; it needs no script", (_what, hook) => {
    expect(validate({ hook })).toEqual([]);
  });

  it("agent-hooks V2: a path that does not exist, a file, a directory without HOOK.md", () => {
    const tree = hooksTree({});
    const file = tree.write("elsewhere/notes.txt", "x");
    const whys = ["nowhere", file, join(tree.directory, "elsewhere")].map(
      (path) => validateHookDirectory(path, tree.request()).findings[0]?.what ?? "",
    );
    expect(whys.map((what) => what.slice(what.lastIndexOf("/")))).toEqual([
      "/nowhere does not exist.",
      "/notes.txt is not a directory.",
      "/elsewhere has no HOOK.md.",
    ]);
  });

  it("agent-hooks V2: the path may be the file itself", () => {
    const tree = hooksTree({});
    const file = tree.write("elsewhere/a-hook/HOOK.md", hookMd({}));
    expect(validateHookDirectory(file, tree.request()).isHook).toBe(true);
  });

  it.each([
    ["in upper case", "A-Hook", "lower case"],
    ["of 65 characters", "a".repeat(65), "64"],
    ["with a leading hyphen", "-hook", "begins or ends"],
    ["with a trailing hyphen", "hook-", "begins or ends"],
    ["with two hyphens", "a--hook", "two hyphens"],
    ["with an underscore", "a_hook", "letters, digits and hyphens"],
  ])("agent-hooks V3: a name %s is refused", (_what, name, why) => {
    const tree = hooksTree({ [name]: {} });
    const { findings } = tree.load({ strict: true });
    expect(findings).toMatchObject([{ code: "AGENT_HOOK_NAME_STYLE", severity: "error" }]);
    expect(findings[0]?.what).toContain(why);
    expect(tree.load()).toMatchObject({ hooks: [{ name }], findings: [{ severity: "warning" }] });
  });

  it("agent-hooks V3: a name other than the directory's is refused, and only warned about when loading", () => {
    const tree = hooksTree({ "security-hook": { hook: { name: "block-dangerous-commands" } } });
    expect(codesOf(tree.load({ strict: true }))).toEqual(["error AGENT_HOOK_NAME_DIRECTORY"]);
    const loaded = tree.load();
    expect(codesOf(loaded)).toEqual(["warning AGENT_HOOK_NAME_DIRECTORY"]);
    expect(namesOf(loaded)).toEqual(["block-dangerous-commands"]);
  });

  it.each<[what: string, fields: Record<string, unknown>, code: string]>([
    ["an unknown field", { mode: "sync" }, "AGENT_HOOK_FIELD_UNKNOWN"],
    ["a description of 1100 characters", { description: "x".repeat(1100) }, "AGENT_HOOK_DESCRIPTION_LONG"],
    ["a trigger that does not exist", { trigger: "whenever" }, "AGENT_HOOK_TRIGGER_UNKNOWN"],
    ["a timeout of 999999", { timeout: 999_999 }, "AGENT_HOOK_OUT_OF_RANGE"],
    ["a priority of 2000", { priority: 2000 }, "AGENT_HOOK_OUT_OF_RANGE"],
    ["a bad regular expression", { matcher: { tool: "[" } }, "AGENT_HOOK_PATTERN_INVALID"],
    ["an unknown key of the matcher", { matcher: { path: "x" } }, "AGENT_HOOK_FIELD_UNKNOWN"],
  ])("agent-hooks V4: %s is refused", (_what, hook, code) => {
    expect(validate({ hook })).toEqual([code]);
  });

  it("agent-hooks V4: the message about a trigger lists those that exist", () => {
    const { findings } = load({ hook: { trigger: "whenever" } });
    for (const name of ["session_start", "before_tool", "after_tool_failure", "pre_compact"])
      expect(findings[0]?.fix).toContain(name);
  });

  it.each([
    ["a Chinese name", "代码检查", "代码检查"],
    ["an accent written in two ways", "cafe\u0301", "caf\u00e9"],
  ])("agent-hooks V5: %s is valid", (_what, name, directory) => {
    expect(validate({ hook: { name } }, directory)).toEqual([]);
  });
});

describe("the prompt block", () => {
  const blockOf = (loaded: LoadedHooks) => promptBlock(promptEntries(loaded.hooks));

  it("agent-hooks Q1: without hooks it is empty", () => {
    expect(blockOf(hooksTree({}).load())).toBe("<available_hooks>\n</available_hooks>");
  });

  it("agent-hooks Q1: one hook, with its absolute location", () => {
    const tree = hooksTree({ "a-hook": {} });
    expect(blockOf(tree.load()).split("\n")).toEqual([
      "<available_hooks>",
      "<hook>",
      "<name>",
      "a-hook",
      "</name>",
      "<description>",
      "A hook of a test.",
      "</description>",
      "<trigger>",
      "before_tool",
      "</trigger>",
      "<location>",
      join(tree.root, ".agents/hooks/a-hook/HOOK.md"),
      "</location>",
      "</hook>",
      "</available_hooks>",
    ]);
  });

  it("agent-hooks Q1: many hooks, with their matchers, escaped", () => {
    const block = blockOf(
      hooksTree({
        a: { hook: { description: `<b> & "c" 'd'`, matcher: { tool: "Shell", pattern: "a>b" } } },
        b: { hook: { matcher: { tool: "x" } } },
      }).load(),
    );
    expect(block).toContain("<description>\n&lt;b&gt; &amp; &quot;c&quot; &#x27;d&#x27;\n</description>");
    expect(block).toContain("<matcher>\n<tool>\nShell\n</tool>\n<pattern>\na&gt;b\n</pattern>\n</matcher>\n</hook>");
    expect(block).toContain("<matcher>\n<tool>\nx\n</tool>\n</matcher>\n</hook>");
    expect(block.match(/<hook>/g)).toHaveLength(2);
  });

  it("agent-hooks Q1: hooks of a workspace that nobody has trusted are not advertised", () => {
    const hook = only(load({}));
    const trust = { state: "new", fingerprint: "", refusal: "it is new" } as const;
    expect(promptEntries([{ ...hook, trust }])).toEqual([]);
  });
});

describe("discovery", () => {
  it.each<[what: string, environment: Record<string, string>, folder: string | null]>([
    ["from HOME", { HOME: "/home/me" }, "/home/me/.config/agents/hooks"],
    ["from XDG_CONFIG_HOME", { HOME: "/home/me", XDG_CONFIG_HOME: "/cfg" }, "/cfg/agents/hooks"],
    ["from HOME when XDG_CONFIG_HOME is empty", { HOME: "/h", XDG_CONFIG_HOME: "" }, "/h/.config/agents/hooks"],
    ["from HOME when XDG_CONFIG_HOME is relative", { HOME: "/h", XDG_CONFIG_HOME: "x" }, "/h/.config/agents/hooks"],
    ["nowhere when nobody says where home is", {}, null],
  ])("agent-hooks D1: the user's folder comes %s", (_what, environment, folder) => {
    expect(userHooksFolder(environment)).toBe(folder);
  });

  it("agent-hooks D1: a workspace without the folder has no hooks, and that is no error", () => {
    expect(hooksTree({}).load()).toMatchObject({ hooks: [], findings: [], broken: [] });
    expect(namesOf(hooksTree({ "a-hook": {} }).load())).toEqual(["a-hook"]);
  });

  it("agent-hooks D2: the user's hooks are found, also without a workspace", () => {
    const tree = hooksTree({ theirs: {} }, { mine: {} });
    const alone = tree.load({ workspace: null });
    expect(alone.hooks).toMatchObject([{ name: "mine", fromWorkspace: false }]);
    expect(alone.hooks[0]?.scope.workspaceId).toBeNull();
    expect(tree.load().hooks.map(({ name, fromWorkspace }) => [name, fromWorkspace])).toEqual([
      ["mine", false],
      ["theirs", true],
    ]);
  });

  it("agent-hooks D2: a workspace's hook takes the place of the user's, with a warning", async () => {
    const tree = hooksTree(
      { twin: { hook: { description: "theirs" }, sh: "exit 0" }, last: {} },
      { first: {}, twin: { hook: { description: "mine" }, sh: "exit 2" } },
    );
    const loaded = tree.load();
    expect(loaded.hooks.map(({ name, metadata }) => `${name}: ${metadata.description}`)).toEqual([
      "first: A hook of a test.",
      "last: A hook of a test.",
      "twin: theirs",
    ]);
    expect(codesOf(loaded)).toEqual(["warning HOOK_REPLACES_YOURS"]);
    expect((await tree.open().trigger("before_tool")).should_block).toBe(false);
  });

  it("agent-hooks D2: it never takes the place of one that must not fail open", () => {
    const tree = hooksTree({ twin: {} }, { twin: { hook: { description: "mine", on_failure: "block" } } });
    const loaded = tree.load();
    expect(loaded.hooks).toMatchObject([{ metadata: { description: "mine" }, required: true }]);
    expect(codesOf(loaded)).toEqual(["error AGENT_HOOK_CANNOT_REPLACE_YOURS"]);
    expect(loaded.broken).toMatchObject([{ name: "twin", event: "tool.pre_call" }]);
  });

  it("agent-hooks D2: a broken one takes nobody's place", () => {
    const tree = hooksTree({ twin: { hook: { matcher: { tool: "(" } } } }, { twin: { hook: { description: "mine" } } });
    expect(tree.load().hooks).toMatchObject([{ metadata: { description: "mine" } }]);
  });

  it("agent-hooks D2: of two with one name in one folder the first runs, and the other is reported", () => {
    const loaded = hooksTree({
      a: { hook: { name: "twin" } },
      b: { hook: { name: "twin", on_failure: "block" } },
    }).load();
    expect(loaded.hooks).toMatchObject([{ name: "twin", required: false }]);
    expect(codesOf(loaded)).toContain("warning AGENT_HOOK_NAME_REPEATED");
    expect(loaded.broken).toMatchObject([{ name: "twin" }]);
  });

  it("agent-hooks D3: by trigger, in the order 999, 100, 10; equal ones in load order", () => {
    const manager = hooksTree(
      {
        low: { hook: { priority: 10 } },
        high: { hook: { priority: 999 } },
        "b-same": {},
        "a-same": {},
        other: { hook: { trigger: "session_end" } },
      },
      { "z-mine": {} },
    ).open();
    expect(namesOf({ hooks: manager.hooks("before_tool") })).toEqual(["high", "z-mine", "a-same", "b-same", "low"]);
    expect(namesOf({ hooks: manager.hooks("pre-tool-call") })).toHaveLength(5);
    expect(manager.triggers()).toEqual(["session_end", "before_tool"]);
  });

  it("agent-hooks D3: by name, and null when there is none", () => {
    const manager = hooksTree({ "a-hook": {} }).open();
    expect(manager.byName("a-hook")?.event).toBe("tool.pre_call");
    expect(manager.byName("another")).toBeNull();
  });

  it("agent-hooks D3: an edit is noticed, and so are a new hook and one that is gone", () => {
    const tree = hooksTree({ "a-hook": {} });
    const manager = tree.open();
    expect(manager.byName("a-hook")?.priority).toBe(100);
    tree.write("workspace/.agents/hooks/a-hook/HOOK.md", hookMd({ priority: 7 }));
    expect(manager.byName("a-hook")?.priority).toBe(7);
    tree.write("workspace/.agents/hooks/second/HOOK.md", hookMd({ name: "second" }));
    expect(manager.byName("second")).not.toBeNull();
    rmSync(join(tree.root, ".agents/hooks/a-hook"), { recursive: true });
    expect(manager.byName("a-hook")).toBeNull();
  });

  it("agent-hooks D4: what is invalid is left out and reported, the others are kept", () => {
    const loaded = hooksTree({ bad: { hook: "no frontmatter" }, good: {} }).load();
    expect(namesOf(loaded)).toEqual(["good"]);
    expect(loaded.broken).toMatchObject([{ name: "bad" }]);
  });

  it("leaves out the hooks of a workspace when asked to", () => {
    expect(namesOf({ hooks: hooksTree({ theirs: {} }, { mine: {} }).open({ workspaceHooks: false }).hooks() })).toEqual(
      ["mine"],
    );
  });
});

describe("hooks.toml", () => {
  const inUser = "config/agents/hooks/hooks.toml";
  const inProject = "workspace/.agents/hooks/hooks.toml";

  it("changes defaults, and overrides and switches off single hooks", () => {
    const tree = hooksTree({}, { a: {}, b: { hook: { timeout: 900 } }, c: {} });
    tree.write(
      inUser,
      `[hooks.defaults]\ntimeout = 1234\nasync = true\n[[hooks.disable]]\nname = "c"\n[[hooks.override]]\nname = "b"\npriority = 5\nasync = false\non_failure = "block"\n`,
    );
    expect(tree.load()).toMatchObject({
      hooks: [
        { name: "a", timeoutMs: 1234, mode: "async", priority: 100 },
        { name: "b", timeoutMs: 900, mode: "sync", priority: 5, required: true },
      ],
      findings: [],
    });
  });

  it("of a workspace speaks of its own hooks only", () => {
    const tree = hooksTree({ theirs: {} }, { mine: {} });
    const text = `[hooks]\nprovider_keys = true\ndisable = ["mine", "theirs"]\n[[hooks.override]]\nname = "mine"\npriority = 1\n`;
    tree.write(inProject, text);
    const [mine, ...others] = tree.load().hooks;
    expect(others).toEqual([]);
    expect(mine).toMatchObject({ name: "mine", priority: 100 });
  });

  it("of the user has the last word over a workspace's", () => {
    const tree = hooksTree({ theirs: {} });
    tree.write(inProject, '[[hooks.override]]\nname = "theirs"\npriority = 1\ntimeout = 200\n');
    tree.write(inUser, '[[hooks.override]]\nname = "theirs"\npriority = 2\n');
    expect(tree.load().hooks).toMatchObject([{ priority: 2, timeoutMs: 200 }]);
    tree.write(inUser, "[hooks]\nenabled = false\n");
    expect(tree.load().hooks).toEqual([]);
  });

  it.each([
    ["[hooks]\nenabled = 1\n", "CONFIG_VALUE_INVALID", 2],
    ["[hook]\n", "CONFIG_KEY_UNKNOWN", 1],
    ["[hooks.defaults]\ntimeout = 1\n", "CONFIG_VALUE_INVALID", 2],
    ["[[hooks.override]]\npriority = 1\n", "CONFIG_VALUE_INVALID", 1],
    ["[hooks\n", "AGENT_HOOK_SETTINGS_UNREADABLE", 1],
  ])("that is wrong is reported and switches nothing off: %j", (text, code, line) => {
    const tree = hooksTree({}, { mine: {} });
    tree.write(inUser, text);
    const loaded = tree.load();
    expect(loaded.findings).toMatchObject([{ code, severity: "error", line }]);
    expect(loaded.hooks).toHaveLength(1);
  });

  it("that cannot be read is told with every dispatch", async () => {
    const tree = hooksTree({}, { mine: {} });
    tree.write(inUser, "[hooks\n");
    const { diagnostics, should_block } = await tree.open().trigger("before_tool");
    expect(diagnostics).toMatchObject([{ level: "error", text: expect.stringContaining("hooks.toml:1") }]);
    expect(should_block).toBe(false);
  });

  it.each([
    ["is misspelt", 'on_failure = "blok"\n'],
    ["stands in a file that cannot be read", 'on_failure = "block"\n[[hooks\n'],
  ])("lets no guard fail open when its on_failure %s", async (_how, text) => {
    const tree = hooksTree({ guard: { sh: "exit 1" } });
    tree.write(inUser, `[[hooks.override]]\nname = "guard"\n${text}`);
    expect(await tree.open().trigger("before_tool")).toMatchObject({ should_block: true });
  });
});

describe("entry scripts", () => {
  const withScripts = (...names: string[]) => ({
    sh: null,
    files: Object.fromEntries(names.map((name) => [`scripts/${name}`, "#!/bin/sh\n"])),
  });
  const commandOf = (hook: HookDirectory) => {
    const { executor } = only(load(hook));
    return executor.kind === "process"
      ? [executor.command, ...executor.args].map((word) => word.split("/").at(-1))
      : [];
  };

  it.each([
    [["run.py", "run.sh", "run"], ["run"]],
    [["run.py", "run.sh"], ["run.sh"]],
    [["run.py"], ["run.py"]],
  ])("agent-hooks E1: of %j it is %j", (names, command) => {
    expect(commandOf(withScripts(...names))).toEqual(command);
  });

  it("agent-hooks E1: of scripts with other names it is none", () => {
    expect(codesOf(load(withScripts("check.sh")))).toEqual(["warning AGENT_HOOK_NO_ENTRY"]);
  });

  it.each([
    ["run.sh", ["bash", "run.sh"]],
    ["run.py", ["python3", "run.py"]],
    ["run", ["run"]],
  ])("agent-hooks E1: %s that is not executable is started as %j", (name, command) => {
    const tree = hooksTree({ "a-hook": withScripts(name) });
    chmodSync(join(tree.root, ".agents/hooks/a-hook/scripts", name), 0o644);
    const { executor } = only(tree.load());
    expect(
      executor.kind === "process" && [executor.command, ...executor.args].map((word) => word.split("/").at(-1)),
    ).toEqual(command);
  });

  it("agent-hooks E1: one without a first line that says by what is started by its name", () => {
    const tree = hooksTree({ "a-hook": { sh: null } });
    const file = join(tree.root, ".agents/hooks/a-hook/scripts/run.sh");
    mkdirSync(join(file, ".."));
    writeFileSync(file, "exit 2\n", { mode: 0o755 });
    expect(only(tree.load()).executor).toMatchObject({ command: "bash", args: [file] });
  });
});
