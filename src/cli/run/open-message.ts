import type { Block, Speaker, Voice } from "./block.ts";

/** An answer that is still being written. */
export interface OpenMessage {
  readonly from: Speaker;
  readonly voice: Voice;
  /** Everything that came of it in words. */
  readonly text: string;
  /** The line that is not complete. */
  readonly rest: string;
  readonly isFirst: boolean;
}

export type OpenMessages = ReadonlyMap<string, OpenMessage>;

/** The messages after something came of them, and the lines that are complete. */
export interface Said {
  readonly messages: OpenMessages;
  readonly blocks: readonly Block[];
}

export function openMessage(from: Speaker): OpenMessage {
  return { from, voice: "text", text: "", rest: "", isFirst: true };
}

/** Takes a piece of a message in. */
export function growMessage(messages: OpenMessages, id: string, voice: Voice, piece: string): Said {
  const open = messages.get(id);
  if (!open) return { messages, blocks: [] };
  const { message, blocks } = grown(open, voice, piece);
  return { messages: new Map(messages).set(id, message), blocks };
}

/** Ends a message. What was shown of it may not be what it says in the end. */
export function endMessage(messages: OpenMessages, id: string, text: string): Said {
  const open = messages.get(id);
  if (!open) return { messages, blocks: [] };
  const left = new Map(messages);
  left.delete(id);
  if (open.text === text) return { messages: left, blocks: restOf(open) };
  if (open.text !== "")
    return { messages: left, blocks: [...restOf(open), { from: open.from, kind: "text-replaced", text }] };
  const { message, blocks } = grown(open, "text", text);
  return { messages: left, blocks: [...blocks, ...restOf(message)] };
}

/** Ends the lines that are being written, but for those of one message, as if they were complete. */
export function breakLines(messages: OpenMessages, except: string | null): Said {
  const broken = [...messages].filter(([id, { rest }]) => rest !== "" && id !== except);
  if (broken.length === 0) return { messages, blocks: [] };
  const after = new Map(messages);
  for (const [id, open] of broken) after.set(id, { ...open, rest: "", isFirst: false });
  return { messages: after, blocks: broken.flatMap(([, open]) => restOf(open)) };
}

export function restOf({ from, voice, rest, isFirst }: OpenMessage): Block[] {
  return rest === "" ? [] : [{ from, kind: "text", voice, line: rest, isFirst }];
}

function grown(open: OpenMessage, voice: Voice, piece: string): { message: OpenMessage; blocks: readonly Block[] } {
  const { from } = open;
  const ended = open.voice === voice ? [] : restOf(open);
  const lines = ((open.voice === voice ? open.rest : "") + piece).split("\n");
  const rest = lines.pop() ?? "";
  const isFirst = open.isFirst && ended.length === 0;
  const complete = lines.map((line, at): Block => ({ from, kind: "text", voice, line, isFirst: isFirst && at === 0 }));
  const text = voice === "text" ? open.text + piece : open.text;
  return {
    message: { from, voice, text, rest, isFirst: isFirst && complete.length === 0 },
    blocks: [...ended, ...complete],
  };
}
