import type { EventName } from "../catalog/catalog.ts";
import type { Matcher, Scope } from "./matcher.ts";
import type { NativeFunction, Wire } from "./ports.ts";

export const hookSources = ["native", "config", "agent_definition", "skill"] as const;
export type HookSource = (typeof hookSources)[number];

export const skillSources = ["bundled", "marketplace", "user", "additional", "workspace"] as const;
export type SkillSource = (typeof skillSources)[number];

export const hookModes = ["sync", "async"] as const;
export type HookMode = (typeof hookModes)[number];

/**
 * When a hook of `tool.pre_call` is asked. `preempt`: before everything else, also when all calls were approved in advance.
 * `default`: for every call. `unless-approved`: only while nobody has approved the call, as docker-agent has it.
 */
export type Lane = "default" | "preempt" | "unless-approved";

export const defaultPriority: Readonly<Record<HookSource, number>> = {
  native: 1000,
  config: 500,
  agent_definition: 100,
  skill: 0,
};

/** How a hook is run. `native` is for functions handed in by an embedder; a file can never ask for it. */
export type ExecutorSpec =
  | { readonly kind: "native"; readonly run: NativeFunction }
  | {
      readonly kind: "process";
      /** A bare name is looked up on PATH; a relative path is resolved in `cwd`. Never handed to a shell. */
      readonly command: string;
      readonly args: readonly string[];
      /** Added to the environment the hook inherits; wins over it. */
      readonly env: Readonly<Record<string, string>>;
      /** Those values of `env` that were filled in from our own environment, as their author wrote them. */
      readonly writtenEnv?: Readonly<Record<string, string>>;
      /** Variables whose values are fields of the payload (`a|b`: the first that is there); each wins over `env` where it has one. */
      readonly envFields?: Readonly<Record<string, string>>;
      /** What it inherits: the few names that are safe to hand on, or everything, as some dialects promise. */
      readonly inherits: "safe-names" | "everything";
      /** Names that it does not inherit all the same. What `env` says of them counts. */
      readonly without?: readonly string[];
      readonly cwd: string;
      /** The payload field (`a|b`: the first that is there) that names the directory to run in, or below which to run. */
      readonly cwdField?: { readonly name: string; readonly below: string };
      /** The files whose contents were trusted. `command` and `args` name private copies of them, which is what runs. */
      readonly bound?: readonly BoundFile[];
    }
  | {
      readonly kind: "builtin";
      readonly name: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Where it works; null means the directory the event is about. */
      readonly cwd: string | null;
    }
  | {
      readonly kind: "model";
      /** `provider/model`. */
      readonly model: string;
      /** A Go-style template over the payload as the hook's dialect writes it. */
      readonly prompt: string;
      /** How the reply is read; empty means: as text. */
      readonly schema: string;
    }
  /** Adds a text to the conversation. */
  | {
      readonly kind: "prompt";
      readonly text: string;
      /** What a `{name}` in the text stands for: the payload field whose value takes its place. */
      readonly placeholders: Readonly<Record<string, string>>;
    }
  /** Posts the payload as the dialect writes it, and reads the answer's body as it would read a program's output. */
  | {
      readonly kind: "http";
      readonly url: string;
      /** `$NAME` and `${NAME}` stand for variables of the environment, if they are listed. */
      readonly headers: Readonly<Record<string, string>>;
      readonly allowedEnv: readonly string[];
    }
  | { readonly kind: "wasm" }
  /** Stands in for a guard whose declaration could not be read and that must not fail open. */
  | { readonly kind: "broken"; readonly detail: string };

export type ExecutorKind = ExecutorSpec["kind"];

/** A file as it was when somebody looked at it and trusted it. */
export interface BoundFile {
  /** Absolute; where it lies in the workspace. */
  readonly path: string;
  readonly sha256: string;
  /** The private copy that runs in its place; null where the file itself is read. */
  readonly copy?: { readonly path: string; readonly sha256: string } | null;
  /** For a link to a program of the machine: where it must lead. Its contents are then not looked at. */
  readonly leadsTo?: string;
}

/** What was decided about a hook of a workspace. Assigned when hooks are loaded; no file can say it of itself. */
export interface HookTrust {
  readonly state: "trusted" | "new" | "changed";
  /** Stands for the declaration and everything it runs; null when that need not be known, because nobody has trusted the hook. */
  readonly fingerprint: string | null;
  /** Why it does not run, as part of a sentence; null when it is trusted. */
  readonly refusal: string | null;
}

/** The hook that a declaration of another dialect stands for. */
export interface AdaptedFrom {
  readonly dialect: string;
  /** As that dialect calls it. */
  readonly event: string;
  /** Settings of that dialect which decide how an answer is read, as flags of `hookline adapt`. */
  readonly rules: Readonly<Record<string, string | true>>;
  /** What the declaration itself is called. */
  readonly declaredAs: string;
}

/** One compiled declaration, whatever its dialect. */
export interface Hook {
  readonly name: string;
  readonly event: EventName;
  readonly dialect: string;
  readonly source: HookSource;
  readonly skillSource: SkillSource | null;
  readonly mode: HookMode;
  readonly required: boolean;
  /** What a run without a usable answer means: `block` refuses the operation, `ignore` leaves it out of the verdict. */
  readonly onFailure: "open" | "block" | "ignore";
  readonly priority: number;
  /** 0 means no limit of its own. */
  readonly timeoutMs: number;
  readonly matcher: Matcher;
  /** Where the hook applies, kept apart from what its author wrote as a matcher. */
  readonly scope: Scope;
  /** Which order decides between hooks of equal rank and priority. */
  readonly tieBreak: "name" | "declaration";
  /** Which lane of the event it belongs to. */
  readonly lane: Lane;
  /** Starts at the same time as its neighbours. Only for hooks that rewrite nothing a neighbour reads. */
  readonly together: boolean;
  /** Of the hooks that apply to a payload and have the same identity only the first runs. */
  readonly identity?: string;
  readonly executor: ExecutorSpec;
  /** How the hook reads its payload and how its process answers; null where the catalog's own terms are used. */
  readonly wire: Wire | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** True for what a workspace's file declares: code of a repository, which runs only when it is trusted. */
  readonly fromWorkspace?: boolean;
  /** Absent for hooks that need no trust, and where nobody asks for it. */
  readonly trust?: HookTrust;
  /** Set when the declaration runs a hook of another dialect through `hookline adapt`, which is then not started at all. */
  readonly adapted?: AdaptedFrom;
  readonly origin: { readonly file: string | null; readonly line: number | null };
}

/** A declaration that is not a hook because something is wrong with it. It is reported with every dispatch of its event. */
export interface BrokenHook {
  readonly name: string | null;
  /** Null when the event itself is unknown. */
  readonly event: EventName | null;
  readonly dialect: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly what: string;
  readonly fix: string;
}
