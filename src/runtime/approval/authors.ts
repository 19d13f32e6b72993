import { isDeepStrictEqual } from "node:util";
import type { ToolInput } from "../../agent/tool.ts";
import type { Run } from "../../engine/run.ts";

/** Who has made the input of a call what it is now. */
export interface Authors {
  /** Every hook that has changed it, as `authorOf` names it. */
  readonly rewriters: ReadonlySet<string>;
  /** The run that changed it last and all after it: their hooks have seen it as it is now. */
  readonly seenIn: readonly Run[];
}

/** None of the hooks that will be asked has seen it. */
export const nobodyYet: Authors = Object.freeze({ rewriters: new Set<string>(), seenIn: [] });

/** Reads from the runs of one dispatch who changed the input, which was `before` when it began. */
export function authorsOf(runs: readonly Run[], before: ToolInput): Authors {
  let now: unknown = before;
  let last = runs.length;
  const rewriters = new Set<string>();
  for (const [at, run] of runs.entries()) {
    const input = inputIn(run);
    // Many a hook answers with all of the input although it has changed nothing.
    if (input === undefined || isDeepStrictEqual(input, now)) continue;
    now = input;
    last = at;
    rewriters.add(authorOf(run));
  }
  return { rewriters, seenIn: runs.slice(last).filter(({ outcome }) => outcome === "applied") };
}

export function authorOf({ source, dialect, hook_name }: Run): string {
  return JSON.stringify([source, dialect, hook_name]);
}

function inputIn({ outcome, patch_applied }: Run): unknown {
  if (outcome !== "applied" || typeof patch_applied !== "object" || patch_applied === null) return undefined;
  return "tool_input" in patch_applied ? patch_applied.tool_input : undefined;
}
