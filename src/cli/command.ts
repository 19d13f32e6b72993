import type { OutputFormat } from "./output.ts";
import type { Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

/** What shell completion offers for a value. `file` leaves it to the shell. */
export type ValueKind = "event" | "hook" | "family" | "workspace" | "agent" | "session" | "command" | "file" | "text";

export interface BooleanFlag {
  readonly type: "boolean";
  readonly summary: string;
  readonly short?: string;
}

export interface ValueFlag {
  readonly type: "string";
  readonly summary: string;
  readonly short?: string;
  /** How help writes the value, e.g. `<event>`. */
  readonly value: string;
  readonly kind?: ValueKind;
  /** When set, every other value is refused. */
  readonly choices?: readonly string[];
  /** May stand alone, and then comes as an empty text; a value must follow behind `=`. */
  readonly optional?: true;
  /** May be given several times; the values come as a list. */
  readonly many?: true;
}

export type Flag = BooleanFlag | ValueFlag;
export type Flags = Readonly<Record<string, Flag>>;

export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly kind?: ValueKind;
  readonly choices?: readonly string[];
  readonly optional?: boolean;
  /** Takes all that follow; only for the last argument. */
  readonly many?: boolean;
}

export interface Example {
  readonly run: string;
  readonly shows: string;
}

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends { readonly many: true }
    ? readonly string[]
    : F[K] extends ValueFlag
      ? string
      : boolean;
};

/** One call of a command: what was typed, and the world it runs in. */
export interface Invocation<F extends Flags = Flags> {
  readonly flags: FlagValues<F>;
  readonly args: readonly string[];
  readonly format: OutputFormat;
  /** The workspace asked for with `--workspace`; null means the current directory. */
  readonly workspace: string | null;
  readonly terminal: Terminal;
  readonly world: World;
}

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does and when you want it. */
  readonly description: string;
  readonly args: readonly Argument[];
  readonly flags: F;
  readonly examples: readonly Example[];
  /** True for commands that only our own scripts call. */
  readonly hidden: boolean;
  /** Resolves to the exit code. Imports what it needs itself, so that no other command pays for it. */
  readonly run: (invocation: Invocation<F>) => Promise<number>;
}

type Definition<F extends Flags> = Pick<Command<F>, "name" | "summary" | "description" | "run"> &
  Partial<Omit<Command<F>, "name" | "summary" | "description" | "run">>;

/** Completes a command with the parts it leaves out. */
export function defineCommand<const F extends Flags = Record<never, never>>(definition: Definition<F>): Command<F> {
  return {
    aliases: [],
    args: [],
    flags: {} as F,
    examples: [],
    hidden: false,
    ...definition,
  };
}
