const newline = 0x0a;

export interface LineListener {
  readonly line: (text: string) => void;
  /** Called once; where the next line begins cannot be known after that, so nothing else is. */
  readonly tooLong: () => void;
}

/** Takes bytes as they come and tells the lines in them. What waits for its end is bounded. */
export function createLineReader(mostBytes: number, { line, tooLong }: LineListener): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let size = 0;
  let hasGivenUp = false;

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0 && !hasGivenUp; at = chunk.indexOf(newline, from)) {
      const text = Buffer.concat([...waiting, chunk.subarray(from, at)]).toString("utf8");
      waiting = [];
      size = 0;
      from = at + 1;
      line(text.endsWith("\r") ? text.slice(0, -1) : text);
    }
    if (hasGivenUp) return;
    waiting.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size <= mostBytes) return;
    hasGivenUp = true;
    waiting = [];
    tooLong();
  };
}
