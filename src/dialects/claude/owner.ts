import type { HttpPolicy } from "./declaration/http-policy.ts";
import type { PayloadMode } from "./events.ts";
import type { ToolAliases } from "./tool-aliases.ts";

/** What follows from where a declaration was found. Nothing of it can be written in the declaration. */
export interface Owner {
  /** The plugin whose rule this is; null for files that stand alone. */
  readonly plugin: { readonly name: string; readonly root: string } | null;
  readonly mode: PayloadMode;
  /** The workspace whose file this is; null for what belongs to the user. */
  readonly workspace: { readonly id: string; readonly root: string } | null;
  /** Whether the file is a repository's, so that nothing in it runs before somebody has looked at it. */
  readonly fromWorkspace: boolean;
  /** The project that the agent works on, and where hooks run when an event does not say. */
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly aliases: ToolAliases;
  /** What the settings of Claude Code say about where hooks may post to. */
  readonly http: HttpPolicy;
  /** Bytes an answer may have. */
  readonly outputLimit: number;
}
