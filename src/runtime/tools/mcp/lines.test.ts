import { describe, expect, it } from "vitest";
import { createLineReader } from "./lines.ts";

function reading(mostBytes = 100) {
  const lines: string[] = [];
  const gaveUp: string[] = [];
  const read = createLineReader(mostBytes, {
    line: (text) => lines.push(text),
    tooLong: () => gaveUp.push("too long"),
  });
  return { lines, gaveUp, read: (text: string | Buffer) => read(Buffer.from(text)) };
}

describe("lines", () => {
  it("come as they end, however they are cut", () => {
    for (const size of [1, 2, 3, 100]) {
      const { lines, read } = reading();
      const bytes = Buffer.from("äöü\r\n\nlast€\nrest");
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      expect(lines).toEqual(["äöü", "", "last€"]);
    }
  });

  it("are given up once when one has no end", () => {
    const { lines, gaveUp, read } = reading(10);
    read("short\n");
    read("0123456");
    read("789abc");
    read("and on\nand on\n");
    read("x".repeat(50));
    expect(lines).toEqual(["short"]);
    expect(gaveUp).toEqual(["too long"]);
  });
});
