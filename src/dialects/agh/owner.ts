import type { HookSource, SkillSource } from "../../engine/hook.ts";
import type { Wire } from "../../engine/ports.ts";
import type { Extension } from "./extension-command.ts";

/** What follows from where a declaration was found. Nothing of it can be written in the declaration. */
export interface Owner {
  readonly source: Exclude<HookSource, "native">;
  readonly skillSource: SkillSource | null;
  /** The name of a hook that has none of its own. */
  readonly defaultName: string | null;
  /** The agent whose file or skill this is. */
  readonly agentName: string | null;
  /** The workspace whose file this is; null for what belongs to the user. */
  readonly workspace: { readonly id: string; readonly root: string } | null;
  /** Where the hook runs, unless it is null and the matcher names a place. */
  readonly cwd: string | null;
  readonly processCwd: string;
  readonly extension: Extension | null;
  /** The names of all built-in hooks; null when nobody says which there are. */
  readonly knownBuiltins: ReadonlySet<string> | null;
  /** The events each built-in hook is for. */
  readonly builtinEvents: ReadonlyMap<string, readonly string[]> | null;
  readonly wire: Wire;
}
