import type { HookPlan, Plan } from "./plan.ts";

/** A session to which nothing happens. */
const calm: Plan = {
  agents: [{ name: "root" }],
  script: { answers: [{ text: "Done." }] },
  oddities: [],
  hooks: [],
  permissions: { allow: [], deny: [], ask: [] },
  isYolo: true,
  answers: null,
  maxIterations: 12,
  inputs: [{ text: "Go.", before: "nothing" }],
  moments: [],
  storeFailure: null,
  killedAt: null,
  isTakenUp: false,
  stops: 1,
};
const silent: HookPlan = {
  event: "turn.start",
  does: "nothing",
  when: "always",
  patch: {},
  mode: "sync",
  onFailure: "open",
  lane: "default",
};
const input = { text: "Go.", before: "nothing" } as const;

/** What chance leads to too seldom. Each of them was broken once, or would be by one line. */
export const examples: readonly Plan[] = [
  // Stopped while hooks are still told that the next message is waited for.
  {
    ...calm,
    hooks: [{ ...silent, event: "session.awaiting_input", does: "slow" }],
    moments: [{ at: 1, of: "session.awaiting_input", does: "force-stop" }],
  },
  // A hook ends the turn of an agent that repeats itself.
  {
    ...calm,
    script: { answers: Array.from({ length: 8 }, () => ({ tool_calls: [{ name: "read", arguments: { n: 0 } }] })) },
    hooks: [{ ...silent, event: "turn.stopping", does: "stop" }],
  },
  // A refused message has used up a turn of which a cleared conversation remembers nothing.
  {
    ...calm,
    hooks: [{ ...silent, event: "input.pre_submit", does: "deny", when: "first" }],
    inputs: [input, input],
    moments: [{ at: 2, of: "session.awaiting_input", does: "clear" }],
    isTakenUp: true,
  },
  // The store does not take that a task was delegated, and a hook names an agent that nobody knows.
  {
    ...calm,
    agents: [{ name: "root", subAgents: ["helper"] }, { name: "helper" }],
    script: { answers: [{ tool_calls: [{ name: "transfer_task", arguments: { agent: "helper", task: "Help." } }] }] },
    hooks: [{ ...silent, event: "session.pre_stop", does: "patch", patch: { agent_name: "nobody" } }],
    storeFailure: { at: 0, of: "system", times: 1 },
  },
  // The store takes a new session, and then nothing more of it.
  { ...calm, storeFailure: { at: 0, of: "update", times: 1 } },
  // Three ask at once that the session stops, and a hook refuses the first.
  { ...calm, hooks: [{ ...silent, event: "session.pre_stop", does: "later-deny", when: "first" }], stops: 3 },
  // The store fails while the conversation is cleared.
  { ...calm, inputs: [{ text: "Go.", before: "clear" }], storeFailure: { at: 0, of: "system", times: 1 } },
  // A hook refuses in the place of a person who would have approved.
  {
    ...calm,
    script: { answers: [{ tool_calls: [{ name: "write", arguments: { n: 0 } }] }] },
    hooks: [{ ...silent, event: "permission.request", does: "deny" }],
    isYolo: false,
    answers: ["approve"],
  },
  // Canceled after a call was approved and before it runs.
  {
    ...calm,
    script: { answers: [{ tool_calls: [{ name: "write", arguments: { n: 0 } }] }] },
    moments: [{ at: 1, of: "kept permission", does: "cancel" }],
  },
];
