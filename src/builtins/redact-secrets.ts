import type { Effects } from "../engine/effects.ts";
import { printableLine } from "../lib/printable.ts";
import { redactText, redactValue } from "../lib/redact/redact.ts";
import type { Builtin, BuiltinInput } from "./builtin.ts";

type Payload = BuiltinInput["payload"];
type Fields = Readonly<Record<string, unknown>>;

/** What is scrubbed on each event. Anything else goes by untouched. */
const scrubs: Readonly<Partial<Record<BuiltinInput["event"], (payload: Payload) => Effects | undefined>>> = {
  "tool.pre_call": scrubArguments,
  "model.pre_call": scrubMessages,
  "tool.transform_result": scrubResult,
};

export const redactSecrets: Builtin = {
  name: "redact_secrets",
  summary: "Replaces secrets in tool arguments, in messages to the model and in tool results with [REDACTED].",
  events: Object.keys(scrubs) as BuiltinInput["event"][],
  args: "",
  example: "",
  run: ({ event, payload }) => scrubs[event]?.(payload),
};

function scrubArguments({ tool_input: input, tool_name: tool }: Payload): Effects | undefined {
  const safe = redactValue(input);
  if (safe === input) return undefined;
  const name = typeof tool === "string" && tool !== "" ? ` of ${printableLine(tool)}` : "";
  return {
    patch: { tool_input: safe },
    messages: [{ level: "warning", text: `Secrets in the arguments${name} were replaced with [REDACTED].` }],
  };
}

function scrubMessages({ messages }: Payload): Effects | undefined {
  if (!Array.isArray(messages)) return undefined;
  const safe = mapChanged(messages, scrubMessage);
  return safe === messages ? undefined : { patch: { messages: safe } };
}

/** Only texts: other results are of a tool's own making, and their fields mean something to somebody. */
function scrubResult({ tool_result: result }: Payload): Effects | undefined {
  if (typeof result !== "string") return undefined;
  const safe = redactText(result);
  return safe === result ? undefined : { patch: { tool_result: safe } };
}

/** Touches what a person or a tool has written. Ids, signatures and pictures must arrive as they are. */
function scrubMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  return changed(message, {
    content: scrubContent(message.content),
    reasoning_content: scrubText(message.reasoning_content),
    multi_content: scrubContent(message.multi_content),
    function_call: scrubCall(message.function_call),
    tool_calls: scrubCalls(message.tool_calls),
  });
}

/** One text, or a list of parts as OpenAI and Anthropic write them. */
function scrubContent(content: unknown): unknown {
  return Array.isArray(content) ? mapChanged(content, scrubPart) : scrubText(content);
}

function scrubPart(part: unknown): unknown {
  if (!isObject(part)) return scrubText(part);
  return changed(part, {
    text: scrubText(part.text),
    thinking: part.signature === undefined ? scrubText(part.thinking) : part.thinking,
    ...(part.type === "tool_use" ? { input: redactValue(part.input) } : {}),
    ...(part.type === "tool_result" ? { content: scrubContent(part.content) } : {}),
  });
}

function scrubCalls(calls: unknown): unknown {
  if (!Array.isArray(calls)) return calls;
  return mapChanged(calls, (call) => (isObject(call) ? changed(call, { function: scrubCall(call.function) }) : call));
}

function scrubCall(call: unknown): unknown {
  return isObject(call) ? changed(call, { arguments: scrubJson(call.arguments) }) : call;
}

/** Arguments are JSON in a text. They are taken apart first, because a replacement must not break the JSON. */
function scrubJson(text: unknown): unknown {
  if (typeof text !== "string") return redactValue(text);
  try {
    const value: unknown = JSON.parse(text);
    const safe = redactValue(value);
    return safe === value ? text : JSON.stringify(safe);
  } catch {
    return redactText(text);
  }
}

function scrubText(value: unknown): unknown {
  return typeof value === "string" ? redactText(value) : value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object itself when none of the fields differs, else a copy with those that do. */
function changed(object: Fields, fields: Fields): Fields {
  const different = Object.entries(fields).filter(([name, value]) => value !== object[name]);
  return different.length === 0 ? object : { ...object, ...Object.fromEntries(different) };
}

function mapChanged(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const next = list.map(change);
  return next.every((item, at) => item === list[at]) ? list : next;
}
