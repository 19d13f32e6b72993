import { type ContextText, type Effects, noEffects } from "../../engine/effects.ts";
import type { Failure, ProcessOutput } from "../../engine/ports.ts";
import type { FailureName } from "../../engine/run.ts";
import { isTable } from "../../lib/source-document.ts";
import type { DockerEvent, SpecificField } from "./events.ts";
import { parseOutput, type SpecificOutput, type StructuredOutput } from "./output.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the answer of one hook is held against. */
export interface ReplyRules {
  readonly event: DockerEvent;
  /** An exit code that is neither 0 nor 2: a failure like others, a warning, or not worth a word. */
  readonly otherExit: "fails" | "warns" | "ignored";
  /** Every exit code but 0 blocks. */
  readonly strictExit: boolean;
  /** Only the documented object is an answer, and only with fields that mean something on this event. */
  readonly strictOutput: boolean;
}

/** Reads what a finished command hook asks for. `payload` is what it was asked about. */
export function readReply(rules: ReplyRules, output: ProcessOutput, payload: Fields): Effects | Failure {
  const { exitCode } = output;
  if (exitCode === 2) return blocked(rules, output);
  if (exitCode !== 0) return exited(rules, output);
  const stdout = output.stdout.trim();
  if (stdout === "") return noEffects;
  if (!stdout.startsWith("{")) return plainText(rules, stdout);
  const parsed = parseOutput(stdout);
  if ("bad" in parsed) return brokenJson(rules, stdout, parsed.bad);
  if (rules.event.decides && parsed.unknown.length > 0 && refusal.test(stdout) && !isVerdict(parsed)) {
    const fields = parsed.unknown.map(quoted).join(", ");
    return failure("unreadable", `it seems to refuse, but in fields that docker-agent does not have: ${fields}`);
  }
  return structured(rules, parsed, payload);
}

function isVerdict({ output, specific }: StructuredOutput): boolean {
  return Boolean(output.decision || specific.permission_decision) || output.continue === false;
}

/** Exit code 2 blocks. The documentation's own examples print their reason as JSON and then exit with 2. */
function blocked({ event }: ReplyRules, { stdout, stderr }: ProcessOutput): Effects {
  const parsed = parseOutput(stdout.trim());
  const { output, specific }: Pick<StructuredOutput, "output" | "specific"> =
    "bad" in parsed ? { output: {}, specific: {} } : parsed;
  const { stop_reason, reason, system_message } = output;
  const said = joined([stop_reason, reason, specific.permission_decision_reason]);
  const why = stderr.trim() || said || (system_message ?? "").trim();
  const shown = messageOf(system_message);
  return event.blocks ? { ...denial(event, why), ...shown } : cannotBlock(event, "exit code 2", why, shown);
}

/** Signals that end a program have numbers up to this one. */
const lastSignal = 31;

function exited(rules: ReplyRules, { exitCode, stdout, stderr }: ProcessOutput): Effects | Failure {
  const { event, otherExit, strictExit } = rules;
  const said = shorten(stderr.trim());
  const detail = `it exited with code ${exitCode}${said === "" ? "" : `: ${said}`}`;
  if (strictExit && event.blocks) return { ...failure("exit-code", detail), policy: "block" as const };
  // This is how a shell says that there was nothing to run, and that what it ran was killed.
  if (exitCode === 127) return failure("not-found", detail);
  if (exitCode === 126) return failure("spawn-error", detail);
  if (exitCode > 128 && exitCode <= 128 + lastSignal) return failure("killed", `${detail} (128 and a signal)`);
  if (otherExit === "fails" || refusal.test(stdout)) return failure("exit-code", detail);
  // A guard that crashed must not look like one that had nothing to say, not even in the records.
  if (otherExit === "ignored") return { ...failure("exit-code", detail), policy: "ignore" as const };
  const warning = `A hook did not block: ${detail}. Only exit code 2 blocks.`;
  return { ...failure("exit-code", detail), policy: "open" as const, warning };
}

function plainText({ event, strictOutput }: ReplyRules, text: string): Effects | Failure {
  if (strictOutput) return failure("unreadable", "it answered with plain text, which strict_output refuses");
  const isRefusal = event.blocks && refusal.test(text);
  const why = "its answer has a verdict in it but is not a JSON object from the first character to the last";
  if (isRefusal && event.decides) return failure("unreadable", why);
  if (event.context === null) return noEffects;
  const warning = `A hook did not block: ${why}, so it was taken as plain text.`;
  return { contexts: [contextOf(event, text)], ...(isRefusal && messageOf(warning)) };
}

function brokenJson(rules: ReplyRules, stdout: string, bad: string): Effects | Failure {
  const { event, strictOutput } = rules;
  if (strictOutput || event.context === null) return failure("unreadable", `its answer cannot be read: ${bad}`);
  const text = `A hook's answer begins like JSON but cannot be read (${bad}), so it was taken as plain text.`;
  return { contexts: [contextOf(event, stdout)], messages: [{ level: "warning", text }] };
}

/** What a refusal looks like wherever it stands, in the words of other agents as well. */
const refusal = /"(?:permission_?)?decision"\s*:\s*"(?:block|deny|ask)"|"continue"\s*:\s*false/i;
const refusals: ReadonlySet<string> = new Set(["block", "deny"]);
/** Words that programs use for "go on"; they are no verdict of their own. */
const consents: ReadonlySet<string> = new Set(["", "allow", "approve"]);
const permissions: ReadonlySet<string> = new Set(["", "allow", "ask", "deny"]);

function structured(rules: ReplyRules, parsed: StructuredOutput, payload: Fields): Effects | Failure {
  const { event, strictOutput } = rules;
  const { output, specific } = parsed;
  const decision = output.decision ?? "";
  const permission = specific.permission_decision ?? "";
  const strange = strangeVerdict(event, decision, permission);
  if (strange !== null && (event.decides || strictOutput)) return failure("unreadable", strange);

  const refuses = [
    ...(output.continue === false ? [{ field: "continue", reason: output.stop_reason }] : []),
    ...(refusals.has(decision) ? [{ field: "decision", reason: output.reason }] : []),
  ];
  const unread = [...parsed.unknown, ...unsupported(event, specific), ...(strange === null ? [] : ["decision"])];
  if (strictOutput) {
    const bad = strictProblem(event, specific, [...unread, ...(event.blocks ? [] : refuses.map(({ field }) => field))]);
    if (bad !== null) return failure("unreadable", bad);
  }

  const denies = permission === "deny" && event.fields.includes("permission_decision");
  const why = joined([
    ...refuses.map(({ reason }) => reason),
    ...(denies ? [specific.permission_decision_reason] : []),
  ]);
  const shown = { ...messageOf(output.system_message), ...(unread.length > 0 && { unread }) };
  const rest = { ...shown, ...contextIn(event, parsed), ...metadataIn(event, specific) };
  if (refuses.length > 0 && !event.blocks) return cannotBlock(event, refuses[0]?.field ?? "", why, rest);
  if (refuses.length > 0 || denies) return { ...denial(event, why), ...rest };
  return orNothing({ ...softDecision(event, specific), ...patchOf(event, specific, payload), ...rest });
}

function strangeVerdict(event: DockerEvent, decision: string, permission: string): string | null {
  if (!refusals.has(decision) && !consents.has(decision)) {
    return `its decision is ${quoted(decision)}; "block" is the only one that means something`;
  }
  return permissions.has(permission) || !event.fields.includes("permission_decision")
    ? null
    : `its permission_decision is ${quoted(permission)} instead of "allow", "deny" or "ask"`;
}

function strictProblem(event: DockerEvent, specific: SpecificOutput, unread: readonly string[]): string | null {
  const about = specific.hook_event_name ?? "";
  if (about !== "" && about !== event.name) return `its answer is for ${quoted(about)}, which strict_output refuses`;
  const fields = unread.map(quoted).join(", ");
  return fields === "" ? null : `it answered with ${fields}, which strict_output refuses on ${event.name}`;
}

const specificFields: readonly SpecificField[] = [
  "permission_decision",
  "updated_input",
  "updated_messages",
  "updated_tool_response",
  "summary",
  "metadata",
];

function unsupported(event: DockerEvent, specific: SpecificOutput): string[] {
  const fields: string[] = specificFields.filter((field) => isSaid(specific[field]) && !event.fields.includes(field));
  if (event.context === null && isSaid(specific.additional_context)) fields.push("additional_context");
  return fields.map((field) => `hook_specific_output.${field}`);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function denial(event: DockerEvent, reason: string): Effects {
  return {
    decision: "deny",
    ...(reason !== "" && { reason }),
    ...(event.endsRun && { stop: { reason } }),
  };
}

/** Nobody can block this event; the reason is passed on to the user, who would otherwise never hear of it. */
function cannotBlock(event: DockerEvent, field: string, reason: string, rest: Effects): Effects {
  const text = `A hook tried to block ${event.name}, which cannot be blocked${reason === "" ? "." : `: ${reason}`}`;
  return {
    ...rest,
    messages: [...(rest.messages ?? []), { level: "warning", text }],
    unread: [...(rest.unread ?? []), field],
  };
}

function softDecision(event: DockerEvent, specific: SpecificOutput): Effects {
  const decision = specific.permission_decision;
  if (!event.fields.includes("permission_decision")) return noEffects;
  if (decision !== "allow" && !(decision === "ask" && event.asks)) return noEffects;
  const reason = (specific.permission_decision_reason ?? "").trim();
  return { decision, ...(reason !== "" && { reason }) };
}

/** Only the fields that the event understands; others have been reported by then. */
function patchOf(event: DockerEvent, specific: SpecificOutput, payload: Fields): Effects {
  const { updated_input, updated_messages, updated_tool_response, summary } = specific;
  const patch: Record<string, unknown> = {};
  const takes = (field: SpecificField) => event.fields.includes(field);
  if (takes("updated_input") && updated_input) patch.tool_input = mergeInput(payload.tool_input, updated_input);
  if (takes("updated_messages") && updated_messages?.length) patch.messages = updated_messages;
  if (takes("updated_tool_response") && typeof updated_tool_response === "string")
    patch.tool_result = updated_tool_response;
  // Of several summaries the first one counts.
  if (takes("summary") && summary && !payload.summary) patch.summary = summary;
  return Object.keys(patch).length > 0 ? { patch } : noEffects;
}

/** Key by key: what is not mentioned stays, and null takes a key away. */
function mergeInput(current: unknown, changes: Fields): Fields {
  const merged = { ...(isTable(current) ? current : {}), ...changes };
  return Object.fromEntries(
    Object.entries(merged).filter(([key, value]) => value !== null || !Object.hasOwn(changes, key)),
  );
}

function contextIn(event: DockerEvent, { output, specific }: StructuredOutput): Effects {
  const text = (specific.additional_context ?? "").trim();
  // What is only shown has no other use when it must not be shown.
  const isHidden = output.suppress_output === true && event.context === "cli";
  return event.context === null || text === "" || isHidden ? noEffects : { contexts: [contextOf(event, text)] };
}

function contextOf(event: DockerEvent, text: string): ContextText {
  return { text, lifetime: event.context === "session" ? "session" : "turn" };
}

function metadataIn(event: DockerEvent, { metadata }: SpecificOutput): Effects {
  return metadata && event.fields.includes("metadata") ? { metadata } : noEffects;
}

function messageOf(text: string | null | undefined): Effects {
  const shown = (text ?? "").trim();
  return shown === "" ? noEffects : { messages: [{ level: "warning", text: shown }] };
}

function orNothing(effects: Effects): Effects {
  return Object.keys(effects).length === 0 ? noEffects : effects;
}

function joined(reasons: readonly (string | null | undefined)[]): string {
  return reasons
    .map((reason) => (reason ?? "").trim())
    .filter((reason) => reason !== "")
    .join("\n");
}

const longestQuote = 300;

function shorten(text: string): string {
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote)}…`;
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text));
}

function failure(name: FailureName, detail: string): Failure {
  return { kind: "failure", failure: name, detail };
}
