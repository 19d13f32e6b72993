import type { Failure } from "../../../engine/ports.ts";
import { isTable } from "../../../lib/source-document.ts";
import { type Answer, answer } from "./answer.ts";
import { pickText, specificOf } from "./fields.ts";
import { readToolAnswer } from "./tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads an answer given in the place of the person who would be asked: a `decision` that is an object. */
export function readPermissionAnswer(object: Fields, event: string): Answer | Failure {
  const { decision, ...specific } = specificOf(object);
  if (!isTable(decision)) return readToolAnswer(object, event);
  const { behavior, message, updatedInput, ...rest } = decision;
  if (behavior !== "allow" && behavior !== "deny") {
    const detail = `its decision.behavior is ${JSON.stringify(behavior ?? null).slice(0, 100)} instead of "allow" or "deny"`;
    return { kind: "failure", failure: "unreadable", detail };
  }
  const read = readToolAnswer(
    {
      ...object,
      hookSpecificOutput: {
        ...specific,
        permissionDecision: behavior,
        ...(pickText(decision, "message") !== undefined && { permissionDecisionReason: message }),
        ...(behavior === "allow" && { updatedInput }),
      },
    },
    event,
  );
  if (read.kind === "failure") return read;
  // `interrupt: false` asks for nothing.
  const unread = Object.keys(rest).filter((key) => rest[key] !== false && rest[key] !== null);
  return answer({
    ...read,
    unread: [...read.unread, ...unread.map((key) => `hookSpecificOutput.decision.${key}`)],
    attachments: read.attachments.map((one) => (one.type === "hook_success" ? { ...one, payload: object } : one)),
  });
}
