import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { hookFileNames } from "../dialects/agent-hooks/hook-file.ts";
import { type Finding, Problem } from "../errors/problem.ts";
import { loadTeam } from "../sources/agents/load-team.ts";
import { openFileReader } from "../sources/file-reader.ts";
import { isAgentHookFile } from "../sources/load-agent-hooks.ts";
import { readLock } from "../sources/trust/lock-file.ts";
import { validateHookDirectory } from "../sources/validate-hook-directory.ts";
import type { Workspace } from "../sources/workspace.ts";
import type { Place } from "./place.ts";
import { aboutBuiltins, readHooks } from "./read-hooks.ts";
import { findTraps } from "./traps/find-traps.ts";

export interface Validation {
  /** How many hooks are declared well. */
  readonly hooks: number;
  readonly problems: readonly Finding[];
}

/**
 * Reads all hook files that apply and reports every problem, or only those at or below the given paths. What was read well is
 * looked at once more for mistakes that only show when it runs. Runs nothing, so it does not matter what is trusted.
 */
export async function validate(place: Place, paths: readonly string[]): Promise<Validation> {
  const wanted = paths.map((path) => resolve(place.cwd, path));
  for (const path of wanted) if (!existsSync(path)) throw new Problem("PATH_NOT_FOUND", { path });
  // Traps are in what was declared, not in the copies that run in its place.
  const { hooks, findings, files, workspace } = readHooks({ ...place, strict: true, trust: "unchecked" });
  const team = teamFindings(place, workspace, findings);
  const lock = readLock(place.home, workspace.root, openFileReader({ signed: false }));
  const isWanted = (file: string | null) =>
    wanted.length === 0 ||
    (file !== null && wanted.some((path) => file === path || file.startsWith(withSeparator(path))));
  const trapped = findTraps(hooks, { ...place, root: workspace.root })
    .filter(({ hook, finding }) => isWanted(hook.origin.file) || isWanted(finding.file))
    .map(({ finding }) => finding);
  const others = hooksNamed(wanted, files).map((path) => validateHookDirectory(path, place));
  const known = hooks.filter((hook) => hook.executor.kind !== "broken" && isWanted(hook.origin.file));
  return {
    hooks: known.length + others.filter(({ isHook }) => isHook).length,
    problems: [
      ...[...findings, ...team, ...lock.findings].filter((finding) => isWanted(finding.file)),
      ...trapped,
      ...others.flatMap(({ findings }) => findings),
    ],
  };
}

/** What is wrong with agents rather than with hooks, in files that may define both: what both readers see is said once. */
function teamFindings(place: Place, workspace: Workspace, known: readonly Finding[]): readonly Finding[] {
  const { workspace: _reference, agentFiles: files = [], ...rest } = place;
  const request = { ...rest, workspace, ...aboutBuiltins, trust: "unchecked" as const };
  const told = new Set(known.map(placeOf));
  const { findings } = loadTeam({ ...request, files, agent: null });
  // That a file is not there at all has been said already, in other words.
  return findings.filter((finding) => finding.code !== "AGENT_FILE_NOT_FOUND" && !told.has(placeOf(finding)));
}

function placeOf({ file, line, code }: Finding): string {
  return JSON.stringify([file, line, code]);
}

/** The hooks among the paths that somebody named and that do not lie where hooks are looked for. */
function hooksNamed(paths: readonly string[], read: readonly string[]): string[] {
  return paths.filter((path) => {
    const files = isAgentHookFile(path) ? [path] : hookFileNames.map((name) => join(path, name));
    return files.some((file) => existsSync(file)) && !files.some((file) => read.includes(file));
  });
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}
