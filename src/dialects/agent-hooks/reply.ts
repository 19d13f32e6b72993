import type { EventContract } from "../../catalog/contract.ts";
import { type Effects, noEffects } from "../../engine/effects.ts";
import type { Failure, ProcessOutput } from "../../engine/ports.ts";
import type { FailureName } from "../../engine/run.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { foreignRefusal } from "../../lib/foreign-refusal.ts";
import { isTable } from "../../lib/source-document.ts";
import { parseStrictJson } from "../../lib/strict-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the answer of one hook is held against. */
export interface ReplyRules {
  readonly hook: string;
  /** How its author spells the trigger. */
  readonly trigger: string;
  /** A doubtful answer is none: its author wrote that the hook must not fail open. */
  readonly failsClosed: boolean;
  /** What is printed besides JSON is told, too. */
  readonly debug: boolean;
  /** Plain text on stdout is a text for the agent, as one program reads it. */
  readonly plainStdoutAsContext: boolean;
}

/** Reads what a finished hook asks for. The exit code decides; JSON on stdout counts only when it is 0. */
export function readReply(rules: ReplyRules, contract: EventContract, output: ProcessOutput): Effects | Failure {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) {
    const reason = stderr.trim() || `Hook "${rules.hook}" blocked ${rules.trigger} (exit code 2) without saying why.`;
    return { decision: "deny", reason };
  }
  if (exitCode !== 0) return failure("exit-code", exited(exitCode, stderr));
  const said = stdout.trim();
  if (said === "") return noEffects;
  const parsed = parseStrictJson(said);
  if ("bad" in parsed && !said.startsWith("{")) return plainText(rules, contract, said);
  if ("bad" in parsed) return failure("unreadable", `its answer is not usable JSON: ${parsed.bad}`);
  if (!isTable(parsed.value))
    return failure("unreadable", `its answer is ${describeValue(parsed.value)} instead of a JSON object`);
  return structured(rules, contract, parsed.value);
}

const longestQuote = 300;

function exited(code: number, stderr: string): string {
  const said = stderr.trim();
  const quoted = said.length <= longestQuote ? said : `${said.slice(0, longestQuote)}…`;
  return `it exited with code ${code}${quoted === "" ? "" : `: ${quoted}`}`;
}

/** What a refusal looks like wherever it stands. */
const refusal = /["']decision["']\s*:\s*["'](?:deny|ask|block)["']/i;

/** A gate that prints what its checks print ("[INFO] done"), and then agrees, is the commonest kind; that is no failure. */
function plainText(rules: ReplyRules, contract: EventContract, text: string): Effects | Failure {
  if (refusal.test(text)) {
    const why = "its answer has a decision in it but is not a JSON object from the first character to the last";
    return failure("unreadable", why);
  }
  if (rules.plainStdoutAsContext) return contextOf(contract, text);
  if (!rules.debug) return noEffects;
  const shown = text.length <= longestQuote ? text : `${text.slice(0, longestQuote)}…`;
  return { messages: [{ level: "info", text: `printed text that is no JSON: ${shown}` }] };
}

const answerKeys: ReadonlySet<string> = new Set(["decision", "reason", "modified_input", "additional_context", "log"]);

function structured(rules: ReplyRules, contract: EventContract, answer: Fields): Effects | Failure {
  const unread = Object.keys(answer).filter((key) => !answerKeys.has(key));
  const decision = decisionIn(answer.decision);
  const strange = decision === "deny" || decision === "ask" ? null : foreignRefusal(answer, unread);
  if (strange !== null && contract.deny === "refuses") {
    const field = JSON.stringify(strange);
    return failure("unreadable", `it seems to refuse, but in a field that means nothing here: ${field}`);
  }
  if (decision === "unknown") {
    const said = describeValue(answer.decision);
    if (rules.failsClosed) return failure("unreadable", `its decision is ${said} instead of allow, deny or ask`);
    unread.push(`decision: ${said}`);
  }
  const effects: Effects = {
    ...decided(rules, contract, decision, textIn(answer, "reason", unread)),
    ...patchOf(contract, answer, unread),
    ...contextOf(contract, textIn(answer, "additional_context", unread)),
    ...logged(textIn(answer, "log", unread)),
  };
  const all = unread.length === 0 ? effects : { ...effects, unread };
  return Object.keys(all).length === 0 ? noEffects : all;
}

type Said = "allow" | "deny" | "ask" | "unknown" | null;

function decisionIn(value: unknown): Said {
  if (value === undefined || value === null || value === "") return null;
  return value === "allow" || value === "deny" || value === "ask" ? value : "unknown";
}

function decided({ hook, trigger }: ReplyRules, contract: EventContract, said: Said, reason: string): Effects {
  switch (said) {
    case "deny":
      return { decision: "deny", reason: reason || `Blocked by hook "${hook}".` };
    case "ask": {
      const question = reason || `Hook "${hook}" wants a person to confirm this.`;
      if (contract.powers.includes("ask") || contract.deny !== "refuses") return { decision: "ask", reason: question };
      // Nobody can be asked about this event, and what wanted to be confirmed must not pass unconfirmed.
      return { decision: "deny", reason: `${question} (Nobody can be asked on ${trigger}.)` };
    }
    case "allow":
      // Where there is no permission to give, it only means what an empty answer means.
      return contract.powers.includes("allow") ? { decision: "allow", ...(reason !== "" && { reason }) } : noEffects;
    case "unknown":
    case null:
      return noEffects;
  }
}

/** The new input takes the place of the whole old one. */
function patchOf(contract: EventContract, { modified_input }: Fields, unread: string[]): Effects {
  if (modified_input === undefined || modified_input === null) return noEffects;
  const canChange = contract.powers.includes("patch") && "tool_input" in contract.patch.shape;
  if (canChange && isTable(modified_input)) return { patch: { tool_input: modified_input } };
  unread.push(canChange ? "modified_input (not an object)" : "modified_input");
  return noEffects;
}

function contextOf(contract: EventContract, text: string): Effects {
  const lifetime = contract.family === "session" ? "session" : "turn";
  return text === "" ? noEffects : { contexts: [{ text, lifetime }] };
}

function logged(text: string): Effects {
  return text === "" ? noEffects : { messages: [{ level: "info", text }] };
}

function textIn(answer: Fields, key: string, unread: string[]): string {
  const value = answer[key];
  if (typeof value === "string") return value.trim();
  if (value !== undefined && value !== null) unread.push(`${key} (not a text)`);
  return "";
}

function failure(name: FailureName, detail: string): Failure {
  return { kind: "failure", failure: name, detail };
}
