import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";

/** How much of stderr is kept. */
export const excerptLimit = 8192;
const truncationMark = "...[truncated]";

export type CapturedText = { readonly text: string } | { readonly unusable: "over-limit" | "not-utf8" };

/** Keeps the first `limit` bytes of a stream and counts the rest, so that the writer is never held up. */
export class Capture {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #kept = 0;
  bytes = 0;

  constructor(stream: Readable, limit: number) {
    this.#limit = limit;
    // The other end may vanish in the middle of a read; whatever came before that is what there is.
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => this.#take(chunk));
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length;
    const room = this.#limit - this.#kept;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** The whole text, or why there is none that could be read: cut output is never offered for reading. */
  text(replacesBadBytes = false): CapturedText {
    if (this.bytes > this.#limit) return { unusable: "over-limit" };
    const all = this.#all();
    return replacesBadBytes || isUtf8(all) ? { text: all.toString("utf8") } : { unusable: "not-utf8" };
  }

  /** What was kept, ending in a mark when there was more. */
  excerpt(): string {
    const kept = this.#all();
    const isCut = this.bytes > this.#limit;
    const text = kept.toString("utf8", 0, isCut ? wholeCharacters(kept) : kept.length);
    // Bytes that are no text become replacement characters, which are longer than what they stand for.
    const isGrown = Buffer.byteLength(text) > this.#limit;
    if (!isCut && !isGrown) return text;
    return (isGrown ? cut(text, this.#limit) : text) + truncationMark;
  }

  #all(): Buffer {
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
  }
}

function cut(text: string, bytes: number): string {
  const start = Buffer.from(text).subarray(0, bytes);
  return start.toString("utf8", 0, wholeCharacters(start));
}

/** How many leading bytes hold only whole UTF-8 characters, if the text was valid before it was cut. */
function wholeCharacters(start: Buffer): number {
  let at = start.length - 1;
  while (at >= 0 && at > start.length - 4 && isContinuation(start[at])) at--;
  const lead = start[at] ?? 0;
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return at + size > start.length ? at : start.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
