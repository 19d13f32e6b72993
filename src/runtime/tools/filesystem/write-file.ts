import { closeSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { type Tool, type ToolResult, toolText } from "../../../agent/tool.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { type Located, locate } from "../paths/locate.ts";
import { type OpenFile, openFile } from "../paths/open-file.ts";
import type { GuardWrites } from "../paths/protected.ts";
import { sizeText } from "../paths/size-text.ts";
import type { Workspace } from "../paths/workspace.ts";
import { countLines, fileChange } from "./file-change.ts";
import { replaceFile } from "./replace-file.ts";
import { textOfFile } from "./text-or-binary.ts";

const description =
  "Writes a whole text file: creates it, with the directories it needs, or replaces all that is in it. To change parts of a file use edit_file.";
/** A larger file is replaced without a look at what was in it. */
const mostCompared = 16 * 1024 * 1024;

export function writeFileTool(workspace: Workspace, guard: GuardWrites): Tool {
  return defineTool({
    name: "write_file",
    description,
    namespace: "fs",
    category: "filesystem",
    readOnly: false,
    decisionClass: "write",
    fields: {
      path: z.string().describe("The file, relative to the working directory or absolute."),
      content: z.string().describe("All of the new content."),
    },
    title: (input) => `Write ${textOf(input, "path") || "a file"}`,
    locations: (input) => [{ path: resolve(workspace.cwd, textOf(input, "path")) }],
    run: ({ path, content }) => {
      const place = locate(workspace, path);
      guard(place);
      return write(place, content);
    },
  });
}

/** In one go, without giving way to anything else here: no other call of ours can write between our reading and writing. */
function write(place: Located, content: string): ToolResult {
  const { shown } = place;
  const file = openFile(place);
  const before = file && oldText(file);
  if (before?.text === content) return toolText(`${shown} has exactly this content already; nothing was written.`);
  replaceFile(place, content, file?.stats ?? null);
  const size = `lines: ${countLines(content)}, size: ${sizeText(Buffer.byteLength(content))}`;
  const change = fileChange(shown, before?.text ?? null, content);
  return {
    text: file === null ? `Created ${shown} (${size}).` : `Replaced the content of ${shown} (${size}).`,
    isError: false,
    changes: [before?.isText === false ? { ...change, diff: "", removed: 0 } : change],
  };
}

function oldText({ descriptor, stats }: OpenFile): { readonly text: string | null; readonly isText: boolean } {
  try {
    if (stats.size > mostCompared) return { text: null, isText: false };
    const read = textOfFile(readFileSync(descriptor));
    return "text" in read ? { text: read.text, isText: true } : { text: null, isText: false };
  } finally {
    closeSync(descriptor);
  }
}
