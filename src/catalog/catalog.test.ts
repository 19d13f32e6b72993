import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type catalog,
  contractOf,
  contracts,
  type EventName,
  type EventPatch,
  type EventPayload,
  type FirePayload,
  isEventName,
} from "./catalog.ts";
import { families } from "./families.ts";
import { fieldsOf } from "./field-kind.ts";
import { jsonSchemas, patchJsonSchema, payloadJsonSchema } from "./json-schema.ts";

/*
 * The 52 events that Hookline shares with AGH, written down a second time and independently of the contracts:
 * name, whether sync hooks may run, schema names, what a deny does.
 */
const shared: [name: EventName, sync: "sync" | "async-only", payload: string, patch: string, deny: string][] = [
  ["session.pre_create", "sync", "SessionPreCreatePayload", "SessionCreatePatch", "refuses"],
  ["session.post_create", "sync", "SessionPostCreatePayload", "SessionPostCreatePatch", "stops-chain"],
  ["session.pre_resume", "sync", "SessionPreResumePayload", "SessionPreResumePatch", "refuses"],
  ["session.post_resume", "sync", "SessionPostResumePayload", "SessionPostResumePatch", "stops-chain"],
  ["session.pre_stop", "sync", "SessionPreStopPayload", "SessionPreStopPatch", "refuses"],
  ["session.post_stop", "sync", "SessionPostStopPayload", "SessionPostStopPatch", "stops-chain"],
  ["input.pre_submit", "sync", "InputPreSubmitPayload", "InputPreSubmitPatch", "refuses"],
  ["prompt.post_assemble", "sync", "PromptPayload", "PromptPatch", "refuses"],
  ["event.pre_record", "async-only", "EventPreRecordPayload", "EventPreRecordPatch", "none"],
  ["event.post_record", "async-only", "EventPostRecordPayload", "EventPostRecordPatch", "none"],
  ["automation.job.pre_fire", "sync", "AutomationJobPreFirePayload", "AutomationFirePatch", "refuses"],
  ["automation.job.post_fire", "async-only", "AutomationJobPostFirePayload", "AutomationObservationPatch", "none"],
  ["automation.trigger.pre_fire", "sync", "AutomationTriggerPreFirePayload", "AutomationFirePatch", "refuses"],
  [
    "automation.trigger.post_fire",
    "async-only",
    "AutomationTriggerPostFirePayload",
    "AutomationObservationPatch",
    "none",
  ],
  ["automation.run.completed", "async-only", "AutomationRunCompletedPayload", "AutomationObservationPatch", "none"],
  ["automation.run.failed", "async-only", "AutomationRunFailedPayload", "AutomationObservationPatch", "none"],
  ["agent.pre_start", "sync", "AgentPreStartPayload", "AgentStartPatch", "refuses"],
  ["agent.spawned", "sync", "AgentSpawnedPayload", "AgentSpawnedPatch", "none"],
  ["agent.crashed", "sync", "AgentCrashedPayload", "AgentCrashedPatch", "none"],
  ["agent.stopped", "sync", "AgentStoppedPayload", "AgentStoppedPatch", "none"],
  ["turn.start", "sync", "TurnStartPayload", "TurnStartPatch", "stops-chain"],
  ["turn.end", "sync", "TurnEndPayload", "TurnEndPatch", "stops-chain"],
  ["message.start", "sync", "MessageStartPayload", "MessageStartPatch", "stops-chain"],
  ["message.delta", "async-only", "MessageDeltaPayload", "MessageDeltaPatch", "none"],
  ["message.end", "sync", "MessageEndPayload", "MessageEndPatch", "stops-chain"],
  ["tool.pre_call", "sync", "ToolPreCallPayload", "ToolCallPatch", "refuses"],
  ["tool.post_call", "sync", "ToolPostCallPayload", "ToolResultPatch", "stops-chain"],
  ["tool.post_error", "sync", "ToolPostErrorPayload", "ToolPostErrorPatch", "stops-chain"],
  ["permission.request", "sync", "PermissionRequestPayload", "PermissionRequestPatch", "refuses"],
  ["permission.resolved", "async-only", "PermissionResolvedPayload", "PermissionResolvedPatch", "none"],
  ["permission.denied", "async-only", "PermissionDeniedPayload", "PermissionDeniedPatch", "none"],
  ["context.pre_compact", "sync", "ContextPreCompactPayload", "ContextPreCompactPatch", "refuses"],
  ["context.post_compact", "sync", "ContextPostCompactPayload", "ContextPostCompactPatch", "stops-chain"],
  ["coordinator.pre_spawn", "sync", "CoordinatorPreSpawnPayload", "CoordinatorSpawnPatch", "refuses"],
  ["coordinator.spawned", "sync", "CoordinatorSpawnedPayload", "CoordinatorObservationPatch", "none"],
  ["coordinator.decision", "sync", "CoordinatorDecisionPayload", "CoordinatorObservationPatch", "none"],
  ["coordinator.stopped", "sync", "CoordinatorStoppedPayload", "CoordinatorObservationPatch", "none"],
  ["coordinator.failed", "sync", "CoordinatorFailedPayload", "CoordinatorObservationPatch", "none"],
  ["task.run.enqueued", "sync", "TaskRunEnqueuedPayload", "TaskRunObservationPatch", "none"],
  ["task.run.pre_claim", "sync", "TaskRunPreClaimPayload", "TaskRunPreClaimPatch", "refuses"],
  ["task.run.post_claim", "sync", "TaskRunPostClaimPayload", "TaskRunObservationPatch", "none"],
  ["task.run.lease_extended", "sync", "TaskRunLeaseExtendedPayload", "TaskRunObservationPatch", "none"],
  ["task.run.lease_expired", "sync", "TaskRunLeaseExpiredPayload", "TaskRunObservationPatch", "none"],
  ["task.run.lease_recovered", "sync", "TaskRunLeaseRecoveredPayload", "TaskRunObservationPatch", "none"],
  ["task.run.released", "sync", "TaskRunReleasedPayload", "TaskRunObservationPatch", "none"],
  ["task.run.completed", "sync", "TaskRunCompletedPayload", "TaskRunObservationPatch", "none"],
  ["task.run.failed", "sync", "TaskRunFailedPayload", "TaskRunObservationPatch", "none"],
  ["spawn.pre_create", "sync", "SpawnPreCreatePayload", "SpawnCreatePatch", "refuses"],
  ["spawn.created", "sync", "SpawnCreatedPayload", "SpawnObservationPatch", "none"],
  ["spawn.parent_stopped", "sync", "SpawnParentStoppedPayload", "SpawnObservationPatch", "none"],
  ["spawn.ttl_expired", "sync", "SpawnTTLExpiredPayload", "SpawnObservationPatch", "none"],
  ["spawn.reaped", "sync", "SpawnReapedPayload", "SpawnObservationPatch", "none"],
];
const sharedNames: ReadonlySet<string> = new Set(shared.map(([name]) => name));

const added: EventName[] = [
  "session.start",
  "session.end",
  "session.awaiting_input",
  "input.steering",
  "input.followup",
  "agent.switched",
  "turn.stopping",
  "turn.error",
  "turn.limit_reached",
  "turn.limit_extended",
  "step.start",
  "step.end",
  "model.pre_call",
  "model.post_call",
  "tool.transform_result",
  "permission.decided",
  "context.compacting",
  "subagent.start",
  "subagent.stop",
  "notice.raised",
  "worktree.created",
];

describe("the catalog", () => {
  it("C001 has every event once, the 52 shared ones in their canonical order", () => {
    const names = contracts.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => sharedNames.has(name))).toEqual(shared.map(([name]) => name));
    expect(names.filter((name) => !sharedNames.has(name))).toEqual(added);
    expect(names).toHaveLength(73);
  });

  it("C001 keeps families together and in order, and an event's name begins with its family", () => {
    const seen = [...new Set(contracts.map(({ family }) => family))];
    expect(seen).toEqual(Object.keys(families));
    const byFamily = Object.keys(families).flatMap((name) => contracts.filter(({ family }) => family === name));
    expect(byFamily).toEqual(contracts);
    expect(contracts.filter(({ name, family }) => !name.startsWith(`${family}.`))).toEqual([]);
  });

  it("C001 counts 14 families and 43 sync-eligible events among the shared 52", () => {
    const ours = contracts.filter(({ name }) => sharedNames.has(name));
    expect(ours).toHaveLength(52);
    expect(new Set(ours.map(({ family }) => family)).size).toBe(14);
    expect(ours.filter(({ sync }) => sync)).toHaveLength(43);
  });

  it("C002 lets no sync hook near the nine async-only events, and gives their hooks no powers", () => {
    const asyncOnly = contracts.filter(({ sync }) => !sync);
    expect(asyncOnly.map(({ name }) => name)).toEqual(
      shared.filter(([, sync]) => sync === "async-only").map(([name]) => name),
    );
    expect(asyncOnly).toHaveLength(9);
    expect(asyncOnly.flatMap(({ powers }) => powers)).toEqual([]);
  });

  it.each(shared)("C004 %s is %s, reads %s, answers %s, deny %s", (name, sync, payload, patch, deny) => {
    const contract = contractOf(name);
    expect(contract.sync).toBe(sync === "sync");
    expect([contract.payloadSchema, contract.patchSchema, contract.deny]).toEqual([payload, patch, deny]);
  });

  it.each([
    ["C003", "tool.pre_cal"],
    ["C003", "tool.pre_call "],
    ["C003", "Tool.pre_call"],
    ["C003", "tool"],
    ["C003", ""],
    ["C003", "toString"],
    ["C003", "__proto__"],
    ["C006", "scheduler.tick"],
    ["C006", "hook.dispatch.start"],
    ["C006", "hook.dispatch.complete"],
    ["C006", "daemon.start"],
  ])("%s %j is not a hook event", (_id, name) => {
    expect(isEventName(name)).toBe(false);
    expect(() => contractOf(name as EventName)).toThrow(TypeError);
  });
});

describe("every contract", () => {
  it.each(contracts)("$name grants deny exactly when its patch can say it", (contract) => {
    const canSayIt = "deny" in contract.patch.shape || "cancel" in contract.patch.shape;
    if (contract.sync) expect(contract.powers.includes("deny")).toBe(canSayIt);
    expect(contract.deny !== "none").toBe(contract.sync && canSayIt);
  });

  it.each(contracts)("$name reads its matcher keys from payload fields that exist", (contract) => {
    for (const path of Object.values(contract.matcherFields)) {
      let fields = fieldsOf(contract.payload);
      for (const name of path.split(".")) {
        const kind = fields.get(name)?.kind;
        expect(kind, `${path} of ${contract.payloadSchema}`).toBeDefined();
        fields = kind?.is === "object" ? kind.fields : new Map();
      }
    }
  });

  it.each(contracts)("$name marks a denial only where the payload has the fields for it", (contract) => {
    expect(contract.marksDenial).toBe("denied" in contract.payload.shape);
  });

  it.each(contracts)("$name carries its name and time, unless it is an automation", (contract) => {
    expect(contract.stamped).toBe(contract.family !== "automation");
    expect("timestamp" in contract.payload.shape).toBe(contract.stamped);
    if (contract.stamped)
      expect(payloadJsonSchema(contract)).toMatchObject({ required: expect.arrayContaining(["event"]) });
  });

  it("names each payload schema once, and gives one shape to a shared patch name", () => {
    const payloadNames = contracts.map(({ payloadSchema }) => payloadSchema);
    expect(new Set(payloadNames).size).toBe(payloadNames.length);
    const schemas = jsonSchemas();
    for (const contract of contracts) expect(patchJsonSchema(contract)).toEqual(schemas.get(contract.patchSchema));
  });

  it("lets hooks outlive a cancelled request on observations of tasks, but not on the claim", () => {
    const taskRuns = contracts.filter(({ family }) => family === "task.run");
    expect(taskRuns.filter(({ detached }) => !detached).map(({ name }) => name)).toEqual(["task.run.pre_claim"]);
  });

  it("holds its tongue about raw lease tokens", () => {
    const mentions = [...jsonSchemas()].filter(([, schema]) => JSON.stringify(schema).includes("claim_token"));
    expect(mentions).toEqual([]);
  });

  it.each([
    ["session.pre_create", "session-workspace"],
    ["permission.request", "permission-escalation"],
    ["task.run.pre_claim", "claim-narrowing"],
    ["spawn.pre_create", "spawn-narrowing"],
  ] as const)("guards %s by %s", (name, guard) => {
    expect(contractOf(name).guard).toBe(guard);
    expect(contracts.filter((contract) => contract.guard === guard)).toHaveLength(1);
  });

  it.each([
    ["tool.pre_call", ["deny", "ask", "allow", "patch", "add-context", "stop", "message"]],
    ["permission.request", ["deny", "ask", "allow", "patch", "message"]],
    ["turn.stopping", ["deny", "add-context", "continue", "stop", "message"]],
    ["tool.transform_result", ["patch", "message"]],
    ["model.pre_call", ["deny", "patch", "stop", "message"]],
    ["agent.spawned", ["message"]],
    ["turn.start", ["deny", "message"]],
    ["notice.raised", ["message"]],
  ] as const)("%s grants %j", (name, powers) => {
    expect(contractOf(name).powers).toEqual(powers);
  });
});

describe("the catalog's types", () => {
  it("know names, payloads and patches", () => {
    expectTypeOf<"tool.pre_call">().toExtend<EventName>();
    expectTypeOf<"scheduler.tick">().not.toExtend<EventName>();
    expectTypeOf<(typeof catalog)["length"]>().toEqualTypeOf<73>();

    expectTypeOf<EventPayload<"tool.pre_call">["event"]>().toEqualTypeOf<"tool.pre_call">();
    expectTypeOf<EventPayload<"tool.pre_call">["timestamp"]>().toEqualTypeOf<string>();
    expectTypeOf<EventPayload<"tool.pre_call">["tool_name"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<EventPayload<"tool.pre_call">["read_only"]>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<EventPayload<"permission.request">["tool_call"]["kind"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<EventPayload<"task.run.post_claim">["claimed_at"]>().toEqualTypeOf<string>();
    expectTypeOf<EventPatch<"tool.pre_call">["deny"]>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<keyof EventPatch<"automation.job.pre_fire">>().toEqualTypeOf<"prompt" | "cancel">();
    // @ts-expect-error tool calls have no prompt
    expectTypeOf<EventPayload<"tool.pre_call">["prompt"]>().toBeUnknown();
  });

  it("let the caller of fire leave out what the engine fills in, and nothing else", () => {
    expectTypeOf({ tool_name: "Edit" }).toExtend<FirePayload<"tool.pre_call">>();
    expectTypeOf({ event: "tool.post_call" as const }).not.toExtend<FirePayload<"tool.pre_call">>();
    expectTypeOf({ action: "write" }).not.toExtend<FirePayload<"permission.request">>();
    expectTypeOf({ action: "write", tool_call: { kind: "edit" } }).toExtend<FirePayload<"permission.request">>();
    expectTypeOf({ trigger_id: "t", event: "webhook" }).toExtend<FirePayload<"automation.trigger.pre_fire">>();
    expectTypeOf({ event: "webhook" }).not.toExtend<FirePayload<"automation.trigger.pre_fire">>();
  });
});
