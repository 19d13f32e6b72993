import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventName } from "../../src/catalog/catalog.ts";
import { dockerEvents } from "../../src/dialects/docker-agent/events.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Execution } from "../../src/engine/ports.ts";
import { until } from "../../src/executors/testing.ts";
import { environment, fireAt, fireTool, forTools, namesOf, says, saysSpecific, sh } from "./docker-agent.ts";
import { openTestWorkspace } from "./workspace.ts";

const shell = { session_id: "s1", tool_name: "shell", tool_call_id: "call_1", tool_input: { cmd: "ls" } };

describe("docker-agent: what a command hook is given and how it answers", () => {
  it("docker §10.1: without a configuration nothing is configured for any event, and a dispatch has no objection", async () => {
    const test = openTestWorkspace({ environment });
    expect(test.loaded.hooks).toEqual([]);
    for (const { events } of dockerEvents) {
      for (const event of events) expect(test.engine.hasHooks(event, {} as never)).toBe(false);
    }
    expect(await test.fire("tool.pre_call", shell)).toMatchObject({ decision: "none", runs: [], problems: [] });
    await test.close();
  });

  it("docker §10.3: an entry for another tool does not affect the call", async () => {
    const hooks = { pre_tool_use: [{ matcher: "edit_file", hooks: [sh("exit 2")] }] };
    const { verdict } = await fireAt(hooks, "tool.pre_call", shell);
    expect(verdict).toMatchObject({ decision: "none", runs: [] });
  });

  it("docker §10.4: plain text on pre_tool_use is no verdict and no context", async () => {
    expect(await fireTool([sh("echo looks fine")])).toMatchObject({ decision: "none", contexts: [], problems: [] });
  });

  it("docker §10.5: exit code 2 denies, with stderr as the reason", async () => {
    const verdict = await fireTool([sh("echo not here >&2; exit 2")]);
    expect(verdict).toMatchObject({ decision: "deny", reason: "not here", runs: [{ outcome: "denied" }] });
  });

  it("docker §9.2: exit code 2 denies with the reason of the JSON when stderr is empty", async () => {
    const verdict = await fireTool([sh(`${says({ decision: "block", reason: "by policy" })}; exit 2`)]);
    expect(verdict).toMatchObject({ decision: "deny", reason: "by policy" });
  });

  it("docker §3.5: what exit code 2 says is read from stderr first, then from the JSON's own words", async () => {
    const json = { continue: false, stop_reason: "stopped", system_message: "told" };
    const both = await fireTool([sh(`${says(json)}; echo from stderr >&2; exit 2`)]);
    expect(both).toMatchObject({ reason: "from stderr", messages: [{ level: "warning", text: "told" }] });
    expect((await fireTool([sh(`${says(json)}; exit 2`)])).reason).toBe("stopped");
    expect((await fireTool([sh(`${says({ system_message: "told" })}; exit 2`)])).reason).toBe("told");
    expect(await fireTool([sh("echo '{broken'; exit 2")])).toMatchObject({ decision: "deny", reason: null });
  });

  it.each(["allow", "ask"])(
    "a hook that says %s is told apart from one without an opinion in its run",
    async (said) => {
      const verdict = await fireTool([sh(saysSpecific({ permission_decision: said })), sh("true")]);
      expect(verdict.runs.map(({ patch_applied }) => patch_applied)).toEqual([{ decision: said }, null]);
    },
  );

  it.each<[docker: string, event: EventName, hasHint: boolean]>([
    ["user_prompt_submit", "input.pre_submit", true],
    ["on_error", "turn.error", false],
  ])("a failure on %s is reported with a fix that can work", async (docker, event, hasHint) => {
    const { verdict } = await fireAt({ [docker]: [sh("exit 3")] }, event);
    expect(verdict.problems[0]?.fix.includes("on_failure")).toBe(hasHint);
  });

  it("docker §10.6: exit code 1 on pre_tool_use warns and goes on", async () => {
    const verdict = await fireTool([sh("echo oops >&2; exit 1"), sh("true", { name: "next" })]);
    expect(verdict).toMatchObject({ decision: "none", messages: [{ level: "warning" }] });
    expect(verdict.messages[0]?.text).toContain("exited with code 1: oops");
    expect(namesOf(verdict)).toContain("next");
  });

  it.each<[sentence: string, hook: Record<string, unknown>, decision: string]>([
    ["strict_exit makes every other exit code deny", sh("exit 1", { strict_exit: true }), "deny"],
    ["so does the author's own on_error: block", sh("exit 1", { on_error: "block" }), "deny"],
    ["and our on_failure: block", sh("exit 1", { on_failure: "block" }), "deny"],
    ["exit code 127 is a failure, for nothing was run", sh("no-such-command-at-all"), "deny"],
    ["exit code 126 as well", sh("/dev/null"), "deny"],
    ["a signal is a failure", sh("kill -9 $$"), "deny"],
    ["a timeout is a failure", sh("sleep 60", { timeout: 1 }), "deny"],
    ["broken JSON is a failure", sh("echo '{broken'"), "deny"],
    ["on_failure: open is the way to let a failure pass", sh("kill -9 $$", { on_failure: "open" }), "none"],
  ])("docker §9.1: %s", async (_sentence, hook, decision) => {
    expect((await fireTool([hook])).decision).toBe(decision);
  });

  it.each<[answer: Record<string, unknown>, decision: string, reason: string | null]>([
    [{ decision: "block", reason: "too risky" }, "deny", "too risky"],
    [{ decision: "deny", reason: "too risky" }, "deny", "too risky"],
    [{ decision: "allow", reason: "fine" }, "none", null],
    [{}, "none", null],
  ])("docker §10.7: the answer %j comes to %s", async (answer, decision, reason) => {
    expect(await fireTool([sh(says(answer))])).toMatchObject({ decision, reason });
  });

  it.each<[answer: Record<string, unknown>, decision: string, reason: string | null]>([
    [{ stop_reason: "unused" }, "none", null],
    [{ continue: true, stop_reason: "unused" }, "none", null],
    [{ continue: false, stop_reason: "enough" }, "deny", "enough"],
    [{ continue: false, stop_reason: "enough", decision: "block", reason: "and bad" }, "deny", "enough\nand bad"],
  ])("docker §10.8: the answer %j comes to %s", async (answer, decision, reason) => {
    expect(await fireTool([sh(says(answer))])).toMatchObject({ decision, reason });
  });

  it.each<[docker: string, event: EventName, lifetime: string | null]>([
    ["session_start", "session.start", "session"],
    ["turn_start", "step.start", "turn"],
    ["post_tool_use", "tool.post_call", "turn"],
    ["stop", "turn.stopping", "turn"],
    ["user_prompt_submit", "input.pre_submit", "turn"],
    ["user_steering_messages_submit", "input.steering", "turn"],
    ["user_followup_submit", "input.followup", "turn"],
    ["pre_compact", "context.pre_compact", "turn"],
    ["worktree_create", "worktree.created", "turn"],
    ["before_llm_call", "model.pre_call", null],
    ["after_llm_call", "model.post_call", null],
    ["on_error", "turn.error", null],
    ["on_max_iterations", "turn.limit_reached", null],
    ["notification", "notice.raised", null],
    ["on_user_input", "session.awaiting_input", null],
    ["session_end", "session.end", null],
    ["before_compaction", "context.compacting", null],
    ["after_compaction", "context.post_compact", null],
    ["turn_end", "step.end", null],
  ])("docker §10.9: plain text on %s", async (docker, event, lifetime) => {
    const hook = sh("echo remember this", { name: "texter" });
    const { verdict } = await fireAt({ [docker]: docker === "post_tool_use" ? [forTools(hook)] : [hook] }, event);
    expect(verdict.contexts).toEqual(lifetime === null ? [] : [{ hook: "texter", text: "remember this", lifetime }]);
  });

  it("docker §9.23: broken JSON is plain text where text counts, with a warning, and a failure where a verdict is due", async () => {
    const text = await fireAt({ turn_start: [sh("echo '{not json'")] }, "step.start");
    expect(text.verdict).toMatchObject({ contexts: [{ text: "{not json" }], messages: [{ level: "warning" }] });
    const gate = await fireAt({ before_llm_call: [sh("echo '{not json'")] }, "model.pre_call");
    expect(gate.verdict).toMatchObject({ decision: "none", runs: [{ outcome: "failed", failure: "unreadable" }] });
  });

  it("docker §9.5: post_tool_use and stop add context for what comes next", async () => {
    const add = sh(saysSpecific({ additional_context: "look again" }));
    const post = await fireAt({ post_tool_use: [forTools(add)] }, "tool.post_error", { tool_name: "shell" });
    const stop = await fireAt({ stop: [add] }, "turn.stopping");
    for (const { verdict } of [post, stop])
      expect(verdict.contexts).toMatchObject([{ text: "look again", lifetime: "turn" }]);
  });

  it("docker §9.15: a system_message reaches the user on every event", async () => {
    for (const { name, events, toolPath } of dockerEvents) {
      const hook = sh(says({ system_message: "mind the gap" }), { name: "speaker" });
      const { verdict } = await fireAt({ [name]: toolPath ? [forTools(hook)] : [hook] }, events[0] as EventName, {
        tool_name: "shell",
        tool_call: {},
      });
      expect(verdict.messages, name).toEqual([{ hook: "speaker", level: "warning", text: "mind the gap" }]);
    }
  });

  it("docker §3.5: suppress_output keeps what is only shown from being shown, and nothing from the model", async () => {
    const quiet = sh(says({ suppress_output: true, hook_specific_output: { additional_context: "note" } }));
    const worktree = await fireAt({ worktree_create: [quiet] }, "worktree.created");
    const turn = await fireAt({ turn_start: [quiet] }, "step.start");
    expect(worktree.verdict.contexts).toEqual([]);
    expect(turn.verdict.contexts).toMatchObject([{ text: "note" }]);
  });

  it("docker §10.10: a stop hook reads stop_response, a notification hook notification_level", async () => {
    const test = openTestWorkspace({
      environment,
      yaml: { hooks: { stop: [sh("cat > stop.json")], notification: [sh("cat > note.json")] } },
    });
    await test.fire("turn.stopping", { response: "done" });
    await test.fire("notice.raised", { level: "error", message: "boom" });
    const read = (file: string) => JSON.parse(readFileSync(join(test.root, file), "utf8"));
    expect(read("stop.json")).toMatchObject({ hook_event_name: "stop", stop_response: "done" });
    expect(read("note.json")).toMatchObject({ notification_level: "error", notification_message: "boom" });
    await test.close();
  });

  it.each<[docker: string, event: EventName, decision: string]>([
    ["pre_tool_use", "tool.pre_call", "deny"],
    ["post_tool_use", "tool.post_call", "none"],
  ])("docker §10.11: a cancellation during %s", async (docker, event, decision) => {
    const test = openTestWorkspace({
      environment,
      yaml: { hooks: { [docker]: [forTools(sh("touch started; sleep 60", { name: "slow" }))] } },
    });
    const canceled = new AbortController();
    const firing = test.fire(event, { tool_name: "shell" }, { signal: canceled.signal });
    await until(() => existsSync(join(test.root, "started")));
    canceled.abort();
    const verdict = await firing;
    expect(verdict).toMatchObject({ decision, runs: [{ outcome: "failed", failure: "killed" }] });
    expect(verdict.problems[0]?.what).toContain("canceled");
    await test.close();
  });

  it.each<[sentence: string, hook: Record<string, unknown>]>([
    ["an unknown type", { type: "webhook", command: "x" }],
    ["no type", { command: "x" }],
    ["an unknown built-in", { type: "builtin", command: "no_such_builtin" }],
    ["an empty built-in", { type: "builtin", command: "" }],
  ])("docker §10.12: %s on pre_tool_use denies", async (_sentence, hook) => {
    const verdict = await fireTool([hook]);
    expect(verdict.decision).toBe("deny");
    expect(verdict.problems.map(({ code }) => code)).toContain("HOOK_DECLARATION_BROKEN");
  });

  it("docker §10.13: a hook that fails on pre_tool_use denies, and what it wrote on stderr is kept", async () => {
    const verdict = await fireTool([sh("echo the disk is gone >&2; exit 127")]);
    expect(verdict.decision).toBe("deny");
    expect(verdict.reason).toContain("the disk is gone");
  });

  it("docker §10.14: on_error: block turns a failure into a block where failures are otherwise let pass", async () => {
    const prompt = (more: Record<string, unknown>) =>
      fireAt({ user_prompt_submit: [sh("kill -9 $$", more)] }, "input.pre_submit", { message: "hi" });
    expect((await prompt({})).verdict.decision).toBe("none");
    expect((await prompt({ on_error: "block" })).verdict.decision).toBe("deny");
    const ignored = (await prompt({ on_error: "ignore" })).verdict;
    expect(ignored).toMatchObject({ decision: "none", problems: [], runs: [{ outcome: "failed", failure: "killed" }] });
  });

  it("docker §10.15: env and working_dir of a hook are applied; the default directory is the workspace", async () => {
    const test = openTestWorkspace({
      environment: { ...environment, TEAM: "blue", PLACE: "deep" },
      yaml: {
        hooks: {
          session_start: [
            sh('printf "%s|%s|%s" "$PROFILE" "$TEAM" "$PWD" > out', {
              env: { PROFILE: "dev-${env.TEAM}-$X" },
              working_dir: "sub/$PLACE",
            }),
            sh("pwd > here"),
          ],
        },
      },
      files: { "sub/deep/.keep": "" },
    });
    await test.fire("session.start", {});
    expect(readFileSync(join(test.root, "sub/deep/out"), "utf8")).toBe(`dev-blue-$X|blue|${test.root}/sub/deep`);
    expect(readFileSync(join(test.root, "here"), "utf8").trim()).toBe(test.root);
    await test.close();
  });

  it("docker §10.15: a built-in works where working_dir says, else where the event is", async () => {
    const listing = (more: Record<string, unknown>) => ({ type: "builtin", command: "add_directory_listing", ...more });
    const fireListing = (more: Record<string, unknown>, payload: Record<string, unknown>) =>
      fireAt({ session_start: [listing(more)] }, "session.start", payload, {
        files: { "inner/found.txt": "", "other/else.txt": "" },
      });
    const own = await fireListing({ working_dir: "inner", env: { LANG: "C" } }, {});
    expect(own.verdict.contexts[0]?.text).toContain("found.txt");
    expect(own.test.loaded.hooks[0]?.executor).toMatchObject({ kind: "builtin", env: { LANG: "C" } });
    const test = openTestWorkspace({
      environment,
      yaml: { hooks: { session_start: listing({}) } },
      files: { "other/else.txt": "" },
    });
    const verdict = await test.fire("session.start", { cwd: join(test.root, "other") });
    expect(verdict.contexts[0]?.text).toContain("else.txt");
    await test.close();
  });

  it("docker §2.1: working_dir may begin with ~ and may be absolute", async () => {
    const test = openTestWorkspace({
      environment: { ...environment, HOME: "/" },
      yaml: { hooks: { session_start: [sh("pwd", { working_dir: "~" }), sh("pwd; :", { working_dir: "/" })] } },
    });
    const { contexts } = await test.fire("session.start", {});
    expect(contexts.map(({ text }) => text)).toEqual(["/", "/"]);
    await test.close();
  });

  it("docker §3.4: a command is handed to $SHELL -c with our whole environment, the payload and then the end of stdin", async () => {
    const probe = sh('cat > payload.json; printf "%s" "$SOME_TOKEN" > token; printf "%s" "$0" > shell');
    const test = openTestWorkspace({
      environment: { ...process.env, SHELL: "/bin/bash", SOME_TOKEN: "t0" },
      yaml: { hooks: { session_start: probe } },
    });
    await test.fire("session.start", { session_id: "s1", source: "startup" });
    const read = (file: string) => readFileSync(join(test.root, file), "utf8");
    expect(read("payload.json")).toBe(
      JSON.stringify({ session_id: "s1", cwd: test.root, hook_event_name: "session_start", source: "startup" }),
    );
    expect(read("token")).toBe("t0");
    expect(read("shell")).toBe("/bin/bash");
    await test.close();
  });

  it("docker §3.4: a hook that runs into its time limit is settled although a child holds its output open", async () => {
    const { verdict } = await fireAt({ turn_start: [sh("sleep 300 & sleep 300", { timeout: 1 })] }, "step.start");
    expect(verdict.runs).toMatchObject([{ outcome: "failed", failure: "timed-out" }]);
  });

  it("docker §10.16: an embedder's own executor takes the place of ours and receives the payload as it is written", async () => {
    const test = openTestWorkspace({ environment, yaml: { hooks: { stop: [sh("anything")] } } });
    const received: unknown[] = [];
    const run = ({ hook, contract, payload }: Execution) => {
      received.push(hook.wire?.encode(contract, payload));
      return { kind: "output", exitCode: 0, stdout: "from elsewhere", stderr: "", stderrBytes: 0 } as const;
    };
    const engine = createEngine({ hooks: test.loaded.hooks, executors: { process: run } });
    const verdict = await engine.fire("turn.stopping", { response: "done" });
    expect(verdict.contexts).toMatchObject([{ text: "from elsewhere" }]);
    expect(received).toEqual([expect.stringContaining('"stop_response":"done"')]);
    await test.close();
  });

  it("docker §10.17: identical hooks run once, across entries and places; a different argument makes a different hook", async () => {
    const log = sh("echo ran >> log");
    const test = openTestWorkspace({
      environment,
      yaml: {
        agents: { root: { hooks: { pre_tool_use: [{ matcher: "shell", hooks: [log, log] }] } } },
        hooks: { pre_tool_use: [{ matcher: "*", hooks: [log, sh("echo ran >> log", { args: ["other"] })] }] },
      },
      fragments: { "a.yaml": { hooks: { pre_tool_use: { matcher: "sh.*", hooks: { ...log, env: {} } } } } },
    });
    await test.fire("tool.pre_call", { tool_name: "shell", agent_name: "root" });
    expect(readFileSync(join(test.root, "log"), "utf8")).toBe("ran\nran\n");
    const again = await test.fire("tool.pre_call", { tool_name: "edit", agent_name: "root" });
    expect(again.runs).toHaveLength(2);
    const explained = test.engine.explain("tool.pre_call", { tool_name: "shell", agent_name: "root" });
    expect(explained.filter(({ mismatch }) => mismatch?.field === "twin")).toHaveLength(2);
    await test.close();
  });

  it.each<[field: string, more: Record<string, unknown>]>([
    ["name", { name: "other" }],
    ["args", { args: ["x"] }],
    ["timeout", { timeout: 5 }],
    ["env", { env: { A: "1" } }],
    ["working_dir", { working_dir: "." }],
    ["on_error", { on_error: "ignore" }],
    ["on_failure", { on_failure: "open" }],
    ["strict_exit", { strict_exit: true }],
    ["strict_output", { strict_output: true }],
    ["include_messages", { include_messages: true }],
  ])("docker §3.3: hooks that differ in %s are two", async (_field, more) => {
    const { verdict } = await fireAt({ turn_start: [sh("true"), sh("true", more), sh("true")] }, "step.start");
    expect(verdict.runs).toHaveLength(2);
  });

  it("docker §3.3: two model hooks are told apart although neither has a command", () => {
    const model = (prompt: string) => ({ type: "model", model: "openai/gpt-4o-mini", prompt });
    const test = openTestWorkspace({ environment, yaml: { hooks: { turn_start: [model("a"), model("b")] } } });
    expect(test.loaded.hooks.filter(({ executor }) => executor.kind === "model")).toHaveLength(2);
    return test.close();
  });

  it.each<[written: number | undefined, timeoutMs: number]>([
    [undefined, 60_000],
    [0, 60_000],
    [-5, 60_000],
    [120, 120_000],
  ])("docker §10.18: a timeout of %s is %i ms", async (timeout, timeoutMs) => {
    const test = openTestWorkspace({ environment, yaml: { hooks: { stop: [sh("true", { timeout })] } } });
    expect(test.loaded.hooks[0]).toMatchObject({ timeoutMs });
    await test.close();
  });

  it("docker §10.20: whether hooks are there can be asked for every event", async () => {
    const hooks = Object.fromEntries(
      dockerEvents.map(({ name, toolPath }) => [name, toolPath ? [forTools(sh("true"))] : [sh("true")]]),
    );
    const test = openTestWorkspace({ environment, yaml: { hooks } });
    for (const { events } of dockerEvents) {
      for (const event of events) expect(test.engine.hasHooks(event, { tool_name: "x" } as never), event).toBe(true);
    }
    await test.close();
  });

  it("docker §3.4: worktree_create hooks run in the new worktree, which the payload names as cwd", async () => {
    const test = openTestWorkspace({
      environment,
      yaml: { hooks: { worktree_create: [sh("pwd; cat > seen.json"), sh("pwd; :", { working_dir: "deep" })] } },
    });
    const tree = join(test.home, "tree");
    mkdirSync(join(tree, "deep"), { recursive: true });
    writeFileSync(join(tree, "deep/x"), "");
    const { contexts } = await test.fire("worktree.created", { worktree_path: tree, worktree_source_dir: test.root });
    expect(contexts.map(({ text }) => text)).toEqual([tree, join(tree, "deep")]);
    expect(JSON.parse(readFileSync(join(tree, "seen.json"), "utf8"))).toMatchObject({ cwd: tree, worktree_path: tree });
    await test.close();
  });
});
