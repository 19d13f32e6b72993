import { existsSync } from "node:fs";
import { resolve, sep } from "node:path";
import { type Finding, Problem } from "../errors/problem.ts";
import type { Place } from "./place.ts";
import { readHooks } from "./read-hooks.ts";

export interface Validation {
  /** How many hooks are declared well. */
  readonly hooks: number;
  readonly problems: readonly Finding[];
}

/** Reads all hook files that apply and reports every problem, or only those at or below the given paths. Runs nothing. */
export async function validate(place: Place, paths: readonly string[]): Promise<Validation> {
  const wanted = paths.map((path) => resolve(place.cwd, path));
  for (const path of wanted) if (!existsSync(path)) throw new Problem("PATH_NOT_FOUND", { path });
  const { hooks, findings } = readHooks(place);
  const isWanted = (file: string | null) =>
    wanted.length === 0 ||
    (file !== null && wanted.some((path) => file === path || file.startsWith(withSeparator(path))));
  return {
    hooks: hooks.filter((hook) => hook.executor.kind !== "broken" && isWanted(hook.origin.file)).length,
    problems: findings.filter((finding) => isWanted(finding.file)),
  };
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}
