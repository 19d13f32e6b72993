import { type Dispatch, refuse, report } from "./dispatch-state.ts";
import { type Effects, noEffects } from "./effects.ts";
import { type Ending, ending, noOpinion } from "./ending.ts";
import type { Hook } from "./hook.ts";
import { isStricter, type Judgement, judgeReply } from "./judge.ts";
import type { Failure, Reply } from "./ports.ts";
import { effectsOf } from "./read-reply.ts";
import { keepFixed } from "./second-look.ts";
import type { Trace, TraceStep } from "./trace.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Judges one reply, changes the dispatch accordingly and tells how the run ended. */
export function settle(state: Dispatch, hook: Hook, reply: Reply): Ending {
  if (state.trace === null) return judge(state, hook, reply);
  const given = state.payload;
  const ended = judge(state, hook, reply);
  const { decision, reason, payload } = state;
  tell(state, state.trace, hook, given, reply, ended, { decision, reason, payload });
  return ended;
}

/** Tells whoever asked what a hook was given, what it answered and what came of it. */
export function tell(
  { contract }: Dispatch,
  trace: Trace,
  hook: Hook,
  given: Fields,
  reply: Reply,
  { outcome, failure, error }: Ending,
  after: TraceStep["after"],
): void {
  const effects = effectsOf(contract, hook, reply, given);
  trace({ hook, given, reply, effects, outcome, failure, error, after });
}

function judge(state: Dispatch, hook: Hook, reply: Reply): Ending {
  if (reply === undefined) return noOpinion;
  const effects = effectsOf(state.contract, hook, reply, state.payload);
  if (effects === noEffects) return noOpinion;
  if (effects.kind === "failure") return fail(state, hook, effects);
  const { fixed } = state.plan;
  const reached = judgeReply(state.contract, hook.name, state.payload, effects);
  const judged = fixed === undefined ? reached : keepFixed(fixed, hook, state.payload, reached);
  combine(state, hook.name, judged);
  if (effects.final) state.ended = true;
  const { usage = null } = effects;
  return { outcome: judged.outcome, failure: null, error: judged.rejection, patch: answerOf(effects, judged), usage };
}

/** What the records keep of an answer: a hook that allowed or asked must not look like one without an opinion. */
function answerOf({ patch }: Effects, { decision }: Judgement): Fields | null {
  if ((decision !== "allow" && decision !== "ask") || (patch && "decision" in patch)) return patch ?? null;
  return { ...patch, decision };
}

function combine(state: Dispatch, hook: string, judged: Judgement): void {
  if (state.decision === "allow" && judged.outcome === "applied" && isRewritten(state.payload, judged.payload)) {
    state.decision = "none";
    state.reason = null;
  }
  state.payload = judged.payload;
  if (judged.decision === "deny" && state.decision === "deny") {
    // Only hooks that ran beside each other can both have refused; both are heard.
    state.reason = [state.reason, judged.reason].filter((reason) => reason !== null).join("\n") || null;
  } else if (isStricter(judged.decision, state.decision)) {
    state.decision = judged.decision;
    state.reason = judged.reason;
  }
  if (judged.contexts.length > 0)
    state.contexts = [...state.contexts, ...judged.contexts.map((one) => ({ hook, ...one }))];
  if (judged.messages.length > 0)
    state.messages = [...state.messages, ...judged.messages.map((one) => ({ hook, ...one }))];
  state.metadata = { ...state.metadata, ...judged.metadata };
  state.continue ??= judged.continue;
  state.stop ??= judged.stop;
  report(state, ...judged.problems);
  if (judged.outcome === "denied") state.ended = true;
}

/** An allow was given to what the earlier hook saw. It does not cover what a later hook made of it. */
function isRewritten(before: Fields, after: Fields): boolean {
  if (before === after) return false;
  return Object.keys(after).some((field) => field !== "decision" && after[field] !== before[field]);
}

function fail(state: Dispatch, hook: Hook, { failure, detail, policy, warning, usage }: Failure): Ending {
  const onFailure = policy ?? hook.onFailure;
  const blocks = onFailure === "block";
  const isUntrusted = failure === "trust-refused";
  const ended = ending(isUntrusted ? "skipped" : "failed", detail, failure, usage);
  // It stands in the records all the same. That a hook was not allowed to run is more than one of its failures.
  if (onFailure === "ignore" && !isUntrusted) return ended;
  if (warning !== undefined) state.messages = [...state.messages, { hook: hook.name, level: "warning", text: warning }];
  const what = isUntrusted
    ? `Hook "${hook.name}" did not run on ${state.contract.name} (${failure}): ${detail}.`
    : `Hook "${hook.name}" gave no usable answer on ${state.contract.name} (${failure}): ${detail}.`;
  report(state, {
    code: blocks ? "HOOK_REQUIRED_FAILED" : "HOOK_FAILED",
    hook: hook.name,
    failure,
    what,
    fix: isUntrusted
      ? 'Look at what it runs and decide with "hookline trust".'
      : blocks
        ? `Repair the hook; until then ${state.contract.name} is refused because the hook is required.`
        : `Repair the hook. It did not stop anything${wayToRefuse(state)}.`,
  });
  if (blocks) refuse(state, `${what} The hook is required.`);
  return ended;
}

/** How to make a failure refuse, on events that can be refused. */
function wayToRefuse({ contract }: Dispatch): string {
  return contract.deny === "refuses" ? '; set "on_failure" to "block" to refuse when it fails' : "";
}
