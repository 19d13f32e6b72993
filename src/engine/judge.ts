import { patchDenies } from "../catalog/catalog.ts";
import type { EventContract, Power } from "../catalog/contract.ts";
import { applyPatch, markDenied } from "./apply-patch.ts";
import type { ContextText, Effects, Message } from "./effects.ts";
import { guards } from "./guards.ts";
import type { Outcome } from "./run.ts";
import type { Decision, VerdictProblem } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What one reply comes to once it is held against the event's contract. */
export interface Judgement {
  readonly outcome: Extract<Outcome, "applied" | "denied" | "rejected">;
  /** The payload that the next hook sees. */
  readonly payload: Fields;
  readonly decision: Decision;
  readonly reason: string | null;
  readonly contexts: readonly ContextText[];
  readonly messages: readonly Message[];
  readonly metadata: Fields;
  readonly continue: { readonly message: string } | null;
  readonly stop: { readonly reason: string } | null;
  readonly problems: readonly VerdictProblem[];
  /** Why a guard refused the patch. */
  readonly rejection: string | null;
}

const strictness = { none: 0, allow: 1, ask: 2, deny: 3 } satisfies Record<Decision, number>;

/** Tells whether a decision outranks the one reached so far; the first of equals speaks. */
export function isStricter(next: Decision, reached: Decision): boolean {
  return strictness[next] > strictness[reached];
}

/** Holds one reply against the contract: what the event does not grant is reported and not obeyed. */
export function judgeReply(contract: EventContract, hook: string, payload: Fields, effects: Effects): Judgement {
  const problems: VerdictProblem[] = [];
  const grants = (power: Power, what: string): boolean => {
    if (contract.powers.includes(power)) return true;
    problems.push(notGranted(contract, hook, power, what));
    return false;
  };

  const patch = effects.patch ?? {};
  const wantsDeny = effects.decision === "deny" || patchDenies(contract, patch);
  const denied = wantsDeny && grants("deny", "to deny");
  const refusal = contract.guard === null ? null : guards[contract.guard](payload, patch);
  const reason = effects.reason ?? reasonIn(patch);

  // Deny is honoured before guards: a refusal must not be lost because it came with a field that is refused.
  const rejection = denied ? null : refusal;
  if (rejection !== null) problems.push(patchRejected(contract, hook, rejection));
  if (effects.unread && effects.unread.length > 0) problems.push(unknownFields(contract, hook, effects.unread));

  const accepted = refusal === null ? patch : {};
  const patched = applyPatch(
    contract,
    payload,
    denied && !patchDenies(contract, accepted) ? { ...accepted, deny: true } : accepted,
  );

  const wants = denied ? "deny" : wantsDeny || rejection !== null ? "none" : (effects.decision ?? "none");
  const decision = wants === "none" || wants === "deny" || grants(wants, `to ${wants}`) ? wants : "none";
  return {
    outcome: denied ? "denied" : rejection !== null ? "rejected" : "applied",
    payload: denied ? markDenied(contract, patched, reason) : patched,
    decision,
    reason: decision === "none" ? null : reason,
    contexts: effects.contexts?.length && grants("add-context", "to add context") ? effects.contexts : [],
    messages: effects.messages?.length && grants("message", "to show a message") ? effects.messages : [],
    metadata: effects.metadata ?? {},
    continue: effects.continue && grants("continue", "for one more turn") ? effects.continue : null,
    stop: effects.stop && grants("stop", "to end the run") ? effects.stop : null,
    problems,
    rejection,
  };
}

function reasonIn(patch: Fields): string | null {
  const reason = patch.deny_reason;
  return typeof reason === "string" && reason.trim() !== "" ? reason.trim() : null;
}

function notGranted(contract: EventContract, hook: string, power: Power, what: string): VerdictProblem {
  const others = contract.powers.length === 0 ? "only observe" : `use ${contract.powers.join(", ")}`;
  return {
    code: "HOOK_POWER_NOT_GRANTED",
    hook,
    failure: null,
    what: `Hook "${hook}" asked ${what}, which ${contract.name} does not grant; the rest of its answer was used.`,
    fix: `Hooks on ${contract.name} may ${others}. Move the hook to an event that grants "${power}" ("hookline events").`,
  };
}

function patchRejected(contract: EventContract, hook: string, rejection: string): VerdictProblem {
  return {
    code: "HOOK_PATCH_REJECTED",
    hook,
    failure: null,
    what: `The patch of hook "${hook}" on ${contract.name} was refused and nothing of it applied: ${rejection}.`,
    fix: "Let the hook return only changes that narrow what is allowed.",
  };
}

function unknownFields(contract: EventContract, hook: string, fields: readonly string[]): VerdictProblem {
  return {
    code: "HOOK_REPLY_UNKNOWN_FIELD",
    hook,
    failure: null,
    what: `Hook "${hook}" answered with ${fields.map((field) => JSON.stringify(field)).join(", ")}, which means nothing on ${contract.name} and was ignored.`,
    fix: `Leave it out, or see in docs/events.md and on the page of the hook's dialect what can be answered on ${contract.name}.`,
  };
}
