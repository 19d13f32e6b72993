import type { RecordType } from "../../agent/transcript.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The texts of each entry that the conversation is put together from, or by which calls find their results. */
const texts: Readonly<Record<RecordType, readonly string[]>> = {
  user_message: ["text"],
  agent_message: ["text"],
  thought: ["text"],
  tool_call: ["tool_call_id", "tool_name", "arguments"],
  permission: ["tool_call_id", "decision"],
  tool_result: ["tool_call_id", "tool_name", "text"],
  usage: [],
  system: ["kind"],
  error: ["message"],
  done: [],
  session_stopped: [],
};
const textsOfSystem: Readonly<Record<string, readonly string[]>> = {
  compaction: ["summary"],
  result_replaced: ["tool_call_id", "text"],
};

/** Says what is wrong with an entry that was kept, or null. Other programs can write to the file as well. */
export function whyDamaged(type: string, content: unknown): string | null {
  if (!Object.hasOwn(texts, type)) return `its type is ${JSON.stringify(type)}, which nobody knows`;
  if (typeof content !== "object" || content === null || Array.isArray(content)) return "its content is no object";
  const fields: Fields = { ...content };
  const wanted = [...texts[type as RecordType], ...(type === "system" ? textsOf(fields.kind) : [])];
  const missing = wanted.find((field) => typeof fields[field] !== "string");
  if (missing !== undefined) return `its ${JSON.stringify(missing)} is no text`;
  if (fields.kind === "compaction" && !Number.isSafeInteger(fields.keep_from)) return 'its "keep_from" is no number';
  return null;
}

function textsOf(kind: unknown): readonly string[] {
  return typeof kind === "string" && Object.hasOwn(textsOfSystem, kind) ? (textsOfSystem[kind] ?? []) : [];
}
