import type { ToolInput } from "../../agent/tool.ts";
import type { FireOptions } from "../../engine/engine.ts";
import type { Lane } from "../../engine/hook.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { canceled, denied, type Settled } from "./approval.ts";
import { type Authors, authorOf, authorsOf, nobodyYet } from "./authors.ts";
import { toolFields } from "./call-facts.ts";
import { isGranted, type PendingCall, raiseQuestion, takeInput } from "./pending-call.ts";
import { refuserIn } from "./refuser.ts";
import { standingOf, tightened } from "./standing.ts";

type PreCallVerdict = Verdict<"tool.pre_call">;

/** What no hook may change in a second look. */
const fixed = ["tool_input"];

/** First come the hooks that nothing may go before, then what is settled by rules. Null: nobody has refused. */
export async function takeFirstLook(pending: PendingCall): Promise<Settled | null> {
  const { around, call } = pending;
  if (around.signal.aborted) return canceled;
  const verdict = await fireLanes(pending, { lanes: ["preempt"] });
  const input = takeVerdict(pending, verdict);
  if (isSettled(input)) return input;
  pending.preemptMetadata = verdict.metadata;
  pending.standing = standingOf(around.grants, around.team, call.tool.name, call.input);
  if (verdict.decision === "ask" && (input === "rewritten" || !isGranted(pending))) {
    raiseQuestion(pending, "preempt", verdict.reason);
  }
  return authorsIn(verdict, call.input).rewriters.size > 0 ? lookAgain(pending, nobodyYet) : refusalOf(pending);
}

/**
 * Then all other hooks. Those of docker-agent are left out when the call is approved or will be asked about in any case;
 * the hooks of other dialects are guards, which look at every call.
 */
export async function askOtherLanes(pending: PendingCall): Promise<Settled | null> {
  if (isUndecided(pending)) return askLanes(pending, ["default", "unless-approved"]);
  const refusal = await askLanes(pending, ["default"]);
  if (refusal !== null) return refusal;
  // A rewrite has taken the rule's approval away, so the others have a say after all.
  return isUndecided(pending) ? askLanes(pending, ["unless-approved"]) : null;
}

/**
 * Looks at a rewritten input like at a new call; the outcome may only tighten. What the user approved before was approved
 * for another input, so it satisfies no hook that asks now.
 */
export async function lookAgain(pending: PendingCall, authors: Authors): Promise<Settled | null> {
  const { around, call } = pending;
  pending.isAskedAnew = false;
  const verdict = await fireLanes(pending, { lanes: ["preempt"], secondLook: { fixed, seenIn: [] } });
  const input = takeVerdict(pending, verdict);
  if (isSettled(input)) return input;
  if (verdict.runs.some(({ outcome }) => outcome === "rejected")) {
    const reason = "hooks wanted to change the input of the call again when they were asked about their first change";
    return denied("pre_tool_use_hook_deny", reason);
  }
  pending.preemptMetadata = { ...pending.preemptMetadata, ...verdict.metadata };
  if (verdict.decision === "ask") askAnew(pending, "preempt", verdict.reason);
  const now = standingOf(around.grants, around.team, call.tool.name, pending.input);
  pending.standing = tightened(pending.standing, now);
  return refusalOf(pending) ?? (await askGuardsAgain(pending, authors));
}

/** Guards have approved what the call was before, by their silence at least. They are asked about what will run. */
async function askGuardsAgain(pending: PendingCall, { seenIn, rewriters }: Authors): Promise<Settled | null> {
  const { lanesAsked: lanes } = pending;
  if (lanes.length === 0) return null;
  const verdict = await fireLanes(pending, { lanes, secondLook: { fixed, seenIn } });
  const input = takeVerdict(pending, verdict);
  if (isSettled(input)) return input;
  // One that has had its way before would only do the same again. Another one sees something in it that it cannot leave.
  const objector = verdict.runs.find((run) => run.outcome === "rejected" && !rewriters.has(authorOf(run)));
  if (objector !== undefined) {
    const reason = "it would change what other hooks have made of the input, which nobody may any more";
    return denied("pre_tool_use_hook_deny", reason, { name: objector.hook_name, dialect: objector.dialect });
  }
  if (verdict.decision === "ask") askAnew(pending, "hook", verdict.reason);
  return null;
}

function askAnew(pending: PendingCall, kind: "preempt" | "hook", reason: string | null): void {
  pending.isAskedAnew = true;
  raiseQuestion(pending, kind, reason);
}

function isUndecided({ standing, question, allowedByHook }: PendingCall): boolean {
  return standing.kind === "open" && question === null && allowedByHook === null;
}

async function askLanes(pending: PendingCall, lanes: readonly Lane[]): Promise<Settled | null> {
  const before = pending.input;
  const verdict = await fireLanes(pending, { lanes });
  pending.lanesAsked = [...pending.lanesAsked, ...lanes];
  const input = takeVerdict(pending, verdict);
  if (isSettled(input)) return input;
  pending.allowedByHook = verdict.decision === "allow" ? { reason: verdict.reason } : null;
  if (verdict.decision === "ask" && (pending.isRewritten || !isGranted(pending))) {
    raiseQuestion(pending, "hook", verdict.reason);
  }
  const authors = authorsIn(verdict, before);
  if (authors.rewriters.size === 0) return null;
  pending.rewriters = new Set([...pending.rewriters, ...authors.rewriters]);
  const all = { ...authors, rewriters: pending.rewriters };
  // Changed and changed back: whoever looked in between has seen something else.
  return input === "rewritten" ? lookAgain(pending, all) : askGuardsAgain(pending, all);
}

function authorsIn({ payload, runs }: PreCallVerdict, before: ToolInput): Authors {
  return payload.tool_input === before ? nobodyYet : authorsOf(runs, before);
}

async function fireLanes(
  pending: PendingCall,
  which: Pick<FireOptions, "lanes" | "secondLook">,
): Promise<PreCallVerdict> {
  const { hooks, safetyPolicy, signal } = pending.around;
  return hooks.fire("tool.pre_call", toolFields(pending, safetyPolicy), { ...which, signal });
}

/** Takes over what hooks say of the call. Says what became of its input, or how it ended. */
function takeVerdict(pending: PendingCall, verdict: PreCallVerdict): "unchanged" | "rewritten" | Settled {
  const { tool } = pending.call;
  // Hooks that are cut off refuse, but nobody meant to.
  if (pending.around.signal.aborted) return canceled;
  pending.contexts = withoutRepeats([...pending.contexts, ...verdict.contexts]);
  pending.stop ??= verdict.stop;
  const refuser = refuserIn(verdict);
  if (verdict.decision === "deny") return denied("pre_tool_use_hook_deny", verdict.reason, refuser);
  if (verdict.stop !== null) return denied("pre_tool_use_hook_deny", verdict.stop.reason || null, refuser);
  const { tool_name, tool_namespace, read_only, tool_input } = verdict.payload;
  if (tool_name !== tool.name || tool_namespace !== tool.namespace) {
    const swapped = tool_name === tool.name ? `${tool_namespace}/${tool_name}` : tool_name;
    return denied("pre_tool_use_hook_deny", `a hook may not swap the tool, and one wanted ${JSON.stringify(swapped)}`);
  }
  takeReadOnly(pending, read_only);
  const input = takeInput(pending, tool_input);
  return typeof input === "string" ? input : denied("pre_tool_use_hook_deny", input.bad);
}

/** A hook may say that a call does more than read, not that it does less. */
function takeReadOnly(pending: PendingCall, said: boolean | null | undefined): void {
  if (said === pending.readOnly || typeof said !== "boolean") return;
  if (!said) pending.readOnly = false;
  else {
    const message = `A hook said that ${pending.call.tool.name} only reads. It may not, so that was ignored.`;
    pending.around.tell({ kind: "notice", level: "warning", code: "HOOK_PATCH_REJECTED", message });
  }
}

function refusalOf({ standing }: PendingCall): Settled | null {
  return standing.kind === "denied" ? denied(standing.source, standing.reason) : null;
}

/** Hooks that are asked twice about a call say the same thing twice. */
function withoutRepeats(contexts: Verdict["contexts"]): Verdict["contexts"] {
  return contexts.filter(
    ({ hook, text }, at) => contexts.findIndex((one) => one.hook === hook && one.text === text) === at,
  );
}

function isSettled(value: "unchanged" | "rewritten" | Settled): value is Settled {
  return typeof value !== "string";
}
