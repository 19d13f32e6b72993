import type { HookShell } from "./shell.ts";

/** What follows from where a declaration was found. Nothing of it can be written in the declaration. */
export interface Owner {
  /** The agent whose hooks these are; null for hooks of every agent. */
  readonly agent: OwnerAgent | null;
  /** The workspace whose file this is; null for what belongs to the user. */
  readonly workspace: { readonly id: string; readonly root: string } | null;
  /** Whether the file is a repository's, so that nothing in it runs before somebody has looked at it. */
  readonly fromWorkspace: boolean;
  /** Where the agent works, and its hooks unless they say otherwise. */
  readonly cwd: string;
  readonly shell: HookShell;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What `~` stands for. */
  readonly home: string;
  /** Bytes an answer may have. */
  readonly outputLimit: number;
  /** Null takes every name of a built-in for good. */
  readonly knownBuiltins: ReadonlySet<string> | null;
  /** What each built-in is for; null takes them all to be for everything. */
  readonly builtinEvents: ReadonlyMap<string, readonly string[]> | null;
}

export interface OwnerAgent {
  readonly name: string;
  /** Events that do not say which agent they are about are taken to be about this one. */
  readonly isDefault: boolean;
}
