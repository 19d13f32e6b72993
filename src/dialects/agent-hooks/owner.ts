import type { EventContract } from "../../catalog/contract.ts";
import type { Scope } from "../../engine/matcher.ts";
import type { EntryScript } from "./entry.ts";
import type { HookSettings } from "./settings-file.ts";

/** What follows from where a HOOK.md was found. Nothing of it can be written in the file. */
export interface Owner {
  /** The hook's directory, absolute. */
  readonly directory: string;
  /** What the directory is called where it was found. */
  readonly directoryName: string;
  /** The workspace whose hook this is; null for the user's own. */
  readonly workspace: { readonly id: string; readonly root: string } | null;
  /** Where the agent works, and its hooks when an event does not say otherwise. */
  readonly workDir: string;
  /** Null when there is none. */
  readonly entry: EntryScript | null;
  readonly isOnPath: (program: string) => boolean;
  readonly platform: NodeJS.Platform;
  /** The user's hooks.toml, and for a workspace's hook the one beside it. */
  readonly settings: { readonly user: HookSettings; readonly own: HookSettings };
  /** Bytes an answer may have. */
  readonly outputLimit: number;
}

/** Where hooks of an owner apply: to its workspace, wherever a payload says which one it is about. */
export function scopeOf(contract: EventContract, { workspace }: Pick<Owner, "workspace">): Scope {
  const has = (field: string) => contract.payloadFields.has(field);
  return {
    agentName: null,
    workspaceId: workspace && has("workspace_id") ? workspace.id : null,
    workspaceRoot: workspace && has("workspace") ? workspace.root : null,
  };
}
