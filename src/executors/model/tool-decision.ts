import type { Effects } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import { printable } from "../../lib/printable.ts";
import { parseStrictJson } from "../../lib/strict-json.ts";
import { failed } from "../failure.ts";
import type { ReplyShape } from "./reply-shapes.ts";

const decisions = ["allow", "ask", "deny"] as const;
type Decision = (typeof decisions)[number];

const longestReason = 2_000;

/** `pre_tool_use_decision`: the model is a judge and says whether a tool may be called. */
export const toolDecision: ReplyShape = {
  schema: {
    type: "object",
    properties: {
      decision: { type: "string", enum: [...decisions] },
      reason: { type: "string" },
    },
    required: ["decision", "reason"],
    additionalProperties: false,
  },
  instruction:
    'Answer with one JSON object and nothing else: {"decision": "allow" or "ask" or "deny", "reason": "one short sentence"}.',
  read: readDecision,
};

function readDecision(text: string, model: string): Effects | Failure {
  const json = objectIn(text);
  if (json === null)
    return failed("unreadable", `${model} answered ${text.trim() ? "without a JSON object" : "nothing"}`);
  const parsed = parseStrictJson(json);
  if ("bad" in parsed) return failed("unreadable", `${model} answered with broken JSON (${parsed.bad})`);
  const { decision: said, reason: why } = parsed.value as Readonly<Record<string, unknown>>;
  const decision = decisionOf(said);
  if (decision === null) return failed("unreadable", `${model} decided neither allow nor ask nor deny`);
  const reason =
    (typeof why === "string" ? printable(why).trim().slice(0, longestReason) : "") || "No reason was given.";
  return {
    decision,
    reason,
    messages: [
      { level: decision === "allow" ? "info" : "warning", text: `Judge ${model} says ${decision}: ${reason}` },
    ],
  };
}

/** Models like to wrap JSON in a code fence or in a sentence; whatever stands around the object does not count. */
function objectIn(text: string): string | null {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? null : text.slice(start, end + 1);
}

function decisionOf(said: unknown): Decision | null {
  const word = typeof said === "string" ? said.trim().toLowerCase() : null;
  return decisions.find((decision) => decision === word) ?? null;
}
