import type { EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import type { GuardedFetch } from "../lib/guarded-fetch.ts";

/** A hook that comes with Hookline: one function in the catalog's own terms, so that every dialect can name it. */
export interface Builtin {
  readonly name: string;
  /** What it does, as one sentence for the reference. */
  readonly summary: string;
  /** The events it is for; on any other it has no effect. */
  readonly events: readonly EventName[];
  /** Its arguments as a reader should write them, empty when it takes none. */
  readonly args: string;
  /** Arguments for the reference's example, as the JSON list that YAML and TOML both accept. */
  readonly example: string;
  readonly run: BuiltinFunction;
}

export interface BuiltinInput {
  readonly event: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The payload in the words of the hook's own dialect, for what its author writes about it; made when asked for. */
  readonly written?: () => Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the hook works; null when neither the declaration nor the event names a directory. */
  readonly cwd: string | null;
  /** Aborted when nobody waits for the answer any more: the dispatch is cancelled or the time limit has passed. */
  readonly signal: AbortSignal | null;
}

/** Everything a built-in may know of the machine it runs on. */
export interface World {
  readonly now: () => Date;
  readonly home: string;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly hostname: () => string;
  readonly userInfo: () => { username: string; fullName: string | null };
  /** The only way to the network. It checks the address that a name leads to, and follows no redirect. */
  readonly fetch: GuardedFetch;
}

/** Answers at once where nothing has to be awaited, and throws to fail. Returning nothing means: no opinion. */
export type BuiltinFunction = (input: BuiltinInput, world: World) => Effects | undefined | Promise<Effects | undefined>;
