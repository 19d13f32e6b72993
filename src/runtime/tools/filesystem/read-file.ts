import { closeSync, readSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { type Tool, type ToolInput, type ToolResult, toolText } from "../../../agent/tool.ts";
import { Problem } from "../../../errors/problem.ts";
import { firstBytes } from "../../../lib/cut-utf8.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { type Located, locate } from "../paths/locate.ts";
import { openExisting } from "../paths/open-file.ts";
import { sizeText } from "../paths/size-text.ts";
import type { Workspace } from "../paths/workspace.ts";
import { type Line, type LinesRead, readLines } from "./read-lines.ts";
import { sniffedBytes, whyNotText } from "./text-or-binary.ts";

const usualLines = 2000;
const mostLines = 10_000;
const mostLineBytes = 2000;
/** With line numbers it stays below what large results are cut to. */
const mostBytes = 40_000;
const countWithinBytes = 256 * 1024 * 1024;

const description = `Reads a text file, each line with its number and a tab before it. At most ${usualLines} lines and ${mostBytes / 1000} KB are given at once; the result says how to go on. Lines longer than ${mostLineBytes} bytes are cut.`;

export function readFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "read_file",
    description,
    namespace: "fs",
    category: "filesystem",
    readOnly: true,
    decisionClass: "read",
    fields: {
      path: z.string().describe("The file, relative to the working directory or absolute."),
      offset: z.int().min(1).default(1).describe("The first line to read; 1 is the first of the file."),
      limit: z.int().min(1).max(mostLines).default(usualLines).describe("How many lines to read."),
    },
    title: (input) => `Read ${textOf(input, "path") || "a file"}${rangeText(input)}`,
    locations: (input) => [location(workspace, input)],
    run: async ({ path, offset, limit }, { signal }) => {
      const place = locate(workspace, path);
      const file = openExisting(place);
      try {
        const { descriptor } = file;
        const { size } = file.stats;
        refuseBinary(place, descriptor, size);
        const range = { first: offset, count: limit, mostBytes, mostLineBytes, countWithinBytes };
        return present(place, offset, await readLines({ descriptor, size }, range, signal));
      } finally {
        closeSync(file.descriptor);
      }
    },
  });
}

function rangeText({ offset, limit }: ToolInput): string {
  const first = isLine(offset) ? offset : 1;
  if (isLine(limit)) return `, lines ${first} to ${first + limit - 1}`;
  return first > 1 ? `, from line ${first}` : "";
}

function location({ cwd }: Workspace, input: ToolInput) {
  const { offset, limit } = input;
  const start = isLine(offset) ? offset : 1;
  return {
    path: resolve(cwd, textOf(input, "path")),
    ...((isLine(offset) || isLine(limit)) && { start_line: start }),
    ...(isLine(limit) && { end_line: start + limit - 1 }),
  };
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

function refuseBinary({ shown }: Located, descriptor: number, size: number): void {
  const start = Buffer.alloc(sniffedBytes);
  const length = readSync(descriptor, start, 0, sniffedBytes, 0);
  const why = whyNotText(start.subarray(0, length));
  if (why !== null) throw new Problem("TOOL_FILE_NOT_TEXT", { path: shown, why: `${why}, ${sizeText(size)}` });
}

function present({ shown }: Located, offset: number, { lines, total }: LinesRead): ToolResult {
  const last = lines.at(-1)?.number;
  if (last === undefined) {
    if (total === 0) return toolText(`(${shown} is empty)`);
    return toolText(`(${shown} has ${total} lines; line ${offset} is beyond its end)`);
  }
  const notes: string[] = [];
  if (total === null || last < total) {
    const all = total === null ? "many more" : `${total}`;
    notes.push(`lines ${offset} to ${last} of ${all}; go on with offset ${last + 1}`);
  }
  if (lines.some(({ hasCarriageReturn }) => hasCarriageReturn)) notes.push("its lines end in CRLF, as edits keep them");
  const texts = lines.map(lineText);
  if (texts.some((text) => text.includes("\ufffd"))) notes.push("bytes that are not UTF-8 are shown as \ufffd");
  return toolText([...texts, ...notes.map((note) => `(${note})`)].join("\n"));
}

function lineText({ number, bytes, length }: Line): string {
  const isCut = bytes.length < length;
  const text = bytes.toString("utf8");
  const whole = isCut ? firstBytes(text.replace(/\ufffd+$/, ""), mostLineBytes) : text;
  const shown = number === 1 && whole.startsWith("\ufeff") ? whole.slice(1) : whole;
  return `${number}\t${shown}${isCut ? ` … (${sizeText(length)} in this line)` : ""}`;
}
