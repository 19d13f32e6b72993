import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { printableLine } from "../lib/printable.ts";
import type { Builtin } from "./builtin.ts";
import { asContext, bestOn, warning } from "./context.ts";
import { findUpwards } from "./find-upwards.ts";

export const addPromptFiles: Builtin = {
  name: "add_prompt_files",
  summary:
    "Adds the text of files: each is looked for in the working directory and above it, and in the home directory.",
  events: bestOn("step.start"),
  args: "file names",
  example: '["GUIDELINES.md", "PROJECT.md"]',
  run({ event, cwd, args }, { home }) {
    if (cwd === null || args.length === 0) return undefined;
    const { texts, missing } = readAll(args, cwd, home);
    const messages = missing.map((why) => warning(`add_prompt_files: ${why}.`));
    if (texts.length > 0) return asContext(event, texts.join("\n\n"), messages);
    return messages.length > 0 ? { messages } : undefined;
  },
};

function readAll(names: readonly string[], cwd: string, home: string): { texts: string[]; missing: string[] } {
  const texts: string[] = [];
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    const paths = pathsOf(name, cwd, home);
    if (paths.length === 0) missing.push(`there is no file ${printableLine(name)} at or above ${printableLine(cwd)}`);
    for (const path of paths) {
      try {
        // One file may be reached by two ways: the home directory lies above many working directories.
        const real = realpathSync(path);
        if (seen.has(real)) continue;
        seen.add(real);
        texts.push(readFileSync(real, "utf8"));
      } catch (error) {
        missing.push(`${printableLine(path)} cannot be read (${error instanceof Error ? error.message : error})`);
      }
    }
  }
  return { texts, missing };
}

/** The nearest file on the way up, then the one in the home directory. */
function pathsOf(name: string, cwd: string, home: string): string[] {
  if (name.trim() === "") return [];
  const atHome = join(home, name);
  return [findUpwards(cwd, name, isFile), isFile(atHome) ? atHome : null].filter((path) => path !== null);
}

/** Only regular files: reading a pipe or a device could take for ever. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
