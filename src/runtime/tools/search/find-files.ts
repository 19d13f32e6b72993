import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import * as z from "zod";
import { type Tool, toolText } from "../../../agent/tool.ts";
import { Problem } from "../../../errors/problem.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { locate } from "../paths/locate.ts";
import { requireDirectory } from "../paths/require-directory.ts";
import { shownPath, type Workspace } from "../paths/workspace.ts";
import { compileGlob } from "./glob.ts";
import { walk } from "./walk.ts";

const usualLimit = 200;
const mostResults = 2000;
const tooMany = "(there are too many files to look at all of them; choose a directory with `path`)";

export function findFilesTool(workspace: Workspace): Tool {
  return defineTool({
    name: "find_files",
    description:
      'Finds files by a pattern such as "*.ts", "src/**/*.test.ts" or "**/{a,b}.json". A pattern without a slash is about the name of the file, wherever it is. Files that git ignores are left out.',
    namespace: "fs",
    category: "filesystem",
    readOnly: true,
    decisionClass: "read",
    fields: {
      pattern: z.string().min(1).describe("The pattern, relative to `path`."),
      path: z.string().default(".").describe("The directory to search."),
      limit: z.int().min(1).max(mostResults).default(usualLimit).describe("How many files to give."),
      include_ignored: z.boolean().default(false).describe("Find files that git ignores as well."),
    },
    title: (input) => `Find ${textOf(input, "pattern")} in ${textOf(input, "path") || "."}`,
    locations: (input) => [{ path: resolve(workspace.cwd, textOf(input, "path") || ".") }],
    run: async ({ pattern, path, limit, include_ignored }, { signal }) => {
      const place = locate(workspace, path);
      if (!requireDirectory(place, () => statSync(place.path)).isDirectory()) {
        throw new Problem("TOOL_NOT_A_DIRECTORY", { path: place.shown });
      }
      const fits = compileGlob(pattern);
      const found: string[] = [];
      const notes: string[] = [];
      const onTooMany = () => notes.push(tooMany);
      const options = { root: workspace.root, includesIgnored: include_ignored, signal, onTooMany };
      for await (const { path: file } of walk(place.path, options)) {
        if (!fits(relative(place.path, file).split(sep).join("/"))) continue;
        if (found.length === limit) {
          notes.push(`(there are more; these are the first ${limit}. A narrower pattern or path helps)`);
          break;
        }
        found.push(shownPath(workspace, file));
      }
      if (found.length === 0) notes.unshift(`(no file in ${place.shown} fits ${JSON.stringify(pattern)})`);
      return toolText([...found, ...notes].join("\n"));
    },
  });
}
