import { describe, expect, it } from "vitest";
import type { EventName } from "../../src/catalog/catalog.ts";
import { dockerEvents } from "../../src/dialects/docker-agent/events.ts";
import { fireAt, fireTool, forTools, namesOf, says, saysSpecific, sh } from "./docker-agent.ts";

type Fields = Record<string, unknown>;

const allow = (reason: string) =>
  sh(saysSpecific({ permission_decision: "allow", permission_decision_reason: reason }), { name: `allow ${reason}` });
const ask = (reason: string) =>
  sh(saysSpecific({ permission_decision: "ask", permission_decision_reason: reason }), { name: `ask ${reason}` });
const deny = (reason: string) =>
  sh(saysSpecific({ permission_decision: "deny", permission_decision_reason: reason }), { name: `deny ${reason}` });
const silent = sh("true", { name: "silent" });

/** The hooks of one event in the form it wants. */
const on = (docker: string, ...hooks: Fields[]): Fields => {
  const known = dockerEvents.find(({ name }) => name === docker);
  return { [docker]: known?.toolPath ? [forTools(...hooks)] : hooks };
};

const fireOn = async (docker: string, hooks: Fields[], payload: Fields = {}) => {
  const event = dockerEvents.find(({ name }) => name === docker)?.events[0] as EventName;
  return (await fireAt(on(docker, ...hooks), event, { tool_name: "shell", tool_call: {}, ...payload })).verdict;
};

describe("docker-agent: several hooks on one event", () => {
  it.each<[hooks: string, list: Fields[], decision: string, reason: string | null]>([
    ["nobody", [], "none", null],
    ["one without an opinion", [silent], "none", null],
    ["allow after silence", [silent, allow("a")], "allow", "a"],
    ["ask beats allow", [allow("a"), ask("b")], "ask", "b"],
    ["deny beats ask", [ask("b"), deny("c")], "deny", "c"],
    ["the first of equals speaks", [ask("first"), ask("second")], "ask", "first"],
    ["the first of equals speaks, here too", [allow("first"), allow("second")], "allow", "first"],
  ])("docker §10.21: %s", async (_hooks, list, decision, reason) => {
    if (list.length === 0) list.push(sh("true"));
    expect(await fireTool(list)).toMatchObject({ decision, reason });
  });

  it.each(["post_tool_use", "user_prompt_submit", "before_llm_call", "turn_start"])(
    "docker §10.22: a permission_decision on %s decides nothing, and that is reported",
    async (docker) => {
      const verdict = await fireOn(docker, [deny("no")]);
      expect(verdict.decision).toBe("none");
      expect(verdict.problems).toMatchObject([{ code: "HOOK_REPLY_UNKNOWN_FIELD" }]);
    },
  );

  const risk = (metadata: Fields) => sh(saysSpecific({ metadata }));

  it("docker §10.23: metadata of permission_request is merged, and the last hook wins a key", async () => {
    const hooks = [risk({ risk: "low", note: "a" }), risk({ risk: "high" })];
    expect((await fireOn("permission_request", hooks)).metadata).toEqual({ risk: "high", note: "a" });
  });

  it("docker §10.23: metadata counts in the preempting lane and is ignored, with a report, in the default lane", async () => {
    const entry = (preempt_yolo: boolean) => ({ pre_tool_use: [{ preempt_yolo, hooks: [risk({ category: "fs" })] }] });
    const preempting = await fireAt(entry(true), "tool.pre_call", {}, { firing: { lanes: ["preempt"] } });
    expect(preempting.verdict).toMatchObject({ metadata: { category: "fs" }, problems: [] });
    const plain = await fireAt(entry(false), "tool.pre_call", {});
    expect(plain.verdict).toMatchObject({ metadata: {}, problems: [{ code: "HOOK_REPLY_UNKNOWN_FIELD" }] });
    expect((await fireOn("user_prompt_submit", [risk({ a: "b" })])).metadata).toEqual({});
  });

  it.each([
    "post_tool_use",
    "before_llm_call",
    "user_prompt_submit",
    "user_steering_messages_submit",
    "user_followup_submit",
    "pre_compact",
    "before_compaction",
    "worktree_create",
    "permission_request",
  ])("docker §10.24: %s can be blocked in each of three ways", async (docker) => {
    const ways = [
      says({ decision: "block", reason: "no" }),
      says({ continue: false, stop_reason: "no" }),
      "echo no >&2; exit 2",
    ];
    for (const way of ways)
      expect(await fireOn(docker, [sh(way)]), way).toMatchObject({ decision: "deny", reason: "no" });
  });

  it("docker §10.24: a block of post_tool_use ends the run", async () => {
    const verdict = await fireOn("post_tool_use", [sh(says({ decision: "block", reason: "leaked" }))]);
    expect(verdict).toMatchObject({ decision: "deny", stop: { reason: "leaked" } });
  });

  it.each<[hooks: string, list: Fields[], decision: string]>([
    ["allow approves", [allow("a")], "allow"],
    ["deny rejects", [deny("b")], "deny"],
    ["a deny wins over an allow", [allow("a"), deny("b")], "deny"],
    ["ask leaves it to the prompt that comes anyway", [ask("c")], "none"],
    ["nothing leaves it to the prompt", [silent], "none"],
  ])("docker §10.25: on permission_request %s", async (_hooks, list, decision) => {
    expect((await fireOn("permission_request", list)).decision).toBe(decision);
  });

  it("docker §9.4: permission_request may rewrite the input, which withdraws an earlier allow", async () => {
    const rewrite = sh(saysSpecific({ updated_input: { cmd: "ls" } }));
    const tool_input = { cmd: "rm", cwd: "." };
    const verdict = await fireOn("permission_request", [allow("fine"), rewrite], { tool_input });
    expect(verdict).toMatchObject({ decision: "none", payload: { tool_input: { cmd: "ls", cwd: "." } } });
  });

  it("docker §4: permission_request is matched by the tool's name, or by the kind where there is no name", async () => {
    const hooks = { permission_request: [{ matcher: "shell", hooks: [deny("no")] }] };
    const decide = async (payload: Fields) => (await fireAt(hooks, "permission.request", payload)).verdict.decision;
    expect(await decide({ tool_name: "shell", tool_call: { kind: "execute" } })).toBe("deny");
    expect(await decide({ tool_call: { kind: "shell" } })).toBe("deny");
    expect(await decide({ tool_name: "edit", tool_call: { kind: "shell" } })).toBe("none");
  });

  it("docker §10.26: before_compaction passes by default, can be vetoed, and takes the first summary", async () => {
    expect(await fireOn("before_compaction", [silent])).toMatchObject({ decision: "none" });
    expect(await fireOn("before_compaction", [sh("exit 2")])).toMatchObject({ decision: "deny" });
    const summaries = ["", "first", "second"].map((summary) => sh(saysSpecific({ summary })));
    expect((await fireOn("before_compaction", summaries)).payload).toMatchObject({ summary: "first" });
    const after = await fireOn("after_compaction", [sh(saysSpecific({ summary: "mine" }))], { summary: "kept" });
    expect(after).toMatchObject({ decision: "none", payload: { summary: "kept" } });
  });

  const rewrite = (updated_input: Fields, name: string) => sh(saysSpecific({ updated_input }), { name });

  it("docker §10.27: rewritten inputs build on each other, and the caller's own object stays as it was", async () => {
    const tool_input = { cmd: "rm -rf x", cwd: ".", debug: true };
    const second = sh(`case "$(cat)" in *'"cmd":"ls"'*) ${saysSpecific({ updated_input: { seen: true } })} ;; esac`);
    const verdict = await fireTool([rewrite({ cmd: "ls", debug: null }, "first"), second], { tool_input });
    expect(verdict.payload).toMatchObject({ tool_input: { cmd: "ls", cwd: ".", seen: true } });
    expect((verdict.payload as { tool_input: object }).tool_input).not.toHaveProperty("debug");
    expect(tool_input).toEqual({ cmd: "rm -rf x", cwd: ".", debug: true });
  });

  it("docker §9.3: updated_input changes key by key; a full object comes to the same as a replacement", async () => {
    const tool_input = { cmd: "a", cwd: "." };
    const verdict = await fireTool([rewrite({ cmd: "b", cwd: "/" }, "whole")], { tool_input });
    expect(verdict.payload).toMatchObject({ tool_input: { cmd: "b", cwd: "/" } });
    expect((await fireTool([rewrite({ cmd: "b" }, "new")], { tool_input: "not an object" })).payload).toMatchObject({
      tool_input: { cmd: "b" },
    });
  });

  it("docker §10.27: messages and tool responses are handed from hook to hook, the empty text included", async () => {
    const messages = (text: string) => sh(saysSpecific({ updated_messages: [{ role: "user", content: text }] }));
    const call = await fireOn("before_llm_call", [messages("one"), messages("two")], { messages: [] });
    expect(call.payload).toMatchObject({ messages: [{ content: "two" }] });
    const respond = (updated_tool_response: string) => sh(saysSpecific({ updated_tool_response }));
    const emptied = await fireOn("tool_response_transform", [respond("x"), respond("")], { tool_result: "secret" });
    expect(emptied.payload).toMatchObject({ tool_result: "" });
    const untouched = await fireOn("tool_response_transform", [silent], { tool_result: "secret" });
    expect(untouched.payload).toMatchObject({ tool_result: "secret" });
  });

  it("docker §10.27: a hook that fails in the middle loses nothing of the others' rewrites", async () => {
    const append = (text: string) =>
      sh(`grep -q '"tool_response":"start' && ${saysSpecific({ updated_tool_response: text })}`);
    const slow = sh("sleep 60", { timeout: 1, name: "slow" });
    const crash = sh("kill -9 $$", { name: "crash" });
    const hooks = [append("start and one"), crash, slow, append("start and two")];
    const verdict = await fireOn("tool_response_transform", hooks, { tool_result: "start" });
    expect(verdict.payload).toMatchObject({ tool_result: "start and two" });
    expect(verdict.runs.slice(0, 4).map(({ outcome }) => outcome)).toEqual(["applied", "failed", "failed", "applied"]);
  });

  it("docker §10.27: a deny before a broken rewrite stays a deny", async () => {
    expect(await fireTool([deny("no"), sh("echo '{broken'")])).toMatchObject({ decision: "deny", reason: "no" });
  });

  /** Waits for the other hook to be there; each leaves its own mark first. */
  const meet = (mine: string, other: string) =>
    sh(`touch ${mine}; until [ -e ${other} ]; do sleep 0.02; done`, { name: mine, timeout: 20 });

  it.each(["session_start", "turn_start", "post_tool_use", "user_prompt_submit", "pre_compact", "permission_request"])(
    "docker §10.28: hooks of %s start together and are judged in order",
    async (docker) => {
      const verdict = await fireOn(docker, [meet("one", "two"), meet("two", "one")]);
      expect(verdict.runs.map(({ hook_name, outcome }) => `${hook_name}:${outcome}`)).toEqual([
        "one:applied",
        "two:applied",
      ]);
    },
  );

  it("docker §3.2: hooks of the preempting lane start together, those of the default lane one after another", async () => {
    const lanes = (preempt_yolo: boolean, ...hooks: Fields[]) => ({ pre_tool_use: [{ preempt_yolo, hooks }] });
    const together = await fireAt(lanes(true, meet("one", "two"), meet("two", "one")), "tool.pre_call");
    expect(together.verdict.decision).toBe("none");
    const first = sh("sleep 0.2; touch done", { name: "first" });
    const second = sh("[ -e done ] || exit 2", { name: "second" });
    const inTurn = await fireAt(lanes(false, first, second), "tool.pre_call");
    expect(inTurn.verdict.decision).toBe("none");
  });

  it("docker §3.7: all who block are heard, whether they refused or failed", async () => {
    const hooks = [
      sh(says({ decision: "block", reason: "one" })),
      sh(says({ continue: false, stop_reason: "two", decision: "block", reason: "three" })),
      sh("kill -9 $$", { on_error: "block", name: "crashed" }),
    ];
    const { decision, reason } = await fireOn("user_prompt_submit", hooks);
    expect(decision).toBe("deny");
    expect(reason).toMatch(/^one\ntwo\nthree\nHook "crashed" .*killed/);
  });

  it("docker §3.7: contexts and messages of all hooks come in order", async () => {
    const speak = (text: string) =>
      sh(says({ system_message: `m${text}`, hook_specific_output: { additional_context: `c${text}` } }));
    const verdict = await fireOn("turn_start", [speak("1"), speak("2")]);
    expect(verdict.contexts.map(({ text }) => text)).toEqual(["c1", "c2"]);
    expect(verdict.messages.map(({ text }) => text)).toEqual(["m1", "m2"]);
  });

  it.each(dockerEvents.filter(({ blocks }) => !blocks).map(({ name }) => name))(
    "docker §10.31: a block of %s, which cannot be blocked, only warns",
    async (docker) => {
      const ways = ["echo why >&2; exit 2", says({ decision: "block", reason: "why" }), says({ continue: false })];
      for (const way of ways) {
        const verdict = await fireOn(docker, [sh(way)]);
        expect(verdict, way).toMatchObject({ decision: "none", stop: null, messages: [{ level: "warning" }] });
        expect(verdict.messages[0]?.text).toContain(`tried to block ${docker}`);
        expect(verdict.problems).toMatchObject([{ code: "HOOK_REPLY_UNKNOWN_FIELD" }]);
      }
    },
  );

  it.each(dockerEvents.filter(({ blocks }) => blocks).map(({ name }) => name))(
    "docker §10.32: a payload that cannot be written blocks %s",
    async (docker) => {
      const loop: Fields = {};
      loop.self = loop;
      const payload = { tool_input: loop, tool_result: 1n, message: 1n, steering_messages: [1n], response: 1n };
      const more = { iteration: 1n, trigger: 1n, reason: 1n, worktree_path: 1n, error: 1n };
      const verdict = await fireOn(docker, [sh("true", { name: "gate" })], { ...payload, ...more });
      expect(verdict).toMatchObject({ decision: "deny", runs: [{ hook_name: "gate", failure: "unreadable" }] });
    },
  );

  it("docker §10.32: where nothing can be blocked it is one failed run", async () => {
    const verdict = await fireOn("turn_end", [sh("true")], { reason: 1n });
    expect(verdict).toMatchObject({ decision: "none", runs: [{ outcome: "failed" }] });
  });

  it("docker §9.17: messages reach a command hook only when it asks for them", async () => {
    const look = (more: Fields) => sh(`grep -q '"messages"' && exit 2; true`, more);
    const payload = { messages: [{ role: "user", content: "hi" }], iteration: 1 };
    expect((await fireOn("before_llm_call", [look({})], payload)).decision).toBe("none");
    expect((await fireOn("before_llm_call", [look({ include_messages: true })], payload)).decision).toBe("deny");
  });

  it("docker §9.6: whatever is not a pass in the preempting lane is a deny: exit 2, a block and a crash", async () => {
    for (const way of ["exit 2", says({ decision: "block" }), "kill -9 $$"]) {
      const hooks = { pre_tool_use: [{ preempt_yolo: true, hooks: [sh(way)] }] };
      const { verdict } = await fireAt(hooks, "tool.pre_call", {}, { firing: { lanes: ["preempt"] } });
      expect(verdict.decision, way).toBe("deny");
    }
  });

  it("docker §9.6: the preempting lane runs on its own, first when all run, and rewrites nothing", async () => {
    const hooks = {
      pre_tool_use: [
        { hooks: [rewrite({ cmd: "changed" }, "default")] },
        {
          preempt_yolo: true,
          hooks: [sh(saysSpecific({ permission_decision: "ask", updated_input: { cmd: "x" } }), { name: "early" })],
        },
      ],
    };
    const payload = { tool_input: { cmd: "given" } };
    const early = await fireAt(hooks, "tool.pre_call", payload, { firing: { lanes: ["preempt"] } });
    expect(early.verdict).toMatchObject({ decision: "ask", payload, problems: [{ code: "HOOK_REPLY_UNKNOWN_FIELD" }] });
    expect(namesOf(early.verdict)).toEqual(["early"]);
    const all = await fireAt(hooks, "tool.pre_call", payload);
    expect(namesOf(all.verdict)).toEqual(["early", "default"]);
    const late = await fireAt(hooks, "tool.pre_call", payload, { firing: { lanes: ["default", "unless-approved"] } });
    expect(namesOf(late.verdict)).toEqual(["default"]);
  });
});
