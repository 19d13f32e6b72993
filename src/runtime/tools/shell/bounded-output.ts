import { sizeText } from "../paths/size-text.ts";

/** Keeps the beginning and the end of an output of any length, in memory that does not grow with it. */
export class BoundedOutput {
  readonly #half: number;
  #head = Buffer.alloc(0);
  #headLength = 0;
  /** The last bytes, in a circle; null until the head is full. */
  #ring: Buffer | null = null;
  #ringAt = 0;
  bytes = 0;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    const room = this.#half - this.#headLength;
    if (room > 0) this.#addToHead(chunk.subarray(0, room));
    if (chunk.length > room) this.#addToRing(chunk.subarray(Math.max(0, room)));
  }

  text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    const afterHead = this.bytes - this.#headLength;
    const left = afterHead - this.#half;
    if (left <= 0) return Buffer.concat([head, this.#tail(afterHead)]).toString("utf8");
    return `${head.toString("utf8")}\n… (${sizeText(left)} left out) …\n${this.#tail(this.#half).toString("utf8")}`;
  }

  #addToHead(chunk: Buffer): void {
    const length = this.#headLength + chunk.length;
    if (length > this.#head.length) {
      const larger = Buffer.alloc(Math.min(this.#half, Math.max(length, this.#head.length * 2)));
      this.#head.copy(larger, 0, 0, this.#headLength);
      this.#head = larger;
    }
    chunk.copy(this.#head, this.#headLength);
    this.#headLength = length;
  }

  #addToRing(chunk: Buffer): void {
    this.#ring ??= Buffer.alloc(this.#half);
    const kept = chunk.subarray(-this.#half);
    const untilEnd = Math.min(kept.length, this.#half - this.#ringAt);
    kept.copy(this.#ring, this.#ringAt, 0, untilEnd);
    kept.copy(this.#ring, 0, untilEnd);
    this.#ringAt = (this.#ringAt + kept.length) % this.#half;
  }

  #tail(length: number): Buffer {
    const ring = this.#ring;
    if (ring === null) return Buffer.alloc(0);
    const isFull = length === this.#half;
    return isFull
      ? Buffer.concat([ring.subarray(this.#ringAt), ring.subarray(0, this.#ringAt)])
      : ring.subarray(0, length);
  }
}
