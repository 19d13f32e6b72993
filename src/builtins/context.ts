import type { EventName } from "../catalog/catalog.ts";
import type { Effects, Message } from "../engine/effects.ts";

/** The moments at which something new reaches the model, so that context has somewhere to go. */
export const contextEvents: readonly EventName[] = [
  "session.start",
  "step.start",
  "input.pre_submit",
  "input.steering",
  "input.followup",
];

/** The events of a built-in that adds context, the one it is meant for first. */
export function bestOn(event: EventName): readonly EventName[] {
  return [event, ...contextEvents.filter((other) => other !== event)];
}

/** Adds a text to what the model reads: for the whole session when the session starts, else for the turn. */
export function asContext(event: EventName, text: string, messages: readonly Message[] = []): Effects {
  const lifetime = event === "session.start" ? "session" : "turn";
  return { contexts: [{ text, lifetime }], ...(messages.length > 0 ? { messages } : {}) };
}

/** Something the user should know, although nothing is refused because of it. */
export function warning(text: string): Message {
  return { level: "warning", text };
}
