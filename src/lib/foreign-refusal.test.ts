import { expect, it } from "vitest";
import { foreignRefusal } from "./foreign-refusal.ts";

it.each<[answer: Record<string, unknown>, unread: string[], found: string | null]>([
  [{ permission_decision: "deny" }, ["permission_decision"], "permission_decision"],
  [{ desicion: " Block " }, ["desicion"], "desicion"],
  [{ note: "fine", permission: "ask" }, ["note", "permission"], "permission"],
  [{ deny: true }, ["deny"], "deny"],
  [{ allow: false }, ["allow"], "allow"],
  [
    { hookSpecificOutput: { permission_decision: "deny" } },
    ["hookSpecificOutput.permission_decision"],
    "hookSpecificOutput.permission_decision",
  ],
  [{ "a.b": "deny" }, ["a.b"], "a.b"],
  [{ deny: false, allow: true, message: "do not deny this" }, ["deny", "allow", "message"], null],
  [{ decision: "deny" }, [], null],
  [{ a: null }, ["a.b.c"], null],
])("%j with %j unread", (answer, unread, found) => {
  expect(foreignRefusal(answer, unread)).toBe(found);
});
