import { closeSync, readFileSync, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import * as z from "zod";
import { type Tool, toolText } from "../../../agent/tool.ts";
import { Problem } from "../../../errors/problem.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { sniffedBytes, whyNotText } from "../filesystem/text-or-binary.ts";
import { type Located, locate } from "../paths/locate.ts";
import { openFile } from "../paths/open-file.ts";
import { codeOf, reasonOf } from "../paths/reason.ts";
import { sizeText } from "../paths/size-text.ts";
import { shownPath, type Workspace } from "../paths/workspace.ts";
import { compileGlob } from "./glob.ts";
import { matchingLines, type ShownLine } from "./matching-lines.ts";
import { textPattern } from "./text-pattern.ts";
import { type WalkOptions, walk } from "./walk.ts";

const usualLimit = 100;
const mostMatches = 1000;
const mostBytes = 40_000;
const longestSliceMs = 10;
const largestFile = 16 * 1024 * 1024;

export function searchTextTool(workspace: Workspace): Tool {
  return defineTool({
    name: "search_text",
    description:
      "Finds lines that fit a regular expression (RE2: no lookaround, no back references) in the files of a directory or in one file. Results are grouped by file, with line numbers. Binary files, very large files and files that git ignores are left out.",
    namespace: "fs",
    category: "filesystem",
    readOnly: true,
    decisionClass: "read",
    fields: {
      pattern: z.string().min(1).describe("What to look for in each line."),
      path: z.string().default(".").describe("The directory or file to search."),
      include: z.string().min(1).optional().describe('Only files that fit this pattern, such as "*.ts" or "src/**".'),
      literal: z.boolean().default(false).describe("The pattern is plain text."),
      ignore_case: z.boolean().default(false).describe("Upper and lower case are the same."),
      context: z.int().min(0).max(20).default(0).describe("How many lines to show before and after each match."),
      limit: z.int().min(1).max(mostMatches).default(usualLimit).describe("How many matching lines to give."),
      include_ignored: z.boolean().default(false).describe("Search files that git ignores as well."),
    },
    title: (input) => `Search ${JSON.stringify(textOf(input, "pattern"))} in ${textOf(input, "path") || "."}`,
    locations: (input) => [{ path: resolve(workspace.cwd, textOf(input, "path") || ".") }],
    run: async (input, { signal }) => {
      const place = locate(workspace, input.path);
      const pattern = textPattern(input.pattern, { isPlain: input.literal, ignoresCase: input.ignore_case });
      const fits = input.include === undefined ? () => true : compileGlob(input.include);
      const result = new SearchResult(input.limit);
      const files = filesAt(place, {
        root: workspace.root,
        includesIgnored: input.include_ignored,
        signal,
        onTooMany: () =>
          result.leaveOut("there are too many files to look at all of them; choose a directory with `path`"),
      });
      let since = performance.now();
      for await (const file of files) {
        // Files are read at once, which is many times faster than by promises; in between, others get their turn.
        if (performance.now() - since > longestSliceMs) {
          await otherWork();
          since = performance.now();
        }
        signal.throwIfAborted();
        if (!fits(relative(place.path, file).split(sep).join("/") || file)) continue;
        const text = readText(file, result);
        if (text === null) continue;
        result.add(shownPath(workspace, file), matchingLines(text, pattern, input.context, result.room));
        if (result.room === 0) break;
      }
      return toolText(result.text(place, input.pattern));
    },
  });
}

async function* filesAt(place: Located, options: WalkOptions): AsyncGenerator<string> {
  if (isOneFile(place)) {
    yield place.path;
    return;
  }
  for await (const { path, isLink } of walk(place.path, options)) {
    // It may lead out of the workspace; and what it leads to inside is found where it is.
    if (!isLink) yield path;
  }
}

function isOneFile({ path, shown }: Located): boolean {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return false;
    if (stats.isFile()) return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new Problem("TOOL_FILE_MISSING", { path: shown, suggestion: null });
    throw new Problem("TOOL_SYSTEM_REFUSED", { path: shown, doing: "searched", why: reasonOf(error) });
  }
  throw new Problem("TOOL_NOT_A_FILE", { path: shown, kind: "a device or a pipe" });
}

function readText(file: string, result: SearchResult): string | null {
  let descriptor: number | null = null;
  try {
    const opened = openFile({ path: file, shown: file });
    if (opened === null) return null;
    descriptor = opened.descriptor;
    if (opened.stats.size > largestFile) {
      result.tooLarge++;
      return null;
    }
    const bytes = readFileSync(descriptor);
    return whyNotText(bytes.subarray(0, sniffedBytes)) === null ? bytes.toString("utf8") : null;
  } catch {
    result.unreadable++;
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

class SearchResult {
  readonly #parts: string[] = [];
  readonly #limit: number;
  #bytes = 0;
  #matches = 0;
  #isFull = false;
  #leftOut: string | null = null;
  tooLarge = 0;
  unreadable = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many more matches are wanted. */
  get room(): number {
    return this.#isFull ? 0 : this.#limit - this.#matches;
  }

  leaveOut(why: string): void {
    this.#leftOut = why;
  }

  add(file: string, lines: readonly ShownLine[]): void {
    if (lines.length === 0) return;
    const texts: string[] = [];
    let previous: number | null = null;
    for (const { number, text, isMatch } of lines) {
      const line = `${number}${isMatch ? ":" : "-"} ${text}`;
      this.#bytes += Buffer.byteLength(line) + 1;
      if (this.#bytes > mostBytes) {
        this.#isFull = true;
        break;
      }
      if (previous !== null && number > previous + 1 && lines.some((shown) => !shown.isMatch)) texts.push("--");
      texts.push(line);
      if (isMatch) this.#matches++;
      previous = number;
    }
    if (texts.length > 0) this.#parts.push([file, ...texts].join("\n"));
  }

  text({ shown }: Located, pattern: string): string {
    const notes: string[] = [];
    if (this.#matches === 0) notes.push(`(nothing in ${shown} fits ${JSON.stringify(pattern)})`);
    if (this.room === 0) notes.push(`(there may be more; matching lines shown: ${this.#matches})`);
    if (this.#leftOut !== null) notes.push(`(${this.#leftOut})`);
    if (this.tooLarge > 0) notes.push(`(${this.tooLarge} files of more than ${sizeText(largestFile)} were left out)`);
    if (this.unreadable > 0) notes.push(`(${this.unreadable} files could not be read)`);
    return [...this.#parts, ...notes].join("\n\n");
  }
}
