import { z } from "zod";

/*
 * Field kinds. Every field but the few marked as required may be left out: an agent that does not know a value omits it.
 * The same kinds serve payloads and patches; in a patch an absent or null field changes nothing.
 * Each kind is made once and shared, because making a schema costs far more than pointing at one.
 */
export const requiredText = z.string();
export const text = requiredText.nullish();
/** Text whose outer blanks mean nothing. For patches only: a payload is passed on as it came. */
export const trimmed = z.string().trim().nullish();
export const whole = z.number().int().nullish();
export const decimal = z.number().nullish();
export const flag = z.boolean().nullish();
export const requiredTime = z.iso.datetime({ offset: true });
export const time = requiredTime.nullish();
export const textList = z.array(z.string()).nullish();
export const textMap = z.record(z.string(), z.string()).nullish();
export const object = z.record(z.string(), z.unknown()).nullish();
/** Any JSON value, passed through untouched. */
export const raw = z.unknown().optional();

/** The two fields of every payload that says what it is; the engine fills them in. */
export const base = <N extends string>(event: N) => ({ event: z.literal(event), timestamp: requiredTime });
export type Base<N extends string> = ReturnType<typeof base<N>>;

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

/** What an agent program tells about itself with most of its events; AGH has no such fields. */
export const hostBlock = { cwd: text, permission_mode: text, transcript_path: text };

export const toolRef = { tool_call_id: text, tool_name: text, tool_namespace: text, read_only: flag };

/** The fields with which a hook refuses. */
export const control = { deny: flag, deny_reason: trimmed };

/** The patch of an event whose hooks can only watch. */
export const nothing = {};

export const contextBlocks = z.array(z.object({ kind: text, text, metadata: textMap })).nullish();

/** Chat messages belong to the model's provider; only that they are objects is ours to say. */
export const chatMessages = z.array(z.record(z.string(), z.unknown())).nullish();

/** Present on the payload of a gate once its chain refused; hooks read them, no patch sets them. */
export const denialOutputs = { denied: flag, deny_reason: text };

/** The groups of fields that many payloads share, so that the reference can describe each of them once. */
export const blocks = {
  session: sessionBlock,
  turn: turnBlock,
  host: hostBlock,
  tool: toolRef,
};
