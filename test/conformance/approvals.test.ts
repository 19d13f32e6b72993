import { describe, expect, it } from "vitest";
import { type Played, play, type Scene } from "../../src/runtime/approval/approval.fixture.ts";
import { denialText } from "../../src/runtime/approval/denial-text.ts";
import { environment, forTools, says, saysSpecific, sh } from "./docker-agent.ts";
import { type Declared, openTestWorkspace, printing } from "./workspace.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Files {
  /** The `hooks` of a hookline.yaml. */
  readonly docker?: Fields;
  readonly agh?: readonly Declared[];
  /** The workspace's hooks.json. */
  readonly claude?: Fields;
}

/** Has one call approved in a workspace whose hooks are files and processes. */
async function approveIn(
  files: Files,
  scene: Omit<Scene, "engine" | "hooks"> = {},
): Promise<Played & { names: string[] }> {
  const test = openTestWorkspace({
    environment,
    hooks: files.agh ?? [],
    ...(files.docker && { yaml: { hooks: files.docker } }),
    ...(files.claude && { files: { ".hookline/hooks.json": JSON.stringify(files.claude) } }),
  });
  try {
    const played = await play({ ...scene, engine: test.engine });
    await test.engine.idle();
    return { ...played, names: test.records.map(({ hook_name }) => hook_name) };
  } finally {
    await test.close();
  }
}

const decide = (decision: string, more: Fields = {}) =>
  sh(saysSpecific({ permission_decision: decision, permission_decision_reason: `${decision} it`, ...more }), {
    name: decision,
  });
const preTool = (...hooks: Fields[]) => ({ pre_tool_use: [forTools(...hooks)] });
const preempting = (...hooks: Fields[]) => ({ pre_tool_use: [{ preempt_yolo: true, hooks }] });
const approve = { kind: "approve" } as const;

describe("docker-agent: approvals", () => {
  it.each<[when: string, scene: Scene, source: string]>([
    ["yolo approves", { isYolo: true }, "yolo"],
    ["a rule denies", { team: { deny: ["shell"] } }, "team_permissions_deny"],
    ["a rule allows", { team: { allow: ["shell"] } }, "team_permissions_allow"],
    [
      "a rule that asks goes before the tool's read-only hint",
      { team: { ask: ["shell"] }, tool: { readOnly: true }, answer: approve },
      "user_approved",
    ],
    [
      "rules of the session go before the team's",
      { session: { allow: ["shell"] }, team: { ask: ["shell"] } },
      "session_permissions_allow",
    ],
    [
      "a rule may be about arguments",
      { team: { allow: ["shell:cmd=ls*"] }, input: { cmd: "ls -l" } },
      "team_permissions_allow",
    ],
    [
      "a rule about other arguments is none",
      { team: { allow: ["shell:cmd=ls*"] }, input: { cmd: "rm x" }, answer: approve },
      "user_approved",
    ],
    ["asking is the default", { answer: approve }, "user_approved"],
    ["a tool that only reads is approved", { tool: { readOnly: true } }, "readonly_hint"],
  ])("docker §10.49: %s", async (_when, scene, source) => {
    expect((await play(scene)).approval.source).toBe(source);
  });

  it.each<[when: string, hook: string, decision: string, source: string, prompts: number]>([
    ["allow needs no prompt", "allow", "allow", "pre_tool_use_hook_allow", 0],
    ["deny needs no prompt", "deny", "deny", "pre_tool_use_hook_deny", 0],
    ["ask prompts", "ask", "allow", "user_approved", 1],
  ])("docker §10.50: %s", async (_when, hook, decision, source, prompts) => {
    const { approval, asked } = await approveIn({ docker: preTool(decide(hook)) }, { answer: approve });
    expect(approval).toMatchObject({ decision, source });
    expect(asked).toHaveLength(prompts);
    if (decision === "deny") expect(denialText(approval)).toBe('The call was refused by the hook "deny": deny it.');
  });

  it("docker §10.50: a rule that denies wins over a hook that allows", async () => {
    const { approval } = await approveIn({ docker: preTool(decide("allow")) }, { team: { deny: ["shell"] } });
    expect(approval.source).toBe("team_permissions_deny");
  });

  it("docker §10.50: a rule that allows leaves docker-agent's hook out, but not the guards of other dialects", async () => {
    const docker = preTool(decide("deny"));
    const rule = { team: { allow: ["shell"] } };
    const alone = await approveIn({ docker }, rule);
    expect(alone.approval.source).toBe("team_permissions_allow");
    expect(alone.names).toEqual([]);
    const guard: Declared = {
      name: "guard",
      event: "tool.pre_call",
      mode: "sync",
      sh: printing({ deny: true, deny_reason: "no" }),
    };
    const guarded = await approveIn({ docker, agh: [guard] }, rule);
    expect(guarded.approval).toMatchObject({
      source: "pre_tool_use_hook_deny",
      hook: { name: "guard", dialect: "agh" },
    });
  });

  it("docker §10.50: the hook is told the agent's name and the call", async () => {
    const echo = sh(
      `input=$(cat); case "$input" in *'"agent_name":"root"'*'"tool_use_id":"call_1"'*) ${saysSpecific({ permission_decision: "allow" })} ;; esac`,
    );
    expect((await approveIn({ docker: preTool(echo) }, { answer: null })).approval.source).toBe(
      "pre_tool_use_hook_allow",
    );
  });

  it("docker §10.51: a preempting ask prompts under yolo, and what it says of the call is shown", async () => {
    const metadata = { blast_radius: "high", category: "fs" };
    const { approval, asked } = await approveIn(
      { docker: preempting(decide("ask", { metadata })) },
      { isYolo: true, answer: approve, tool: { metadata: { category: "shell", from: "tool" } } },
    );
    expect(approval.source).toBe("user_approved");
    expect(asked).toMatchObject([{ reason: "ask it", metadata: { ...metadata, from: "tool" } }]);
  });

  it.each([
    ["a deny", decide("deny")],
    ["a block", sh(says({ decision: "block", reason: "no" }))],
    ["exit code 2", sh("echo no >&2; exit 2")],
    ["a hook that is not there", sh("no-such-program-anywhere")],
  ])("docker §10.51: %s in the preempting lane denies under yolo (§9 row 6)", async (_what, hook) => {
    const { approval, trace } = await approveIn({ docker: preempting(hook) }, { isYolo: true });
    expect(approval).toMatchObject({ decision: "deny", source: "pre_tool_use_hook_deny" });
    expect(trace).toEqual(["tool.pre_call(preempt)", "permission.decided"]);
  });

  it("docker §10.51: a preempting allow is advice, and the default lane is left out under yolo", async () => {
    const { approval } = await approveIn({ docker: preempting(decide("allow")) }, { answer: null });
    expect(approval.source).toBe("non_interactive_deny");
    const yolo = await approveIn({ docker: preTool(decide("deny")) }, { isYolo: true });
    expect(yolo.approval.source).toBe("yolo");
    expect(yolo.names).toEqual([]);
  });

  it("docker §10.51: safer_shell asks under yolo about what destroys something (§9 row 7)", async () => {
    const docker = preempting({ type: "builtin", command: "safer_shell" });
    const scene: Scene = { isYolo: true, input: { cmd: "rm -rf build" }, answer: { kind: "reject" } };
    const { approval, asked } = await approveIn({ docker }, scene);
    expect(approval.source).toBe("user_rejected");
    expect(asked[0]?.metadata).toMatchObject({ blast_radius: "high" });
    const granted = await approveIn({ docker }, { ...scene, session: { allow: ["shell:cmd=rm -rf build"] } });
    expect(granted.approval.source).toBe("yolo");
  });

  it("docker §10.52: without anybody to ask, an ask is a denial", async () => {
    for (const docker of [preTool(decide("ask")), preempting(decide("ask"))]) {
      const { approval } = await approveIn({ docker }, { answer: null });
      expect(approval).toMatchObject({ decision: "deny", source: "non_interactive_deny" });
      expect(approval.reason).toContain("ask it");
    }
  });

  it("docker §10.53: approving a tool keeps a rule, and a rejection carries its reason to the model", async () => {
    const { grants } = await approveIn({}, { answer: { kind: "approve-tool" } });
    expect(grants.rules.allow.map(({ text }) => text)).toEqual(["shell"]);
    const { approval } = await approveIn({}, { answer: { kind: "reject", reason: "use trash instead" } });
    expect(denialText(approval)).toBe("The call was refused by the user: use trash instead.");
  });

  it.each<[when: string, tool: Fields | undefined, hook: Fields | undefined, expected: Fields]>([
    ["only the tool's", { a: "tool" }, undefined, { a: "tool" }],
    ["the hook's goes before the tool's", { a: "tool", b: "tool" }, { a: "hook" }, { a: "hook", b: "tool" }],
    ["none", undefined, undefined, {}],
  ])("docker §10.56: what is said of a call in its confirmation: %s", async (_when, tool, hook, expected) => {
    const docker = hook && { permission_request: [forTools(sh(saysSpecific({ metadata: hook })))] };
    const { asked } = await approveIn(
      { ...(docker && { docker }) },
      { ...(tool && { tool: { metadata: tool } }), answer: approve },
    );
    expect(asked[0]?.metadata).toEqual(expected);
  });

  it.each<[decision: string, source: string, scene: Scene]>([
    ["allow", "yolo", { isYolo: true }],
    ["allow", "session_permissions_allow", { session: { allow: ["shell"] } }],
    ["deny", "team_permissions_deny", { team: { deny: ["shell"] } }],
    ["allow", "readonly_hint", { tool: { readOnly: true } }],
    ["deny", "user_rejected", { answer: { kind: "reject" } }],
    ["canceled", "context_canceled", { more: { signal: AbortSignal.abort() } }],
  ])("docker §10.57: on_tool_approval_decision is told %s and %s", async (decision, source, scene) => {
    const parts = `*'"approval_decision":"${decision}"'*'"approval_source":"${source}"'*`;
    const hook = sh(`input=$(cat); case "$input" in ${parts}) exit 0 ;; *) exit 3 ;; esac`, { name: "told" });
    const { told } = await approveIn({ docker: { on_tool_approval_decision: [hook] } }, scene);
    const ran = told.flatMap((event) => (event.kind === "hooks_ran" ? event.runs : []));
    expect(ran).toMatchObject([{ hook_name: "told", outcome: "applied", failure: null }]);
  });

  it("docker §10.58: what a hook makes of the input is checked again, and the tool gets it", async () => {
    const docker = preTool(decide("allow", { updated_input: { cmd: "rm x" } }));
    const { approval } = await approveIn({ docker });
    expect(approval).toMatchObject({ decision: "allow", input: { cmd: "rm x" }, inputChanged: true });
    const denied = await approveIn({ docker }, { team: { deny: ["shell:cmd=rm*"] } });
    expect(denied.approval.source).toBe("team_permissions_deny");
  });

  it("docker §10.58: an ask about a rewritten input cannot use what was granted before", async () => {
    const docker = preTool(decide("ask", { updated_input: { cmd: "pwd" } }));
    const { approval } = await approveIn({ docker }, { session: { allow: ["shell:cmd=pwd"] }, answer: null });
    expect(approval.source).toBe("non_interactive_deny");
  });

  it("docker §10.58: permission_request may rewrite the input, which is checked again (§9 row 4)", async () => {
    const docker = { permission_request: [forTools(decide("allow", { updated_input: { cmd: "rm x" } }))] };
    const { approval } = await approveIn({ docker });
    expect(approval).toMatchObject({ source: "permission_request_hook_allow", input: { cmd: "rm x" } });
    const denied = await approveIn({ docker }, { team: { deny: ["shell:cmd=rm*"] } });
    expect(denied.approval).toMatchObject({ decision: "deny", source: "team_permissions_deny" });
  });

  it("docker §10.58: a cancellation during a hook cancels, a hook that takes too long denies", async () => {
    const stop = new AbortController();
    const slow = sh("sleep 30", { timeout: 60 });
    const canceled = await approveIn(
      { docker: preTool(slow) },
      { more: { signal: stop.signal }, onFire: ({ lanes }) => lanes !== "preempt" && setImmediate(() => stop.abort()) },
    );
    expect(canceled.approval).toMatchObject({ decision: "canceled", source: "context_canceled" });
    const { approval } = await approveIn({ docker: preTool(sh("sleep 30", { timeout: 1 })) });
    expect(approval).toMatchObject({ decision: "deny", source: "pre_tool_use_hook_deny" });
    expect(approval.reason).toContain("timed-out");
  });
});

describe("AGH: approvals", () => {
  const asked = (patch: Fields): Declared => ({
    name: "asked",
    event: "permission.request",
    mode: "sync",
    sh: printing(patch),
  });

  it("C230 permission.request: a deny blocks the call and fires permission.denied", async () => {
    const agh = [asked({ deny: true, deny_reason: "not on my watch" })];
    const { approval, fired, asked: prompts } = await approveIn({ agh });
    expect(approval).toMatchObject({
      decision: "deny",
      source: "permission_request_hook_deny",
      reason: "not on my watch",
    });
    expect(prompts).toEqual([]);
    const denial = fired.find(({ event }) => event === "permission.denied");
    expect(denial?.payload).toMatchObject({ decision: "deny", reason: "not on my watch", request_id: "perm_call_1" });
  });

  it("C230 permission.request: turning ask into allow skips the prompt", async () => {
    const {
      approval,
      trace,
      asked: prompts,
    } = await approveIn({ agh: [asked({ decision: "allow", reason: "known" })] });
    expect(approval).toMatchObject({ decision: "allow", source: "permission_request_hook_allow", reason: "known" });
    expect(prompts).toEqual([]);
    expect(trace.slice(-2)).toEqual(["permission.resolved", "permission.decided"]);
  });
});

describe("Claude: approvals", () => {
  it("a refusal reaches the model in the words that its hooks are used to", async () => {
    const answer = says({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Secrets." } });
    const claude = { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: answer }] }] };
    const { approval } = await approveIn({ claude }, { isYolo: true });
    expect(denialText(approval)).toBe("[Blocked by hook] Secrets.");
  });
});
