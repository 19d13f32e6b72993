import { read } from "node:fs";
import { promisify } from "node:util";

export interface LineRange {
  /** 1 is the first line. */
  readonly first: number;
  readonly count: number;
  /** How much text is taken together; a line that does not fit any more is left for the next call. */
  readonly mostBytes: number;
  /** What is kept of one line. */
  readonly mostLineBytes: number;
  /** How far the rest of the file is read to count its lines. */
  readonly countWithinBytes: number;
}

export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** How long it really is. */
  readonly length: number;
  readonly hasCarriageReturn: boolean;
}

export interface LinesRead {
  readonly lines: readonly Line[];
  /** How many lines there are; null when the file is too long to be counted. */
  readonly total: number | null;
}

const chunkBytes = 256 * 1024;
const smallestChunkBytes = 8 * 1024;
const readAt = promisify(read);

/** Reads some lines of a file of any size, in memory that depends on the range alone. */
export async function readLines(
  { descriptor, size }: { readonly descriptor: number; readonly size: number },
  range: LineRange,
  signal: AbortSignal,
): Promise<LinesRead> {
  const taker = new LineTaker(range);
  // Most files are small, and what is thrown away after each of them has to be collected.
  const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(smallestChunkBytes, size)));
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await readAt(descriptor, chunk, 0, chunk.length, at);
    if (bytesRead === 0) return { lines: taker.lines, total: taker.end() };
    taker.take(chunk.subarray(0, bytesRead));
    at += bytesRead;
    if (taker.isFull && at > range.countWithinBytes) return { lines: taker.lines, total: null };
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Puts lines together from chunks that are cut anywhere. */
class LineTaker {
  readonly #range: LineRange;
  readonly lines: Line[] = [];
  isFull = false;
  #number = 1;
  #taken = 0;
  #parts: Buffer[] = [];
  #kept = 0;
  #length = 0;
  #last = 0;

  constructor(range: LineRange) {
    this.#range = range;
  }

  take(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const feed = chunk.indexOf(lineFeed, from);
      this.#add(chunk.subarray(from, feed === -1 ? chunk.length : feed));
      if (feed === -1) return;
      this.#finish();
      from = feed + 1;
    }
  }

  /** A last line without a line break counts; the nothing after the last line break does not. */
  end(): number {
    if (this.#length > 0) this.#finish();
    return this.#number - 1;
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    this.#last = part[part.length - 1] as number;
    const room = this.#range.mostLineBytes - this.#kept;
    if (room <= 0 || this.isFull || this.#number < this.#range.first) return;
    // The chunk is used again for the next read.
    const copy = Buffer.from(part.subarray(0, room));
    this.#parts.push(copy);
    this.#kept += copy.length;
  }

  #finish(): void {
    if (this.#number >= this.#range.first && !this.isFull) this.#keep();
    this.#number++;
    this.#parts = [];
    this.#kept = 0;
    this.#length = 0;
    this.#last = 0;
  }

  #keep(): void {
    const { count, mostBytes } = this.#range;
    // The first line is always given, or nobody would ever come past it.
    const fits = this.lines.length === 0 || this.#taken + this.#kept <= mostBytes;
    if (this.lines.length >= count || !fits) {
      this.isFull = true;
      return;
    }
    const hasCarriageReturn = this.#last === carriageReturn;
    const bytes = Buffer.concat(this.#parts);
    const isWhole = this.#kept === this.#length;
    this.lines.push({
      number: this.#number,
      bytes: hasCarriageReturn && isWhole ? bytes.subarray(0, -1) : bytes,
      length: this.#length - (hasCarriageReturn ? 1 : 0),
      hasCarriageReturn,
    });
    this.#taken += this.#kept;
  }
}
