import type { ExecutorSpec } from "../../engine/hook.ts";
import { absoluteEntries } from "../../lib/absolute-entries.ts";
import { inheritedNames } from "../../lib/process/inherited-names.ts";
import { runMarker, runVariable } from "../../lib/process/run-marker.ts";

/** Tells a hook how deep its dispatch is nested, so that an event it fires in turn goes on counting. */
export const depthVariable = "HOOKLINE_DEPTH";

type Variables = Readonly<Record<string, string>>;
type Inherits = Extract<ExecutorSpec, { kind: "process" }>["inherits"];

/** Takes what hooks may inherit from `ours` and returns the function that completes it for one run. */
export function hookEnvironment(
  ours: NodeJS.ProcessEnv,
): (runId: string, depth: number, declared: Variables, inherits: Inherits, without?: readonly string[]) => Variables {
  // bash takes a socket on stdin for a remote login and reads ~/.bashrc even for `-c` when SHLVL is not set.
  const inherited: Record<string, string> = { SHLVL: "1" };
  for (const name of inheritedNames) {
    const value = ours[name];
    if (value !== undefined) inherited[name] = value;
  }
  // Hooks run in workspaces; none of them may decide what the name of a program means.
  const searchPath = ours.PATH === undefined ? {} : { PATH: absoluteEntries(ours.PATH) };
  Object.assign(inherited, searchPath);
  const everything: Variables = { SHLVL: "1", ...definedOf(ours), ...searchPath };
  const outerRun = ours[runVariable];
  return (runId, depth, declared, inherits, without = []) => ({
    ...withhold(inherits === "everything" ? everything : inherited, without),
    ...declared,
    [runVariable]: runMarker(outerRun, runId),
    [depthVariable]: String(depth),
  });
}

function withhold(variables: Variables, names: readonly string[]): Variables {
  if (!names.some((name) => Object.hasOwn(variables, name))) return variables;
  const kept = { ...variables };
  for (const name of names) delete kept[name];
  return kept;
}

function definedOf(environment: NodeJS.ProcessEnv): Variables {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
