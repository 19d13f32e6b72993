import { contractOf } from "../../catalog/catalog.ts";
import type { Hook } from "../../engine/hook.ts";
import type { Finding } from "../../errors/problem.ts";
import { programsOf } from "../../sources/programs/programs-of.ts";
import { traps } from "./all.ts";
import { programsIn } from "./reading/programs-in.ts";
import type { Subject } from "./trap.ts";

/** A problem, and the hook that has it: the file of a script says nothing about whose it is. */
export interface Trapped {
  readonly hook: Hook;
  readonly finding: Finding;
}

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The workspace; null when there is none. */
  readonly root: string | null;
}

/** Looks at hooks that were read well for mistakes that only show when they run. Reads scripts, runs nothing. */
export function findTraps(hooks: readonly Hook[], around: Surroundings): readonly Trapped[] {
  const seen = new Set<string>();
  return hooks.flatMap((hook) =>
    trapsOf(hook, around)
      .filter((finding) => isNew(seen, finding))
      .map((finding) => ({ hook, finding })),
  );
}

function trapsOf(hook: Hook, around: Surroundings): readonly Finding[] {
  const subject = subjectOf(hook, around);
  return subject === null ? [] : traps.flatMap((trap) => trap(subject));
}

function subjectOf(hook: Hook, { environment, home, root }: Surroundings): Subject | null {
  const { executor } = hook;
  // What stands in for a broken declaration has been told of already.
  if (executor.kind === "broken" || executor.kind === "native") return null;
  const named = programsOf(hook, { searchPath: environment.PATH ?? "", root });
  const programs = executor.kind === "process" ? programsIn(executor, named) : [];
  const speaks = hook.adapted?.dialect ?? hook.dialect;
  return { hook, speaks, contract: contractOf(hook.event), named, programs, environment, home };
}

/** One declaration may be a hook of two events, and two hooks may run the same script. */
function isNew(seen: Set<string>, { file, line, code, what }: Finding): boolean {
  const key = JSON.stringify([file, line, code, what]);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
