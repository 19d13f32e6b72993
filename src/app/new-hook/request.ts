import type { DialectEvent, DialectName } from "../dialect-events.ts";
import type { HookKind } from "./kind.ts";
import type { Language } from "./script.ts";

/** Whose hook it becomes: the workspace's, which everybody gets with the repository, or the user's own. */
export type Level = "workspace" | "user";

/** A hook that is to be written, with everything settled but the files. */
export interface NewHook {
  readonly name: string;
  readonly dialect: DialectName;
  readonly event: DialectEvent;
  readonly kind: HookKind;
  readonly language: Language;
  readonly level: Level;
}

/** The folders that hooks are written to. */
export interface Folders {
  readonly root: string;
  /** The user's own folder, `$HOOKLINE_HOME`. */
  readonly home: string;
  /** The folder of the user's Agent Hooks. */
  readonly agentHooks: string;
}
