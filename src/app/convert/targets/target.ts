import type { EventName } from "../../../catalog/catalog.ts";
import type { DialectName } from "../../../dialects/translation.ts";
import type { PortableCondition, PortableHook, PortableRunner } from "../portable/portable-hook.ts";

/** A hook as the target can say it. */
export interface Fitted {
  readonly hook: PortableHook;
  /** As the target calls it. */
  readonly event: string;
  /** The program speaks the target's dialect, so that no adapter is needed. */
  readonly isNative: boolean;
  readonly name: string;
  readonly runs: Exclude<PortableRunner, { kind: "other" }>;
  /** An expression for the whole name of the tool. */
  readonly tool: string | null;
  /** In the target's own words. */
  readonly conditions: readonly PortableCondition[];
  /** For which agent, where the declaration itself says that. */
  readonly agent: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly timeoutMs: number;
  /** Null for what is usual there. */
  readonly onFailure: "open" | "block" | null;
  /** Null for what is usual there. */
  readonly priority: number | null;
  readonly mode: PortableHook["mode"];
}

/** What is said differently with an adapter and without. */
export type Fit = Pick<Fitted, "runs" | "tool" | "conditions" | "agent" | "env" | "cwd">;

/** A hook of which the target, or an adapter, can run what it runs. */
export type Runnable = PortableHook & { readonly runs: Fitted["runs"] };

/** One file to write, below the workspace or the user's folder. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
}

export type Level = "workspace" | "user";

/** What a dialect can say about a hook, and how it is written down. */
export interface Target {
  readonly dialect: DialectName;
  /** What it can run itself, besides what was written for it. */
  readonly runs: readonly PortableRunner["kind"][];
  /** A hook can be told not to be waited for. */
  readonly hasAsync: boolean;
  readonly hasEnv: boolean;
  readonly hasCwd: boolean;
  readonly hasMetadata: boolean;
  readonly hasDescription: boolean;
  /** The priorities that can be written, and which is usual; null when the order is that of the file. */
  readonly priorities: { readonly least: number; readonly most: number; readonly usual: number } | null;
  /** Its agents go on without a hook that fails, or that is too slow. */
  readonly skipsFailures: boolean;
  /** The nearest time that can be written, not shorter if possible. */
  readonly nearestTimeout: (ms: number) => number;
  /** Whether the target's own matcher can be for exactly these names. */
  readonly saysTool: (pattern: string) => boolean;
  readonly failsClosed: (event: EventName) => boolean;
  readonly canBlock: (event: EventName) => boolean;
  /** What a hook may be called there, where others have taken these names. */
  readonly nameFor: (name: string, taken: ReadonlySet<string>) => string;
  readonly print: (hooks: readonly Fitted[], level: Level) => readonly OutputFile[];
}
