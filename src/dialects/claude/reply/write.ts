import { contractOf } from "../../../catalog/catalog.ts";
import type { Effects } from "../../../engine/effects.ts";
import type { Failure } from "../../../engine/ports.ts";
import type { FailureName } from "../../../engine/run.ts";
import { isTable } from "../../../lib/source-document.ts";
import { failureText } from "../../failure-text.ts";
import type { Question, Said } from "../../translation.ts";
import { claudeEvents } from "../events.ts";
import { noReason, pleaseContinue } from "./answer.ts";
import { type ReplyEvent, replyEvent } from "./events.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How a shell says that there was nothing to run, and that what it ran was killed. */
const exitCodes: Readonly<Partial<Record<FailureName, number>>> = { "not-found": 127, "spawn-error": 126, killed: 137 };
/** What a decision says already, in the patches of other dialects. */
const controlFields: ReadonlySet<string> = new Set(["deny", "deny_reason", "cancel", "decision", "reason"]);

/** Says in the words of Claude Code and Agentao what a hook asks for. */
export function writeClaudeReply({ event: name }: Question, answer: Effects | Failure): Said {
  if (answer.kind === "failure")
    return { exitCode: exitCodes[answer.failure] ?? 1, stdout: "", stderr: failureText(answer), unsaid: [] };
  const known = claudeEvents.find(({ event }) => event === name);
  if (!known) return { exitCode: 0, stdout: "", stderr: "", unsaid: Object.keys(answer) };
  const event = replyEvent({ event: known.name });
  const unsaid: string[] = [];
  const verdict = verdictIn(event, contractOf(name).powers.includes("ask"), answer, unsaid);
  const specific = {
    ...verdict.specific,
    ...patchIn(event, answer, unsaid),
    ...contextsIn(event, answer, verdict, unsaid),
  };
  const output = {
    ...verdict.top,
    ...shownIn(event, answer, unsaid),
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: known.name, ...specific } }),
  };
  const stdout = Object.keys(output).length === 0 ? "" : JSON.stringify(output);
  return { exitCode: 0, stdout, stderr: "", unsaid };
}

interface Words {
  readonly top: Fields;
  readonly specific: Fields;
}

const nothing: Words = { top: {}, specific: {} };

function verdictIn(event: ReplyEvent, hasPermission: boolean, effects: Effects, unsaid: string[]): Words {
  const { decision, reason, stop } = effects;
  if (effects.continue && event.exitTwo !== "continues") unsaid.push("continue");
  if (stop && !event.stops && event.blocking !== "ends-turn") unsaid.push("stop");
  if (event.exitTwo === "continues") return atTheEnd(effects);
  const ends = stop && event.stops ? { continue: false, stopReason: stop.reason || reason || noReason } : {};
  const permission = (word: string): Words => ({
    top: ends,
    specific: { permissionDecision: word, ...(reason && { permissionDecisionReason: reason }) },
  });
  if (hasPermission && decision !== undefined) return permission(decision);
  if (decision === "deny" || decision === "ask") return blocking(event, decision, reason, ends, unsaid);
  if (decision === "allow") unsaid.push("allow");
  return { top: ends, specific: {} };
}

/** The agent wants to stop. A refusal sends it back to work, and ending its turn is a blocking error. */
function atTheEnd({ decision, reason, stop, ...rest }: Effects): Words {
  const message =
    rest.continue?.message ?? (decision === "deny" || decision === "ask" ? reason || pleaseContinue : null);
  if (message !== null) return { top: { decision: "block", reason: message }, specific: {} };
  return stop ? { top: { blockingError: stop.reason }, specific: {} } : nothing;
}

function blocking(
  event: ReplyEvent,
  decision: "deny" | "ask",
  reason: string | undefined,
  ends: Fields,
  unsaid: string[],
): Words {
  if (decision === "ask") unsaid.push("ask");
  if (event.blocking !== "denies") {
    if (decision === "deny") unsaid.push("deny");
    return { top: ends, specific: {} };
  }
  if (Object.keys(ends).length > 0) unsaid.push("stop");
  // Nobody can be asked, and an answer that wanted a person to look must not pass for consent.
  return { top: { decision: "block", reason: reason || noReason }, specific: {} };
}

function patchIn(event: ReplyEvent, { patch = {}, decision }: Effects, unsaid: string[]): Fields {
  const said: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(patch)) {
    if (controlFields.has(field)) continue;
    const isSayable = field === "tool_input" && event.name === "PreToolUse" && isTable(value) && decision !== "deny";
    if (isSayable) said.updatedInput = value;
    else unsaid.push(field);
  }
  return said;
}

/** Except before a tool, an answer that blocks or ends something is read for nothing else. */
function contextsIn(event: ReplyEvent, { contexts = [] }: Effects, { top }: Words, unsaid: string[]): Fields {
  const texts = contexts.map(({ text }) => text.trim()).filter((text) => text !== "");
  if (texts.length === 0) return {};
  const isAlone = Object.keys(top).length === 0 || event.name === "PreToolUse" || event.exitTwo === "continues";
  if (event.addsContext && isAlone) return { additionalContext: texts.join("\n") };
  unsaid.push("contexts");
  return {};
}

function shownIn(event: ReplyEvent, { messages = [], metadata = {} }: Effects, unsaid: string[]): Fields {
  const texts = messages.map(({ text }) => text.trim()).filter((text) => text !== "");
  const { suppress_output, ...rest } = metadata;
  if (Object.keys(rest).length > 0) unsaid.push("metadata");
  // At the end of a turn what is shown to the user is also told to the model.
  const isShown = texts.length > 0 && event.exitTwo !== "continues";
  if (texts.length > 0 && !isShown) unsaid.push("messages");
  return {
    ...(isShown && { systemMessage: texts.join("\n") }),
    ...(suppress_output === true && { suppressOutput: true }),
  };
}
