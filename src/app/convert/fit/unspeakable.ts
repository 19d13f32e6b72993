import { contractOf, type EventName } from "../../../catalog/catalog.ts";
import type { Power } from "../../../catalog/contract.ts";
import type { DialectName } from "../../../dialects/translation.ts";
import { translationOf } from "../../../dialects/translations.ts";
import type { Effects } from "../../../engine/effects.ts";

interface Answer {
  /** As part of a sentence. */
  readonly what: string;
  readonly needs: Power;
  readonly effects: Effects;
}

const text = "sample";
const patch = (field: string, value: unknown): Effects => ({ patch: { [field]: value } });

/** What a hook may answer, one thing at a time. What it tells the user is not among it: the adapter has standard error. */
const answers: readonly Answer[] = [
  { what: "refuse", needs: "deny", effects: { decision: "deny", reason: text } },
  { what: "have the user asked", needs: "ask", effects: { decision: "ask", reason: text } },
  { what: "allow without the user being asked", needs: "allow", effects: { decision: "allow", reason: text } },
  { what: "send the agent back to work", needs: "continue", effects: { continue: { message: text } } },
  { what: "end the run", needs: "stop", effects: { stop: { reason: text } } },
  { what: "change the tool's input", needs: "patch", effects: patch("tool_input", { [text]: text }) },
  { what: "change the tool's result", needs: "patch", effects: patch("tool_result", text) },
  { what: "change the user's message", needs: "patch", effects: patch("message", text) },
  { what: "add context", needs: "add-context", effects: { contexts: [{ text, lifetime: "turn" }] } },
];

/** Lists what hooks of one dialect may answer on an event although agents that speak the other have no words for it. */
export function unspeakable(event: EventName, from: DialectName, to: DialectName): readonly string[] {
  const { powers, patch: schema } = contractOf(event);
  const question = { event, payload: { event, tool_input: {} } };
  const says = (dialect: DialectName, effects: Effects) =>
    translationOf(dialect)?.writeReply(question, effects).unsaid.length === 0;
  const counts = ({ needs, effects }: Answer) =>
    powers.includes(needs) && Object.keys(effects.patch ?? {}).every((field) => Object.hasOwn(schema.shape, field));
  return answers
    .filter((answer) => counts(answer) && says(from, answer.effects) && !says(to, answer.effects))
    .map(({ what }) => what);
}
