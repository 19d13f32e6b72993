import { z } from "zod";

/*
 * Field kinds. Every field but the few marked `required` may be left out: an agent that does not know a value omits it.
 * The same kinds serve payloads and patches; in a patch an absent or null field changes nothing.
 */
export const text = z.string().nullish();
/** Text whose outer blanks mean nothing. */
export const trimmed = z.string().trim().nullish();
export const whole = z.number().int().nullish();
export const decimal = z.number().nullish();
export const flag = z.boolean().nullish();
export const time = z.iso.datetime({ offset: true }).nullish();
export const textList = z.array(z.string()).nullish();
export const textMap = z.record(z.string(), z.string()).nullish();
export const object = z.record(z.string(), z.unknown()).nullish();
/** Any JSON value, passed through untouched. */
export const raw = z.unknown().optional();

/** The two fields of every payload that says what it is; the engine fills them in. */
export const base = <N extends string>(event: N) => ({
  event: z.literal(event),
  timestamp: z.iso.datetime({ offset: true }),
});

export const sessionBlock = {
  session_id: text,
  session_name: text,
  session_type: text,
  agent_name: text,
  workspace_id: text,
  workspace: text,
  acp_session_id: text,
  state: text,
  created_at: time,
  updated_at: time,
};

export const turnBlock = { turn_id: text };

export const toolRef = { tool_call_id: text, tool_name: text, tool_namespace: text, read_only: flag };

/** The fields with which a hook refuses. */
export const control = { deny: flag, deny_reason: trimmed };

export const contextBlocks = z.array(z.object({ kind: text, text, metadata: textMap })).nullish();
