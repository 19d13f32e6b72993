import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Hook } from "../../engine/hook.ts";
import type { LoadedHooks } from "../../sources/load-hooks.ts";

/** The files that hooks come from and the programs they run, as far as they can be told from the declarations. */
export function sourcesOf({ files, hooks }: Pick<LoadedHooks, "files" | "hooks">): readonly string[] {
  return [...new Set([...files, ...hooks.flatMap(programsOf)])];
}

function programsOf({ executor }: Hook): string[] {
  if (executor.kind !== "process") return [];
  const { command, args, cwd, bound = [] } = executor;
  // What a shell is handed is one text with the name of a script somewhere in it.
  const words = [command, ...args].flatMap((text) => text.split(/[\s"'`;|&()<>=]+/));
  const paths = words.filter((word) => /[/.]/.test(word)).map((word) => resolve(cwd, word));
  return [...bound.map(({ path }) => path), ...paths.filter(isFile)];
}

function isFile(path: string): boolean {
  try {
    return existsSync(path) && statSync(path).isFile();
  } catch {
    return false;
  }
}
