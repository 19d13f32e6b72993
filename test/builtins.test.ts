import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aboutBuiltins } from "../src/app/read-hooks.ts";
import { createWorld } from "../src/app/world.ts";
import { openWebServer } from "../src/builtins/web-server.fixture.ts";
import { builtins, createBuiltinExecutor } from "../src/builtins.ts";
import { builtinHook, createEngine, isEventName, nativeHook } from "../src/index.ts";
import { openTestWorkspace, outcomesOf, type TestWorkspaceOptions } from "./conformance/workspace.ts";
import { makeTree } from "./support/hook-tree.ts";

function open(options: TestWorkspaceOptions) {
  const workspace = openTestWorkspace(options);
  onTestFinished(workspace.close);
  return workspace;
}

const builtin = (command: string, args: readonly string[] = []) => ({ kind: "builtin", command, args });

describe("built-in hooks in a workspace", () => {
  it("run beside commands and functions, in one order, and every run is recorded", async () => {
    const { engine, fire, records, root } = open({
      natives: [
        nativeHook({
          name: "native",
          event: "session.start",
          run: () => ({ contexts: [{ text: "n", lifetime: "session" }] }),
        }),
      ],
      hooks: [
        { name: "b-files", event: "session.start", mode: "sync", executor: builtin("add_prompt_files", ["RULES.md"]) },
        { name: "a-env", event: "session.start", mode: "sync", executor: builtin("add_environment_info") },
        { name: "c-command", event: "session.start", mode: "sync", sh: "true" },
      ],
      files: { "RULES.md": "Be kind." },
    });
    const verdict = await fire("session.start", { session_id: "s1", workspace: root });
    expect(outcomesOf(verdict)).toEqual(["native:applied", "a-env:applied", "b-files:applied", "c-command:applied"]);
    expect(verdict.contexts.map(({ hook, lifetime }) => `${hook} ${lifetime}`)).toEqual([
      "native session",
      "a-env session",
      "b-files session",
    ]);
    expect(verdict.contexts[1]?.text).toContain(`Working directory: ${root}`);
    expect(verdict.contexts[2]?.text).toBe("Be kind.");
    await engine.idle();
    expect(records).toHaveLength(4);
  });

  it("of docker-agent speak its language in their templates, and stand in one order with those of AGH", async () => {
    const { fire, root } = open({
      hooks: [{ name: "agh", event: "session.start", mode: "sync", priority: 600, executor: builtin("add_date") }],
      files: {
        "hookline.yaml": `hooks:
  session_start:
    - type: builtin
      command: add_context
      args: ["{{ .hook_event_name }} ({{ .source }})"]
`,
      },
    });
    const verdict = await fire("session.start", { session_id: "s1", source: "startup", cwd: root, workspace: root });
    expect(verdict.problems).toEqual([]);
    expect(verdict.contexts.map(({ text, lifetime }) => [text, lifetime])).toEqual([
      [expect.stringMatching(/^Today's date: /), "session"],
      ["session_start (startup)", "session"],
    ]);
  });

  it("see the directory of the event rather than the one they are declared in", async () => {
    const { fire, root } = open({
      hooks: [{ name: "list", event: "session.start", mode: "sync", executor: builtin("add_directory_listing") }],
      files: { "packages/app/main.ts": "" },
    });
    const verdict = await fire("session.start", { cwd: join(root, "packages"), workspace: root });
    expect(verdict.contexts[0]?.text).toContain("- app/");
  });

  it("keep a session's results and remove them with it", async () => {
    const { fire, home } = open({
      hooks: ["tool.transform_result", "session.end"].map((event) => ({
        name: `limit-${event}`,
        event: event as "session.end",
        mode: "sync",
        executor: builtin("limit_large_tool_results"),
      })),
    });
    const result = "line\n".repeat(5000);
    const payload = { session_id: "s1", tool_category: "mcp", tool_result: result };
    const verdict = await fire("tool.transform_result", payload);
    expect((verdict.payload as { tool_result: string }).tool_result).toContain("too large");
    const folder = join(home, "data/tool-results/s1");
    expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf8")).toBe(result);
    await fire("session.end", { session_id: "s1" });
    expect(existsSync(folder)).toBe(false);
  });

  it("docker §10.60: max_iterations refuses the call and ends the run", async () => {
    const { fire } = open({
      hooks: [{ name: "cap", event: "model.pre_call", mode: "sync", executor: builtin("max_iterations", ["2"]) }],
    });
    const verdict = await fire("model.pre_call", { iteration: 3 });
    expect(verdict).toMatchObject({ decision: "deny", stop: { reason: expect.stringContaining("limit of 2") } });
    expect(verdict.problems).toEqual([]);
  });

  it("tell what went wrong without refusing anything, in the record when nobody else hears it", async () => {
    const { url, close } = await openWebServer((response) => response.writeHead(500).end());
    onTestFinished(close);
    const executor = builtin("http_post", [url, "{}"]);
    const { fire, engine, records } = open({
      environment: { ...process.env, HOOKLINE_HTTP_ALLOW: "127.0.0.1" },
      hooks: [
        { name: "waited-for", event: "tool.pre_call", mode: "sync", required: true, executor },
        { name: "observer", event: "tool.pre_call", executor },
      ],
    });
    const verdict = await fire("tool.pre_call", { tool_name: "shell" });
    expect(verdict.decision).toBe("none");
    expect(verdict.messages[0]?.text).toContain("answered 500");
    await engine.idle();
    expect(records.map(({ hook_name, outcome }) => `${hook_name}:${outcome}`)).toEqual([
      "waited-for:applied",
      "observer:failed",
    ]);
    expect(records[1]?.error).toContain("answered 500");
  });

  it("fail closed where the declaration says so", async () => {
    const { fire } = open({
      hooks: [
        {
          name: "post",
          event: "tool.pre_call",
          mode: "sync",
          required: true,
          executor: builtin("http_post", ["ftp://example.com"]),
        },
      ],
    });
    expect((await fire("tool.pre_call", { tool_name: "shell" })).decision).toBe("deny");
  });

  it("are given up when their time is over", async () => {
    const { url, close } = await openWebServer(() => {});
    onTestFinished(close);
    const { fire } = open({
      environment: { ...process.env, HOOKLINE_HTTP_ALLOW: "127.0.0.1" },
      hooks: [
        { name: "slow", event: "step.start", mode: "sync", timeout: "20ms", executor: builtin("http_post", [url]) },
      ],
    });
    const { runs } = await fire("step.start", {});
    expect(runs[0]).toMatchObject({ outcome: "failed", failure: "timed-out" });
  });

  it("fill their templates with the payload as the dialect writes it", async () => {
    const { fire } = open({
      hooks: [
        {
          name: "say",
          event: "input.pre_submit",
          mode: "sync",
          executor: builtin("add_context", ["{{ .event }} of {{ .session_id }}: {{ .message | toJSON }}"]),
        },
      ],
    });
    const { contexts } = await fire("input.pre_submit", { session_id: "s1", message: 'say "hi"' });
    expect(contexts).toEqual([{ hook: "say", text: 'input.pre_submit of s1: "say \\"hi\\""', lifetime: "turn" }]);
  });

  it("work with what the machine really is", async () => {
    const { fire, root } = open({
      hooks: ["add_user_info", "add_date", "add_git_status"].map((name) => ({
        name,
        event: "session.start",
        mode: "sync",
        executor: builtin(name),
      })),
    });
    execFileSync("git", ["init", "--quiet", "--initial-branch=main", root]);
    const { contexts } = await fire("session.start", { workspace: root });
    expect(contexts.map(({ hook }) => hook)).toEqual(["add_date", "add_git_status", "add_user_info"]);
    expect(contexts[2]?.text).toContain("Hostname: ");
  });
});

describe("built-in hooks of an embedding program", () => {
  const home = "/nonexistent";

  it("need the table, a world and no file", async () => {
    const world = { ...createWorld({ home, environment: {} }), now: () => new Date(2026, 4, 1) };
    const engine = createEngine({
      hooks: [builtinHook({ name: "date", event: "step.start", builtin: "add_date" })],
      executors: { builtin: createBuiltinExecutor(builtins, world) },
    });
    const verdict = engine.fire("step.start", {});
    expect(verdict).not.toBeInstanceOf(Promise);
    expect((await verdict).contexts).toEqual([{ hook: "date", text: "Today's date: 2026-05-01", lifetime: "turn" }]);
  });

  it("docker §10.12: an unknown one is a failure that names the nearest", async () => {
    const engine = createEngine({
      hooks: [builtinHook({ name: "date", event: "step.start", builtin: "add_dat" })],
      executors: { builtin: createBuiltinExecutor(builtins, createWorld({ home, environment: {} })) },
    });
    const { runs } = await engine.fire("step.start", {});
    expect(runs[0]).toMatchObject({ failure: "not-supported", error: expect.stringContaining('"add_date"') });
  });

  it("may be of the program's own making", async () => {
    const greet = {
      events: ["step.start"] as const,
      run: () => ({ contexts: [{ text: "hi", lifetime: "turn" as const }] }),
    };
    const engine = createEngine({
      hooks: [builtinHook({ name: "greet", event: "step.start", builtin: "greet" })],
      executors: { builtin: createBuiltinExecutor(new Map([["greet", greet]]), {}) },
    });
    expect((await engine.fire("step.start", {})).contexts[0]?.text).toBe("hi");
  });
});

describe("the table of built-in hooks", () => {
  const all = [...builtins.values()];

  it.each(all)("$name is described completely", ({ name, summary, events, args, example }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event) => !isEventName(event))).toEqual([]);
    expect(new Set(events).size).toBe(events.length);
    const given: unknown = example === "" ? [] : JSON.parse(example);
    expect(given).toEqual(expect.any(Array));
    if (example !== "") expect(args).not.toBe("");
  });

  it.each(all)("$name has no effect on a payload that says nothing", async ({ events, run }) => {
    const { home: path } = makeTree({});
    const world = createWorld({ home: path, environment: { HOME: path } });
    for (const event of events) {
      const effects = await run({ event, payload: {}, args: [], env: {}, cwd: null, signal: null }, world);
      expect(effects?.patch).toBeUndefined();
      expect(effects?.decision ?? "none").toBe("none");
    }
  });
});

describe("docs/builtins.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/builtins.md"), "utf8");
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, "gm"))].map(([, code]) => code ?? "");

  it.each(blocks("toml").map((code) => [code.split("\n")[1] ?? "", code]))(
    "has an AGH example that loads: %s",
    (_name, code) => {
      const { hooks, findings } = makeTree({ "ws/.hookline/config.toml": code }).load(aboutBuiltins);
      expect(findings).toEqual([]);
      expect(hooks.length).toBe(code.split("[[hooks.declarations]]").length - 1);
      expect(hooks.every(({ executor }) => executor.kind === "builtin")).toBe(true);
    },
  );

  it.each([...builtins.keys()].map((name, index) => [name, blocks("yaml")[index] ?? ""]))(
    "has a docker-agent example that loads: %s",
    (name, code) => {
      const { hooks, findings } = makeTree({ "home/hooks.d/example.yaml": code }).load(aboutBuiltins);
      expect(findings).toEqual([]);
      const declared = hooks.filter(({ origin }) => origin.file?.endsWith("example.yaml"));
      expect(declared.length).toBeGreaterThan(0);
      for (const { executor } of declared) expect(executor).toMatchObject({ kind: "builtin", name });
    },
  );
});
