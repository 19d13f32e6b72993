import { type Effects, type Message, noEffects } from "../../../engine/effects.ts";
import type { Answer } from "./answer.ts";
import { type EventRules, type ReplyEvent, replyEvent } from "./events.ts";

/** What an answer asks for, in the words that all dialects share. */
export function effectsOf(rules: EventRules, answer: Answer): Effects {
  const event = replyEvent(rules);
  const blocked = blockingEffects(event, answer);
  const stopped = stoppingEffects(event, answer);
  const contexts = [...contextTexts(event, answer), ...(blocked.contexts ?? [])];
  const messages = [...messagesOf(answer), ...(blocked.messages ?? []), ...(stopped.messages ?? [])];
  const metadata = { ...blocked.metadata, ...(answer.suppressesOutput && { suppress_output: true }) };
  const unread = [...answer.unread, ...unusedContexts(event, answer)];
  const effects: Effects = {
    ...decisionEffects(answer),
    ...blocked,
    ...stopped,
    ...(answer.forces && { continue: answer.forces, final: true }),
    ...(answer.updatedInput && { patch: { tool_input: answer.updatedInput } }),
    ...(contexts.length > 0 && { contexts }),
    ...(messages.length > 0 && { messages }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(unread.length > 0 && { unread }),
  };
  return Object.keys(effects).length === 0 ? noEffects : effects;
}

function decisionEffects({ decision, reason }: Answer): Effects {
  return decision === undefined ? noEffects : { decision, ...(reason !== undefined && { reason }) };
}

function blockingEffects(event: ReplyEvent, { blockingError }: Answer): Effects {
  if (blockingError === undefined) return noEffects;
  const metadata = { blocking_error: blockingError };
  switch (event.blocking) {
    case "denies":
      return { decision: "deny", reason: blockingError };
    case "ends-turn":
      return { stop: { reason: blockingError }, metadata, final: true };
    case "tells-model":
      return {
        contexts: [{ text: blockingError, lifetime: "turn" }],
        messages: [shown("error", blockingError)],
        metadata,
      };
    case "reports":
      return { messages: [shown("warning", cannot(event, "block", blockingError))] };
  }
}

function stoppingEffects(event: ReplyEvent, { prevents }: Answer): Effects {
  if (!prevents) return noEffects;
  return event.stops
    ? { stop: prevents, ...(event.endsChain && { final: true }) }
    : { messages: [shown("warning", cannot(event, "stop the agent on", prevents.reason))] };
}

/** Nobody can do this here; the reason is passed on to the user, who would otherwise never hear of it. */
function cannot(event: ReplyEvent, what: string, reason: string): string {
  return `A hook tried to ${what} ${event.name}, which is not possible there: ${reason}`;
}

function contextTexts(event: ReplyEvent, { contexts, isText }: Answer): NonNullable<Effects["contexts"]> {
  const areAdded = isText ? event.textIsContext : event.addsContext;
  return areAdded ? contexts.map((text) => ({ text, lifetime: event.contextLifetime })) : [];
}

function unusedContexts(event: ReplyEvent, { contexts, isText }: Answer): string[] {
  return event.addsContext || isText || contexts.length === 0 ? [] : ["additionalContext"];
}

function messagesOf({ systemMessage, warnings }: Answer): Message[] {
  return [
    ...(systemMessage === undefined ? [] : [shown("info", systemMessage)]),
    ...warnings.map((text) => shown("warning", text)),
  ];
}

function shown(level: Message["level"], text: string): Message {
  return { level, text };
}
