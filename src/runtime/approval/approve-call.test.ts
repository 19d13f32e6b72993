import { describe, expect, it } from "vitest";
import { createEngine } from "../../engine/engine.ts";
import type { Hook, Lane } from "../../engine/hook.ts";
import { type Condition, compileCondition } from "../../engine/matcher.ts";
import { type EffectsOn, nativeHook } from "../../engine/native-hook.ts";
import { onRequest, play, preCall, rulesFrom, type Scene } from "./approval.fixture.ts";
import { createSessionGrants } from "./session-grants.ts";

const denyHook = { decision: "deny", reason: "no" } as const;
const askHook = { decision: "ask", reason: "sure?" } as const;
const allowHook = { decision: "allow", reason: "fine" } as const;
const rewrite = (cmd: string) => ({ patch: { tool_input: { cmd } } });
const approve = { kind: "approve" } as const;
const reading = { readOnly: true };
const yolo = { isYolo: true };
/** A hook that has something to say about one command only, and runs before hooks with later names. */
const onRm = (lane: Lane, effects: EffectsOn<"tool.pre_call">): Hook =>
  nativeHook({
    name: "on rm",
    event: "tool.pre_call",
    lane,
    run: ({ tool_input }) => ((tool_input as { cmd: string }).cmd === "rm x" ? effects : undefined),
  });

function compileOn(path: string, pattern: string): Condition {
  const condition = compileCondition(path, path, pattern);
  if ("bad" in condition) throw new Error(condition.bad);
  return { ...condition, deep: true };
}

describe("every arrow of the approval", () => {
  it.each<[when: string, scene: Scene, decision: string, source: string, isAsked: boolean]>([
    [
      "a preempt hook denies, also under yolo",
      { hooks: [preCall("preempt", denyHook)], isYolo: true },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a required preempt hook fails",
      {
        hooks: [
          nativeHook({
            name: "g",
            event: "tool.pre_call",
            lane: "preempt",
            required: true,
            run: () => {
              throw new Error("broken");
            },
          }),
        ],
        isYolo: true,
      },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a preempt hook asks, also under yolo",
      { hooks: [preCall("preempt", askHook)], isYolo: true, answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a preempt hook asks and no hook may answer for the user",
      { hooks: [preCall("preempt", askHook), onRequest(allowHook)], answer: { kind: "reject" } },
      "deny",
      "user_rejected",
      true,
    ],
    [
      "a preempt hook asks, and a rule denies",
      { hooks: [preCall("preempt", askHook)], team: { deny: ["shell"] } },
      "deny",
      "team_permissions_deny",
      false,
    ],
    [
      "a preempt hook asks, and a guard denies",
      { hooks: [preCall("preempt", askHook), preCall("default", denyHook)] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a preempt hook asks for what the session has allowed to the letter",
      { hooks: [preCall("preempt", askHook)], session: { allow: ["shell:cmd=ls"] } },
      "allow",
      "session_permissions_allow",
      false,
    ],
    [
      "a preempt hook asks for a command of a tool that the session has allowed as a whole",
      { hooks: [preCall("preempt", askHook)], session: { allow: ["shell"] }, answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a preempt hook asks for a tool without a command that the session has allowed",
      {
        hooks: [preCall("preempt", askHook)],
        session: { allow: ["fetch"] },
        tool: { name: "fetch" },
        input: { url: "x" },
      },
      "allow",
      "session_permissions_allow",
      false,
    ],
    [
      "a preempt hook asks for a call with two commands, one of which the session has allowed",
      {
        hooks: [preCall("preempt", askHook)],
        session: { allow: ["shell:cmd=ls"] },
        input: { cmd: "ls", command: "rm x" },
        answer: approve,
      },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a preempt hook asks for what the team has allowed to the letter",
      { hooks: [preCall("preempt", askHook)], team: { allow: ["shell:cmd=ls"] }, answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a preempt hook allows, which is only advice",
      { hooks: [preCall("preempt", allowHook)], answer: approve },
      "allow",
      "user_approved",
      true,
    ],

    ["a rule of the session denies", { session: { deny: ["shell"] } }, "deny", "session_permissions_deny", false],
    ["a rule of the team denies", { team: { deny: ["shell:cmd=ls"] } }, "deny", "team_permissions_deny", false],
    ["a rule denies under yolo", { team: { deny: ["shell"] }, isYolo: true }, "deny", "team_permissions_deny", false],
    [
      "a rule of the team denies what the session has allowed",
      { team: { deny: ["shell"] }, session: { allow: ["shell"] } },
      "deny",
      "team_permissions_deny",
      false,
    ],
    [
      "a rule denies what a hook would allow",
      { team: { deny: ["shell"] }, hooks: [preCall("default", allowHook)] },
      "deny",
      "team_permissions_deny",
      false,
    ],

    ["yolo", { isYolo: true }, "allow", "yolo", false],
    ["yolo meets a rule that asks", { isYolo: true, team: { ask: ["shell"] } }, "allow", "yolo", false],
    [
      "a guard denies under yolo",
      { isYolo: true, hooks: [preCall("default", denyHook)] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a guard asks under yolo",
      { isYolo: true, hooks: [preCall("default", askHook)], answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a guard asks under yolo for what the session has allowed to the letter",
      { isYolo: true, hooks: [preCall("default", askHook)], session: { allow: ["shell:cmd=ls"] } },
      "allow",
      "yolo",
      false,
    ],
    [
      "a hook of docker-agent denies under yolo, too late",
      { isYolo: true, hooks: [preCall("unless-approved", denyHook)] },
      "allow",
      "yolo",
      false,
    ],

    ["a rule of the session allows", { session: { allow: ["shell"] } }, "allow", "session_permissions_allow", false],
    [
      "a rule of the team allows",
      { team: { allow: ["shell:cmd=l*"] }, input: { cmd: "l" } },
      "allow",
      "team_permissions_allow",
      false,
    ],
    [
      "a rule allows, and a hook of docker-agent would deny",
      { team: { allow: ["shell"] }, hooks: [preCall("unless-approved", denyHook)] },
      "allow",
      "team_permissions_allow",
      false,
    ],
    [
      "a rule allows, and a guard denies",
      { team: { allow: ["shell"] }, hooks: [preCall("default", denyHook)] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a rule of the session goes before one of the team",
      { session: { allow: ["shell"] }, team: { ask: ["shell"] } },
      "allow",
      "session_permissions_allow",
      false,
    ],
    [
      "a rule asks, also for a tool that only reads",
      { team: { ask: ["shell"] }, tool: reading, answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a rule asks, and a hook that would allow is left out",
      { team: { ask: ["shell"] }, hooks: [preCall("unless-approved", allowHook)], answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a rule asks, and a hook answers for the user",
      { team: { ask: ["shell"] }, hooks: [onRequest(allowHook)] },
      "allow",
      "permission_request_hook_allow",
      false,
    ],

    ["a hook allows", { hooks: [preCall("unless-approved", allowHook)] }, "allow", "pre_tool_use_hook_allow", false],
    [
      "a hook denies",
      { hooks: [preCall("unless-approved", denyHook)], tool: reading },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a hook asks, also for a tool that only reads",
      { hooks: [preCall("unless-approved", askHook)], tool: reading, answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a hook ends the run",
      { hooks: [preCall("default", { stop: { reason: "enough" } })], tool: reading },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    ["the tool only reads", { tool: reading }, "allow", "readonly_hint", false],
    [
      "the tool only reads, but a hook knows better",
      { tool: reading, hooks: [preCall("default", { patch: { read_only: false } })], answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a hook says that a tool only reads",
      { hooks: [preCall("default", { patch: { read_only: true } })], answer: approve },
      "allow",
      "user_approved",
      true,
    ],
    [
      "a hook swaps the tool",
      { hooks: [preCall("default", { decision: "allow", patch: { tool_name: "fetch" } })] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a hook swaps the namespace, also under yolo",
      { isYolo: true, hooks: [preCall("preempt", { patch: { tool_namespace: "x" } })] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],
    [
      "a hook makes the input something that is none",
      { isYolo: true, hooks: [preCall("default", { patch: { tool_input: null } })] },
      "deny",
      "pre_tool_use_hook_deny",
      false,
    ],

    ["a hook answers no for the user", { hooks: [onRequest(denyHook)] }, "deny", "permission_request_hook_deny", false],
    [
      "a hook answers no in other words",
      { hooks: [onRequest({ patch: { decision: "reject-once" } })] },
      "deny",
      "permission_request_hook_deny",
      false,
    ],
    [
      "a hook answers yes for the user",
      { hooks: [onRequest(allowHook)] },
      "allow",
      "permission_request_hook_allow",
      false,
    ],
    [
      "a hook answers yes in other words",
      { hooks: [onRequest({ patch: { decision: "Allow-Always" } })] },
      "allow",
      "permission_request_hook_allow",
      false,
    ],
    [
      "a hook wants the user to answer",
      { hooks: [onRequest(askHook)], answer: approve },
      "allow",
      "user_approved",
      true,
    ],

    ["the user approves", { answer: approve }, "allow", "user_approved", true],
    ["the user approves everything", { answer: { kind: "approve-session" } }, "allow", "user_approved_session", true],
    ["the user approves the tool", { answer: { kind: "approve-tool" } }, "allow", "user_approved_tool", true],
    ["the user rejects", { answer: { kind: "reject", reason: "not now" } }, "deny", "user_rejected", true],
    ["nobody can be asked", { answer: null }, "deny", "non_interactive_deny", false],
    ["asking breaks", {}, "deny", "approval_failed", true],
  ])("when %s", async (_when, scene, decision, source, isAsked) => {
    const { approval, asked, trace, told } = await play(scene);
    expect(approval).toMatchObject({ decision, source });
    expect(asked).toHaveLength(isAsked ? 1 : 0);
    expect(trace.filter((event) => event === "permission.decided")).toHaveLength(1);
    expect(trace.at(-1)).toBe("permission.decided");
    expect(told.filter(({ kind }) => kind === "permission_decided")).toMatchObject([{ decision, source }]);
  });
});

describe("the events of an approval", () => {
  const prompted = ["permission.request", "session.awaiting_input"];
  const opening = ["tool.pre_call(preempt)", "tool.pre_call(default,unless-approved)"];

  it.each<[when: string, scene: Scene, trace: string[]]>([
    ["nobody needs to be asked", { tool: reading }, [...opening, "permission.decided"]],
    ["yolo approved it", { isYolo: true }, ["tool.pre_call(preempt)", "tool.pre_call(default)", "permission.decided"]],
    [
      "a preempt hook denied",
      { hooks: [preCall("preempt", denyHook)] },
      ["tool.pre_call(preempt)", "permission.decided"],
    ],
    ["the user approved", { answer: approve }, [...opening, ...prompted, "permission.resolved", "permission.decided"]],
    [
      "the user rejected",
      { answer: { kind: "reject" } },
      [...opening, ...prompted, "permission.denied", "permission.decided"],
    ],
    [
      "nobody can be asked",
      { answer: null },
      [...opening, "permission.request", "permission.denied", "permission.decided"],
    ],
    [
      "a preempt hook asked",
      { hooks: [preCall("preempt", askHook)], answer: approve },
      [
        "tool.pre_call(preempt)",
        "tool.pre_call(default)",
        "session.awaiting_input",
        "permission.resolved",
        "permission.decided",
      ],
    ],
    [
      "a guard rewrote what a rule had allowed, so that docker-agent's hooks are asked after all",
      { hooks: [preCall("default", rewrite("pwd"))], session: { allow: ["shell:cmd=ls"] }, answer: approve },
      [
        "tool.pre_call(preempt)",
        "tool.pre_call(default)",
        "tool.pre_call(again: preempt)",
        "tool.pre_call(again: default)",
        "tool.pre_call(unless-approved)",
        ...prompted,
        "permission.resolved",
        "permission.decided",
      ],
    ],
  ])("when %s", async (_when, scene, trace) => {
    expect((await play(scene)).trace).toEqual(trace);
  });

  it("say what is asked for", async () => {
    const { fired } = await play({
      tool: {
        name: "write_file",
        namespace: "fs",
        category: "filesystem",
        decisionClass: "write",
        locations: () => [{ path: "/w/a.txt" }],
      },
      input: { path: "a.txt" },
      more: { safetyPolicy: "safer" },
      answer: { kind: "reject", reason: "not that file" },
    });
    const payloadOf = (event: string) => fired.find((one) => one.event === event)?.payload;
    const request = {
      session_id: "s1",
      turn_id: "t1",
      request_id: "perm_call_1",
      action: "write",
      resource: "/w/a.txt",
      decision_class: "write",
      tool_call_id: "call_1",
      tool_name: "write_file",
      tool_namespace: "fs",
      tool_category: "filesystem",
      safety_policy: "safer",
      read_only: false,
      tool_input: { path: "a.txt" },
      tool_call: {
        id: "call_1",
        kind: "write_file",
        title: "list files",
        status: "pending",
        locations: [{ path: "/w/a.txt" }],
      },
    };
    expect(payloadOf("permission.request")).toMatchObject({ ...request, decision: "ask" });
    expect(payloadOf("permission.request")?.options).toMatchObject([
      { decision: "allow-once" },
      { decision: "allow-always" },
      { decision: "reject-once" },
    ]);
    expect(payloadOf("session.awaiting_input")).toMatchObject({
      waiting_for: "tool_confirmation",
      question: "list files",
    });
    expect(payloadOf("permission.denied")).toMatchObject({ ...request, decision: "deny", reason: "not that file" });
    expect(payloadOf("permission.decided")).toMatchObject({
      tool_name: "write_file",
      decision: "deny",
      decision_class: "write",
      decision_source: "user_rejected",
      reason: "not that file",
    });
  });

  it("name the command when there is no file, and nothing when a tool stumbles over its input", async () => {
    const stumbling = () => {
      throw new TypeError("no path");
    };
    const { fired } = await play({ tool: { locations: stumbling }, answer: approve });
    const request = fired.find(({ event }) => event === "permission.request")?.payload;
    expect(request).toMatchObject({ resource: "ls", tool_call: { locations: [] } });
  });

  it("carry the class of operation that a hook corrected", async () => {
    const { fired, asked } = await play({
      hooks: [onRequest({ patch: { decision_class: "network" } })],
      answer: approve,
    });
    expect(asked).toMatchObject([{ decision_class: "network" }]);
    expect(fired.at(-1)?.payload).toMatchObject({ decision_class: "network" });
  });
});

describe("an input that hooks rewrite", () => {
  it.each<[when: string, scene: Scene, decision: string, source: string, cmd: string]>([
    [
      "it is what the tool is called with",
      { tool: reading, hooks: [preCall("default", rewrite("pwd"))] },
      "allow",
      "readonly_hint",
      "pwd",
    ],
    [
      "a rule denies the new one",
      { tool: reading, hooks: [preCall("default", rewrite("rm x"))], team: { deny: ["shell:cmd=rm*"] } },
      "deny",
      "team_permissions_deny",
      "rm x",
    ],
    [
      "a rule denies the new one, also under yolo",
      { isYolo: true, hooks: [preCall("default", rewrite("rm x"))], team: { deny: ["shell:cmd=rm*"] } },
      "deny",
      "team_permissions_deny",
      "rm x",
    ],
    [
      "a rule denies the new one although the hook allows it",
      { hooks: [preCall("default", { ...allowHook, ...rewrite("rm x") })], team: { deny: ["shell:cmd=rm*"] } },
      "deny",
      "team_permissions_deny",
      "rm x",
    ],
    [
      "a rule asks about the new one although the hook allows it",
      {
        hooks: [preCall("default", { ...allowHook, ...rewrite("rm x") })],
        team: { ask: ["shell:cmd=rm*"] },
        answer: approve,
      },
      "allow",
      "user_approved",
      "rm x",
    ],
    [
      "the hook allows what it wrote",
      { hooks: [preCall("default", { ...allowHook, ...rewrite("pwd") })] },
      "allow",
      "pre_tool_use_hook_allow",
      "pwd",
    ],
    [
      "an earlier hook allowed the old one",
      { hooks: [preCall("default", allowHook, "a"), preCall("default", rewrite("pwd"), "b")], answer: approve },
      "allow",
      "user_approved",
      "pwd",
    ],
    [
      "a rule allowed the old one",
      { hooks: [preCall("default", rewrite("pwd"))], session: { allow: ["shell:cmd=ls"] }, answer: approve },
      "allow",
      "user_approved",
      "pwd",
    ],
    [
      "a rule allows the old and the new one",
      { hooks: [preCall("default", rewrite("pwd"))], session: { allow: ["shell"] } },
      "allow",
      "session_permissions_allow",
      "pwd",
    ],
    [
      "a rule allows only the new one, which may not loosen",
      {
        hooks: [preCall("default", rewrite("pwd"))],
        team: { ask: ["shell:cmd=ls"], allow: ["shell:cmd=pwd"] },
        answer: approve,
      },
      "allow",
      "user_approved",
      "pwd",
    ],
    [
      "a hook asks, and what the session allowed was another input",
      {
        hooks: [preCall("default", { ...askHook, ...rewrite("pwd") })],
        session: { allow: ["shell:cmd=pwd", "shell:cmd=ls"] },
        answer: approve,
      },
      "allow",
      "user_approved",
      "pwd",
    ],
    ["yolo covers it", { isYolo: true, hooks: [preCall("default", rewrite("pwd"))] }, "allow", "yolo", "pwd"],
    [
      "a preempt hook rewrites and is asked again",
      { isYolo: true, hooks: [preCall("preempt", rewrite("pwd"))] },
      "allow",
      "yolo",
      "pwd",
    ],
    [
      "a preempt hook takes another hook's change back",
      { isYolo: true, hooks: [preCall("preempt", rewrite("ls")), preCall("default", rewrite("pwd"))] },
      "deny",
      "pre_tool_use_hook_deny",
      "pwd",
    ],
    [
      "a hook of permission.request rewrites and allows",
      { hooks: [onRequest({ ...allowHook, ...rewrite("pwd") })] },
      "allow",
      "permission_request_hook_allow",
      "pwd",
    ],
    [
      "a hook of permission.request rewrites, and the user sees it",
      { hooks: [onRequest(rewrite("pwd"))], answer: approve },
      "allow",
      "user_approved",
      "pwd",
    ],
    [
      "a rule denies what a hook of permission.request made of it",
      { hooks: [onRequest({ ...allowHook, ...rewrite("rm x") })], team: { deny: ["shell:cmd=rm*"] } },
      "deny",
      "team_permissions_deny",
      "rm x",
    ],
    [
      "a rule asks about what a hook of permission.request made of it",
      { hooks: [onRequest({ ...allowHook, ...rewrite("rm x") })], team: { ask: ["shell:cmd=rm*"] }, answer: approve },
      "allow",
      "user_approved",
      "rm x",
    ],
  ])("when %s", async (_when, scene, decision, source, cmd) => {
    const { approval, asked, told } = await play(scene);
    expect(approval).toMatchObject({ decision, source, input: { cmd }, inputChanged: true });
    for (const request of asked) expect(request.tool_input).toEqual({ cmd });
    expect(told.at(-1)).toMatchObject({ kind: "permission_decided", tool_input: { cmd } });
  });

  it("is looked at by the preempt lane, which sees what will run", async () => {
    const guard = nativeHook({
      name: "guard",
      event: "tool.pre_call",
      lane: "preempt",
      run: ({ tool_input }) => ((tool_input as { cmd: string }).cmd === "rm x" ? denyHook : undefined),
    });
    for (const hook of [preCall("default", rewrite("rm x")), onRequest({ ...allowHook, ...rewrite("rm x") })]) {
      const { approval } = await play({ hooks: [guard, hook] });
      expect(approval).toMatchObject({ decision: "deny", source: "pre_tool_use_hook_deny", hook: { name: "guard" } });
    }
  });

  it.each<[who: string, guardLane: Lane, rewriter: Hook, scene: Scene]>([
    ["a guard that ran before the hook", "default", preCall("default", rewrite("rm x"), "z"), {}],
    ["a guard that ran before the hook, under yolo", "default", preCall("default", rewrite("rm x"), "z"), yolo],
    ["a guard that ran in a lane before", "default", preCall("unless-approved", rewrite("rm x"), "z"), {}],
    ["a hook of docker-agent", "unless-approved", preCall("default", rewrite("rm x"), "z"), {}],
    ["a guard, after permission.request", "default", onRequest({ ...allowHook, ...rewrite("rm x") }), {}],
    ["a hook of docker-agent, after it", "unless-approved", onRequest({ ...allowHook, ...rewrite("rm x") }), {}],
  ])("is looked at once more by %s", async (_who, lane, rewriter, scene) => {
    for (const [says, decision, source] of [
      [denyHook, "deny", "pre_tool_use_hook_deny"],
      [askHook, "allow", "user_approved"],
    ] as const) {
      const { approval, asked } = await play({ hooks: [onRm(lane, says), rewriter], answer: approve, ...scene });
      expect(approval).toMatchObject({ decision, source, input: { cmd: "rm x" } });
      expect(asked).toHaveLength(says === askHook ? 1 : 0);
    }
  });

  it("is looked at by a guard that saw it only while it was something else", async () => {
    const turn = (name: string, from: string, to: string) =>
      nativeHook({
        name,
        event: "tool.pre_call",
        run: ({ tool_input }) => ((tool_input as { cmd: string }).cmd === from ? rewrite(to) : undefined),
      });
    const hooks = [turn("a", "rm x", "ls"), onRm("default", denyHook), turn("z", "ls", "rm x")];
    const { approval } = await play({ isYolo: true, hooks, input: { cmd: "rm x" } });
    expect(approval).toMatchObject({ decision: "deny", hook: { name: "on rm" }, inputChanged: false });
  });

  it("is looked at by a guard whose pattern did not fit what it was before", async () => {
    const late = { ...onRm("default", denyHook), matcher: { conditions: [compileOn("tool_input.cmd", "rm*")] } };
    const { approval } = await play({ isYolo: true, hooks: [late, preCall("default", rewrite("rm x"), "a")] });
    expect(approval).toMatchObject({ decision: "deny", hook: { name: "on rm" } });
  });

  it("is shown neither to its author nor to those who have seen it, and observers hear of a call once", async () => {
    const seen: string[] = [];
    const watch = (name: string, effects = {}, mode: "sync" | "async" = "sync") =>
      nativeHook({
        name,
        event: "tool.pre_call",
        mode,
        run: ({ tool_input }) => {
          seen.push(`${name} ${(tool_input as { cmd: string }).cmd}`);
          return mode === "sync" ? effects : undefined;
        },
      });
    const hooks = [watch("a"), watch("b", rewrite("pwd")), watch("c"), watch("d", {}, "async")];
    const engine = createEngine({ hooks });
    const { approval } = await play({ isYolo: true, engine });
    await engine.idle();
    expect(approval).toMatchObject({ decision: "allow", input: { cmd: "pwd" } });
    expect(seen).toEqual(["a ls", "b ls", "c pwd", "d pwd", "a pwd"]);
  });

  it("may be wrapped by several hooks, none of which is asked to wrap it twice", async () => {
    const wrap = (name: string) =>
      nativeHook({
        name,
        event: "tool.pre_call",
        run: ({ tool_input }) => rewrite(`${name} ${(tool_input as { cmd: string }).cmd}`),
      });
    const { approval, told } = await play({ isYolo: true, hooks: [wrap("nice"), wrap("time")] });
    expect(approval).toMatchObject({ decision: "allow", input: { cmd: "time nice ls" } });
    const problems = told.flatMap((event) => (event.kind === "hooks_ran" ? event.problems : []));
    expect(problems).toMatchObject([{ code: "HOOK_PATCH_REJECTED", hook: "nice" }]);
  });

  it("is refused when a hook that let the old one pass would change the new one", async () => {
    const cleaner = nativeHook({
      name: "cleaner",
      event: "tool.pre_call",
      run: ({ tool_input }) => ((tool_input as { cmd: string }).cmd === "rm x" ? rewrite("ls") : undefined),
    });
    for (const hook of [preCall("default", rewrite("rm x"), "z"), onRequest({ ...allowHook, ...rewrite("rm x") })]) {
      const { approval } = await play({ hooks: [cleaner, hook], answer: approve });
      expect(approval).toMatchObject({ decision: "deny", input: { cmd: "rm x" }, hook: { name: "cleaner" } });
    }
  });

  it("cannot be called harmless in the second look, but it can be called harmful", async () => {
    const says = (read_only: boolean, readOnly: boolean) =>
      play({
        tool: { readOnly },
        hooks: [onRm("default", { patch: { read_only } }), preCall("default", rewrite("rm x"), "z")],
        answer: approve,
      });
    expect((await says(false, true)).approval.source).toBe("user_approved");
    expect((await says(true, false)).approval.source).toBe("user_approved");
  });

  it("is not rewritten by a hook that answers with what it was given", async () => {
    const { approval } = await play({ isYolo: true, hooks: [preCall("preempt", rewrite("ls"))] });
    expect(approval.inputChanged).toBe(false);
  });

  it("cannot be changed by the hook after it was checked", async () => {
    const kept = { cmd: "pwd" };
    const hooks = [preCall("default", { patch: { tool_input: kept } })];
    const { approval } = await play({ isYolo: true, hooks });
    kept.cmd = "rm -rf /";
    expect(approval.input).toEqual({ cmd: "pwd" });
  });
});

describe("the user", () => {
  it("sees what the tool, hooks and preempt hooks say of the call, and the last of them wins", async () => {
    const metadata = (from: string) => ({ metadata: { [from]: from, by: from } });
    const { asked, told } = await play({
      tool: { metadata: { tool: "tool", by: "tool" } },
      hooks: [
        preCall("preempt", metadata("preempt")),
        onRequest(metadata("request")),
        preCall("default", metadata("lane")),
      ],
      answer: approve,
    });
    expect(asked[0]?.metadata).toEqual({ tool: "tool", request: "request", preempt: "preempt", by: "preempt" });
    expect(told.find(({ kind }) => kind === "confirmation_requested")).toMatchObject({ ...asked[0] });
  });

  it("sees why", async () => {
    const { asked } = await play({ hooks: [preCall("preempt", askHook)], answer: approve });
    expect(asked).toMatchObject([{ reason: "sure?", tool_name: "shell", title: "list files", tool_call_id: "call_1" }]);
    const ruled = await play({ team: { ask: ["shell:cmd=l*"] }, input: { cmd: "l" }, answer: approve });
    expect(ruled.asked[0]?.reason).toContain('"shell:cmd=l*"');
    expect((await play({ answer: approve })).asked[0]?.reason).toBeNull();
  });

  it("approves a tool for the session, or what a narrower rule says", async () => {
    const { grants } = await play({ answer: { kind: "approve-tool" } });
    expect(grants.rules.allow.map(({ text }) => text)).toEqual(["shell"]);
    const narrow = await play({ answer: { kind: "approve-tool", rule: "shell:cmd=ls*" } });
    expect(narrow.grants.rules.allow.map(({ text }) => text)).toEqual(["shell:cmd=ls*"]);
  });

  it("approves a call once when the rule cannot be read, and is told", async () => {
    const { approval, grants, told } = await play({ answer: { kind: "approve-tool", rule: ":cmd=[" } });
    expect(approval).toMatchObject({ decision: "allow", source: "user_approved" });
    expect(grants.rules.allow).toEqual([]);
    expect(told).toContainEqual(expect.objectContaining({ kind: "notice", code: "PERMISSION_RULE_INVALID" }));
  });

  it("approves everything from now on", async () => {
    const { grants } = await play({ answer: { kind: "approve-session" } });
    expect(grants.isYolo).toBe(true);
  });

  it.each<
    [asked: string, scene: Scene, answer: "approve-session" | "approve-tool", rule: string | undefined, prompts: number]
  >([
    ["a plain call", {}, "approve-session", undefined, 1],
    ["a plain call", {}, "approve-tool", undefined, 1],
    ["what a rule asks about", { team: { ask: ["shell"] } }, "approve-session", undefined, 1],
    ["what a hook asks about", { hooks: [preCall("preempt", askHook)] }, "approve-session", undefined, 2],
    ["what a hook asks about", { hooks: [preCall("preempt", askHook)] }, "approve-tool", "shell:cmd=ls", 1],
    ["what a hook rewrote", { hooks: [preCall("default", rewrite("pwd"))] }, "approve-tool", undefined, 2],
  ])(
    "is not asked again about %s that an answer of %s has covered meanwhile",
    async (_asked, scene, kind, rule, prompts) => {
      let queue: Promise<unknown> = Promise.resolve();
      const promptTurn = <T>(work: () => Promise<T>): Promise<T> => {
        const turn = queue.then(work);
        queue = turn.catch(() => undefined);
        return turn;
      };
      const grants = createSessionGrants({ rules: rulesFrom({}) });
      const answer = rule === undefined ? { kind } : { kind, rule };
      const calls = [1, 2].map(() => play({ ...scene, answer: answer as never, more: { grants, promptTurn } }));
      const played = await Promise.all(calls);
      expect(played.flatMap(({ asked }) => asked)).toHaveLength(prompts);
      expect(played.map(({ approval }) => approval.decision)).toEqual(["allow", "allow"]);
    },
  );
});

describe("a session that nobody sits at", () => {
  it.each<[why: string, scene: Scene, parts: string[]]>([
    ["nobody approved it", {}, ["more than read", "--allow shell", "--yolo"]],
    ["a rule asks", { team: { ask: ["shell:cmd=l*"] }, input: { cmd: "l" } }, ['"shell:cmd=l*"', "change the rule"]],
    ["a hook asks", { hooks: [preCall("default", askHook)] }, ["sure?", "--yolo does not overrule it"]],
    ["a preempt hook asks", { hooks: [preCall("preempt", askHook)], isYolo: true }, ["sure?", "change the hook"]],
  ])("refuses, and says why and what to do: %s", async (_why, scene, parts) => {
    const { approval } = await play({ ...scene, answer: null });
    expect(approval).toMatchObject({ decision: "deny", source: "non_interactive_deny" });
    for (const part of parts) expect(approval.reason).toContain(part);
  });
});

describe("a cancellation", () => {
  it("while the user is asked cancels the call", async () => {
    const stop = new AbortController();
    const answer = () => {
      stop.abort();
      return Promise.reject(new Error("gone"));
    };
    const { approval, trace } = await play({ answer, more: { signal: stop.signal } });
    expect(approval).toMatchObject({ decision: "canceled", source: "context_canceled" });
    expect(trace.slice(-2)).toEqual(["permission.denied", "permission.decided"]);
  });

  it("before anything was asked runs no hook but those that are told of the end", async () => {
    const { approval, trace } = await play({ more: { signal: AbortSignal.abort() } });
    expect(approval.decision).toBe("canceled");
    expect(trace).toEqual(["permission.decided"]);
  });

  it("reaches the call that waits for its turn", async () => {
    const stop = new AbortController();
    const promptTurn = <T>(work: () => Promise<T>): Promise<T> => {
      stop.abort();
      return work();
    };
    const { approval, asked } = await play({ answer: approve, more: { signal: stop.signal, promptTurn } });
    expect(approval.decision).toBe("canceled");
    expect(asked).toEqual([]);
  });

  it("wins over an answer that comes at the same moment", async () => {
    const stop = new AbortController();
    const answer = async () => {
      stop.abort();
      return { kind: "approve-session" } as const;
    };
    const { approval, grants } = await play({ answer, more: { signal: stop.signal } });
    expect(approval.decision).toBe("canceled");
    expect(grants.isYolo).toBe(false);
  });
});

describe("what hooks add", () => {
  it("reaches the caller, each context once although its hook was asked twice", async () => {
    const contexts = [{ text: "mind the gap", lifetime: "turn" as const }];
    const hooks = [preCall("preempt", { contexts }), preCall("default", rewrite("pwd"))];
    const { approval } = await play({ isYolo: true, hooks });
    expect(approval.contexts).toEqual([{ hook: "preempt hook", text: "mind the gap", lifetime: "turn" }]);
  });

  it("ends the run with its reason", async () => {
    const { approval } = await play({ isYolo: true, hooks: [preCall("default", { stop: { reason: "enough" } })] });
    expect(approval).toMatchObject({ decision: "deny", reason: "enough", stop: { reason: "enough" } });
  });

  it("is named when it refuses", async () => {
    const { approval } = await play({ hooks: [preCall("default", denyHook, "no-shell")] });
    expect(approval).toMatchObject({ reason: "no", hook: { name: "no-shell", dialect: "native" } });
  });
});
