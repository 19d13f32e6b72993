import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { Capture } from "./capture.ts";

const mark = "...[truncated]";

describe("Capture", () => {
  it.each([
    ["nothing", [], 4, ""],
    ["up to the limit", ["ab", "cd"], 4, "abcd"],
    ["more than the limit in one piece", ["abcdef"], 4, `abcd${mark}`],
    ["more than the limit in pieces", ["abc", "d", "e"], 4, `abcd${mark}`],
    ["a character of two bytes across the limit", ["abcé"], 4, `abc${mark}`],
    ["a character of three bytes across the limit", ["ab€d"], 4, `ab${mark}`],
    ["a character of four bytes across the limit", ["a🪝"], 4, `a${mark}`],
    ["a character of four bytes that just fits", ["🪝a"], 4, `🪝${mark}`],
  ])("keeps %s", async (_case, pieces, limit, excerpt) => {
    const capture = await captured(
      pieces.map((piece) => Buffer.from(piece)),
      limit,
    );
    expect(capture.excerpt()).toBe(excerpt);
    expect(capture.bytes).toBe(Buffer.byteLength(pieces.join("")));
  });

  it("keeps to the limit even when bytes that are no text are replaced by longer marks", async () => {
    const capture = await captured([Buffer.alloc(100, 0xff)], 10);
    expect(capture.excerpt()).toBe(`${"\ufffd".repeat(3)}${mark}`);
  });

  it.each([
    ["whole text", [Buffer.from("{}")], { text: "{}" }],
    ["text cut between pieces", [Buffer.from([0xc3]), Buffer.from([0xa9])], { text: "é" }],
    ["text with a byte order mark", [Buffer.from("\ufeff{}")], { text: "\ufeff{}" }],
    ["half a character", [Buffer.from([0x7b, 0xc3])], { unusable: "not-utf8" }],
    ["more than the limit", [Buffer.alloc(9, 0x20)], { unusable: "over-limit" }],
  ])("reads %s", async (_case, pieces, text) => {
    expect((await captured(pieces, 8)).text()).toEqual(text);
  });
});

async function captured(pieces: readonly Buffer[], limit: number): Promise<Capture> {
  const stream = new PassThrough();
  const capture = new Capture(stream, limit);
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await finished(stream);
  return capture;
}
