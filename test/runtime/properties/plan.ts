import fc from "fast-check";
import type { AgentDefinition } from "../../../src/agent/agent-definition.ts";
import { catalog, type EventName } from "../../../src/catalog/catalog.ts";
import type { Lane } from "../../../src/engine/hook.ts";
import { type ModelScript, type ScriptedAnswer, scriptedErrorCodes } from "../../../src/models/scripted/script.ts";

/** Everything that happens to a session by chance. Plain data, so that a failure can be read and played again. */
export interface Plan {
  readonly agents: readonly Partial<AgentDefinition>[];
  readonly script: ModelScript;
  readonly oddities: readonly Oddity[];
  readonly hooks: readonly HookPlan[];
  readonly permissions: Readonly<Record<"allow" | "deny" | "ask", readonly string[]>>;
  readonly isYolo: boolean;
  /** What a person answers, one after the other; null when nobody sits there. */
  readonly answers: readonly Answer[] | null;
  readonly maxIterations: number;
  readonly inputs: readonly InputPlan[];
  readonly moments: readonly Moment[];
  /** The store refuses so many writes from the n-th one on, or so many of one kind. */
  readonly storeFailure: { readonly at: number; readonly of: string | null; readonly times: number } | null;
  /** The process dies, and another one takes the session up. */
  readonly killedAt: Instant | null;
  /** Another process takes the session up when it has stopped. */
  readonly isTakenUp: boolean;
  /** How many ask at once that the session stops. */
  readonly stops: number;
}

/** What the n-th model call does that no script can say. */
export interface Oddity {
  readonly call: number;
  readonly does: (typeof oddDeeds)[number];
}
const oddDeeds = ["breaks", "has-no-end", "says-canceled", "is-not-supported", "falls-back", "falls-silent"] as const;

export interface HookPlan {
  readonly event: EventName;
  readonly does: HookDeed;
  /** Acts on the first event only, on every second one, or always. */
  readonly when: "first" | "second" | "always";
  readonly patch: Readonly<Record<string, unknown>>;
  readonly mode: "sync" | "async";
  readonly onFailure: "open" | "block" | "required";
  readonly lane: Lane;
}

const deeds = [
  "nothing",
  "deny",
  "ask",
  "allow",
  "patch",
  "context",
  "stop",
  "continue",
  "throw",
  "reject",
  "hang",
  "later",
  "slow",
  "later-deny",
] as const;
export type HookDeed = (typeof deeds)[number];

export const answers = ["approve", "approve-session", "approve-tool", "reject", "breaks", "waits"] as const;
export type Answer = (typeof answers)[number];

export interface InputPlan {
  readonly text: string;
  readonly before: "clear" | "compact" | "nothing";
}

/** When so much has happened, or so much of one kind. */
export interface Instant {
  readonly at: number;
  readonly of: string | null;
}

/** Something done to the session at an instant. */
export interface Moment extends Instant {
  readonly does: Deed;
}
const momentDeeds = [
  "cancel",
  "steer",
  "follow-up",
  "stop",
  "force-stop",
  "yolo",
  "no-yolo",
  "compact",
  "clear",
] as const;
export type Deed = (typeof momentDeeds)[number];

const outside = /^(automation|coordinator|task\.run|spawn|worktree)\.|^agent\.(?!switched)/;
const loopEvents = catalog.filter(({ name }) => !outside.test(name));
const gates: readonly EventName[] = [
  "tool.pre_call",
  "permission.request",
  "input.pre_submit",
  "input.steering",
  "input.followup",
  "model.pre_call",
  "turn.start",
  "prompt.post_assemble",
  "turn.stopping",
  "tool.post_call",
  "tool.post_error",
  "tool.transform_result",
  "subagent.start",
  "session.pre_stop",
  "context.pre_compact",
  "context.compacting",
];

/** Some fit one event and are nonsense for all others, and some are nonsense everywhere. */
const patches: readonly Readonly<Record<string, unknown>>[] = [
  { tool_input: { n: 9 } },
  { tool_input: { n: 1 }, read_only: true },
  { tool_input: 5 },
  { tool_name: "write" },
  { decision: "allow-once" },
  { deny: true, deny_reason: "no" },
  { messages: [] },
  { messages: [{ role: "nobody" }] },
  { messages: [{ role: "user", content: "rewritten" }] },
  { message: "rewritten" },
  { prompt: "" },
  { text: "rewritten", role: "system" },
  { tool_result: { rewritten: true } },
  { error: "rewritten" },
  { summary: "A summary of a hook." },
  { reason: "rewritten" },
  { session_name: "renamed", agent_name: "helper" },
  { agent_name: "nobody" },
  { nonsense: [1, 2, 3] },
];

/** What means something where it is said; other combinations are mostly reported and not obeyed. */
const telling: readonly (readonly [EventName, HookDeed])[] = [
  ["tool.pre_call", "deny"],
  ["tool.pre_call", "ask"],
  ["tool.pre_call", "allow"],
  ["tool.pre_call", "stop"],
  ["tool.pre_call", "patch"],
  ["tool.post_call", "stop"],
  ["tool.post_error", "stop"],
  ["permission.request", "deny"],
  ["permission.request", "allow"],
  ["turn.stopping", "stop"],
  ["turn.stopping", "continue"],
  ["turn.stopping", "deny"],
  ["input.pre_submit", "deny"],
  ["input.steering", "deny"],
  ["input.followup", "stop"],
  ["model.pre_call", "deny"],
  ["subagent.start", "deny"],
  ["session.pre_stop", "deny"],
  ["session.awaiting_input", "slow"],
  ["context.compacting", "deny"],
];

const hook: fc.Arbitrary<HookPlan> = fc
  .record({
    act: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...telling) },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...gates), fc.constantFrom(...deeds)) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom(...loopEvents.map(({ name }) => name)), fc.constantFrom(...deeds)),
      },
    ),
    when: fc.constantFrom("first" as const, "second" as const, "always" as const),
    patch: fc.constantFrom(...patches),
    isAsync: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    onFailure: fc.constantFrom("open" as const, "open" as const, "block" as const, "required" as const),
    lane: fc.constantFrom<Lane>("default", "preempt", "unless-approved"),
  })
  .map(({ isAsync, act: [event, does], ...plan }) => {
    const isSync = loopEvents.find(({ name }) => name === event)?.sync === true && !isAsync;
    // Async hooks cannot be required.
    return { ...plan, event, does, mode: isSync ? "sync" : "async", onFailure: isSync ? plan.onFailure : "open" };
  });

const ownTools = ["read", "write", "fail", "wrong", "slow", "stubborn", "endless", "poll", "quits"];
const delegating = [
  { name: "transfer_task", arguments: { agent: "helper", task: "Help." } },
  { name: "transfer_task", arguments: { agent: "nobody", task: "Help." } },
  { name: "handoff", arguments: { agent: "helper" } },
  { name: "handoff", arguments: { agent: "root" } },
  { name: "run_background_agent", arguments: { agent: "helper", task: "Help." } },
  { name: "list_background_agents", arguments: {} },
  { name: "view_background_agent", arguments: { id: "bg_1" } },
  { name: "stop_background_agent", arguments: { id: "bg_1" } },
  { name: "run_skill", arguments: { name: "inlined" } },
  { name: "run_skill", arguments: { name: "forked", task: "Do it." } },
];

const call = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      name: fc.constantFrom(...ownTools),
      arguments: fc.integer({ min: 0, max: 2 }).map((n) => ({ n })),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom(...delegating) },
  { weight: 1, arbitrary: fc.constantFrom({ name: "unknown", arguments: {} }, { name: "write", arguments: "{bad" }) },
  // Some models count their calls anew with each answer.
  { weight: 1, arbitrary: fc.constantFrom({ name: "write", arguments: { n: 1 }, id: "again" }) },
);

const batch = fc
  .array(call, { minLength: 1, maxLength: 3 })
  .filter((calls) => calls.filter((one) => "id" in one).length < 2);

const failure = fc.record({
  code: fc.constantFrom(...scriptedErrorCodes),
  times: fc.integer({ min: 1, max: 3 }),
  after_text: fc.boolean(),
  retry_after_ms: fc.constant(0),
});

const answer: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text: fc.constantFrom("Done.", "", "Two words."), chunk: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ thought: fc.constant("Hm."), text: fc.constant("Well."), chunk: fc.nat(2) }) },
  { weight: 14, arbitrary: fc.record({ text: fc.constantFrom("", "Now."), tool_calls: batch }) },
  { weight: 2, arbitrary: fc.record({ text: fc.constant("Half an answer."), chunk: fc.nat(5), error: failure }) },
  { weight: 1, arbitrary: fc.record({ error: failure }) },
  {
    weight: 1,
    arbitrary: fc.record({
      text: fc.constant("Cut"),
      finish: fc.constantFrom("length" as const, "content-filter" as const, "other" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      text: "Long.",
      tool_calls: [{ name: "read", arguments: { n: 0 } }],
      usage: { input_tokens: 950, output_tokens: 10 },
    }),
  },
);

/** Now and then the model does the same thing over and over. */
const answerList = fc.oneof(
  { weight: 6, arbitrary: fc.array(answer, { maxLength: 6 }) },
  { weight: 1, arbitrary: answer.map((one) => Array.from({ length: 12 }, () => one)) },
);

const script: fc.Arbitrary<ModelScript> = fc.record({
  answers: answerList,
  agents: fc.record({ helper: fc.record({ answers: fc.array(answer, { maxLength: 3 }) }) }),
  context_limit: fc.constantFrom(1000, 100_000),
});

const agents: fc.Arbitrary<Plan["agents"]> = fc
  .record({ forceHandoff: fc.constantFrom(null, null, "helper"), isBackAgain: fc.boolean() })
  .map(({ forceHandoff, isBackAgain }) => [
    {
      name: "root",
      subAgents: ["helper"],
      handoffs: ["helper"],
      toolsets: [{ type: "background_agents" }],
      skills: true,
      forceHandoff,
    },
    { name: "helper", handoffs: isBackAgain ? ["root"] : [], skills: true },
  ]);

const rules = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(fc.constantFrom("read", "write", "write:n=1", "slow", "fail", "transfer_task", "*"), {
      maxLength: 2,
    }),
  },
);
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const kinds = [
  "turn_started",
  "turn_ended",
  "session.awaiting_input",
  "step.start",
  "step.end",
  "message.delta",
  "model.pre_call",
  "model.post_call",
  "tool.pre_call",
  "tool_called",
  "confirmation_requested",
  "permission.decided",
  "ran",
  "kept tool_call",
  "kept permission",
  "kept tool_result",
  "compaction_started",
  "subagent.start",
  "subagent_started",
  "session.pre_stop",
  "session.start",
];
const writes = [
  "create",
  "update",
  "user_message",
  "tool_call",
  "permission",
  "tool_result",
  "system",
  "done",
  "error",
];
const instant: fc.Arbitrary<Instant> = fc.oneof(
  fc.record({ at: fc.oneof(fc.nat(30), fc.nat(120), fc.nat(400)), of: fc.constant(null) }),
  fc.record({ at: fc.integer({ min: 1, max: 3 }), of: fc.constantFrom(...kinds) }),
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  agents,
  script,
  oddities: fc.array(
    fc.record({
      call: fc.nat(5),
      does: fc.constantFrom(...oddDeeds),
    }),
    { maxLength: 1 },
  ),
  hooks: fc.oneof(fc.array(hook, { maxLength: 2 }), fc.array(hook, { maxLength: 8 })),
  permissions: fc.record({ allow: rules, deny: rules, ask: rules }),
  isYolo: fc.constantFrom(true, false, false),
  answers: seldom(fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 4 }), 1),
  maxIterations: fc.constantFrom(3, 8, 12),
  inputs: fc.array(
    fc.record({
      text: fc.constantFrom("Go.", "", `Go. ${"word ".repeat(300)}`),
      before: fc.constantFrom("nothing" as const, "nothing" as const, "clear" as const, "compact" as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  moments: fc.array(
    fc.tuple(instant, fc.constantFrom(...momentDeeds)).map(([when, does]) => ({ ...when, does })),
    { maxLength: 4 },
  ),
  storeFailure: seldom(
    fc.oneof(
      fc.record({ at: fc.nat(40), of: fc.constant(null), times: fc.constantFrom(1, 2, 1000) }),
      fc.record({ at: fc.nat(2), of: fc.constantFrom(...writes), times: fc.constantFrom(1, 1000) }),
    ),
    4,
  ),
  killedAt: seldom(instant, 3),
  isTakenUp: fc.constantFrom(true, false, false, false),
  stops: fc.integer({ min: 1, max: 3 }),
});
