import { closeSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import type { Tool, ToolInput, ToolResult } from "../../../agent/tool.ts";
import { Problem } from "../../../errors/problem.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { type Located, locate } from "../paths/locate.ts";
import { type OpenFile, openExisting } from "../paths/open-file.ts";
import type { GuardWrites } from "../paths/protected.ts";
import { sizeText } from "../paths/size-text.ts";
import type { Workspace } from "../paths/workspace.ts";
import { applyEdits, type Edit, type EditFailure } from "./apply-edits.ts";
import { fileChange } from "./file-change.ts";
import { describeNearest } from "./nearest-match.ts";
import { replaceFile } from "./replace-file.ts";
import { textOfFile } from "./text-or-binary.ts";

const largestFile = 32 * 1024 * 1024;

const description =
  "Replaces exact pieces of text in a file. Each oldText must be in the file exactly once, unless replace_all is set. Several edits are applied one after the other, all of them or none. CRLF line breaks are kept.";

export function editFileTool(workspace: Workspace, guard: GuardWrites): Tool {
  return defineTool({
    name: "edit_file",
    description,
    namespace: "fs",
    category: "filesystem",
    readOnly: false,
    decisionClass: "write",
    fields: {
      path: z.string().describe("The file, relative to the working directory or absolute."),
      edits: z
        .array(
          z.object({
            oldText: z.string().describe("The text to replace, exactly as in the file, without line numbers."),
            newText: z.string().describe("What takes its place; empty to remove it."),
            replace_all: z.boolean().default(false).describe("Replace it wherever it is."),
          }),
        )
        .min(1),
    },
    title: (input) => `Edit ${textOf(input, "path") || "a file"}${countText(input)}`,
    locations: (input) => [{ path: resolve(workspace.cwd, textOf(input, "path")) }],
    run: ({ path, edits }) => {
      const place = locate(workspace, path);
      guard(place);
      return edit(place, edits);
    },
  });
}

function countText({ edits }: ToolInput): string {
  return Array.isArray(edits) && edits.length > 1 ? ` in ${edits.length} places` : "";
}

/** In one go, without giving way to anything else here: no other call of ours can write between our reading and writing. */
function edit(place: Located, edits: readonly Edit[]): ToolResult {
  const file = openExisting(place);
  const before = readText(place, file);
  const result = applyEdits(before, edits);
  if ("kind" in result) throw problemOf(place, result, edits.length);
  replaceFile(place, result.text, file.stats);
  const change = fileChange(place.shown, before, result.text);
  const count = edits.length === 1 ? "" : ` with ${edits.length} edits`;
  return {
    text: `Changed ${place.shown}${count} (lines: ${change.added} added, ${change.removed} removed).`,
    isError: false,
    changes: [change],
  };
}

function readText({ shown }: Located, { descriptor, stats }: OpenFile): string {
  try {
    if (stats.size > largestFile) {
      throw new Problem("TOOL_FILE_TOO_LARGE", {
        path: shown,
        size: sizeText(stats.size),
        limit: sizeText(largestFile),
      });
    }
    const read = textOfFile(readFileSync(descriptor));
    if ("bad" in read) throw new Problem("TOOL_FILE_NOT_TEXT", { path: shown, why: read.bad });
    return read.text;
  } finally {
    closeSync(descriptor);
  }
}

function problemOf({ shown: path }: Located, failure: EditFailure, count: number): Problem {
  const edit = count === 1 ? "oldText" : `oldText of edits[${failure.index}]`;
  switch (failure.kind) {
    case "not-found": {
      const isLater = failure.index > 0 ? "The edits before it were taken into account. " : "";
      const nearest = isLater + describeNearest(failure.text, failure.wanted);
      return new Problem("TOOL_EDIT_NOT_FOUND", { path, edit, nearest });
    }
    case "not-unique": {
      const more = failure.count > failure.lines.length ? ", …" : "";
      const lines = `${failure.lines.join(", ")}${more}`;
      return new Problem("TOOL_EDIT_NOT_UNIQUE", { path, edit, count: failure.count, lines });
    }
    case "empty":
      return new Problem("TOOL_EDIT_CHANGES_NOTHING", { path, edit, why: "is empty" });
    case "no-change":
      return new Problem("TOOL_EDIT_CHANGES_NOTHING", { path, edit, why: "and newText are the same" });
  }
}
