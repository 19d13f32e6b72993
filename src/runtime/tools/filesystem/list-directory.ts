import { type Dirent, readdirSync, readlinkSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { type Tool, toolText } from "../../../agent/tool.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { type Located, locate } from "../paths/locate.ts";
import { requireDirectory } from "../paths/require-directory.ts";
import { sizeText } from "../paths/size-text.ts";
import type { Workspace } from "../paths/workspace.ts";

const mostEntries = 1000;

export function listDirectoryTool(workspace: Workspace): Tool {
  return defineTool({
    name: "list_directory",
    description: `Lists what is in one directory, hidden files included: directories end in "/", links show where they lead, files have their size. At most ${mostEntries} entries.`,
    namespace: "fs",
    category: "filesystem",
    readOnly: true,
    decisionClass: "read",
    fields: { path: z.string().default(".").describe("The directory, relative to the working directory or absolute.") },
    title: (input) => `List ${textOf(input, "path") || "."}`,
    locations: (input) => [{ path: resolve(workspace.cwd, textOf(input, "path") || ".") }],
    run: ({ path }) => {
      const place = locate(workspace, path);
      const entries = requireDirectory(place, () => readdirSync(place.path, { withFileTypes: true }));
      return toolText(present(place, entries));
    },
  });
}

function present({ path, shown }: Located, entries: readonly Dirent[]): string {
  if (entries.length === 0) return `(${shown} is empty)`;
  const sorted = entries.toSorted((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || compare(a, b));
  const lines = sorted.slice(0, mostEntries).map((entry) => describe(path, entry));
  const left = entries.length - lines.length;
  return [...lines, ...(left > 0 ? [`(${left} more entries; "find_files" finds some of them by name)`] : [])].join(
    "\n",
  );
}

function compare(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

function describe(directory: string, entry: Dirent): string {
  const path = join(directory, entry.name);
  const name = onOneLine(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  try {
    if (entry.isSymbolicLink()) return `${name} -> ${onOneLine(readlinkSync(path))}`;
    return entry.isFile() ? `${name}  ${sizeText(statSync(path).size)}` : `${name}  (not a file)`;
  } catch {
    // Gone meanwhile, or not for us to see.
    return name;
  }
}

/** A line break in a name must not look like another entry. */
function onOneLine(name: string): string {
  return /[\u0000-\u001f]/.test(name) ? JSON.stringify(name) : name;
}
