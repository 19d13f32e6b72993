/** `interpreter`: a program that runs a script, named in the command itself or in the script's first line. */
export type ProgramRole = "program" | "script" | "interpreter";

/** A file that a hook starts, or hands to an interpreter. */
export interface NamedProgram {
  readonly role: ProgramRole;
  /** As its author wrote it. */
  readonly word: string;
  /**
   * Where the word leads: absolute, links not followed. Null when nothing is there, or nobody can tell; with no problem either,
   * the word is the code itself.
   */
  readonly path: string | null;
  /** The same with all links followed. */
  readonly realPath: string | null;
  /** Whether it lies inside the workspace, by the one path or the other. */
  readonly isInside: boolean;
  /** What is wrong with it. `dynamic`: which file it is only shows when the hook runs. */
  readonly problem: ProgramProblem | null;
  /** Where the word stands in the hook's command line; null for what a script's first line names. */
  readonly where: Where | null;
  /** Where it was looked for, when nothing is there. */
  readonly missingAt?: string;
  /** What its word becomes when copies run; without it, the path of the copy. */
  readonly becomes?: Becomes;
  /** The folder in which Python looks for the modules that it names; among the copies, since it was told to. */
  readonly modulesFrom?: string;
  /** For a problem that is `dynamic`: what to say about it. */
  readonly note?: string;
}

/** Writes a word anew, given where the copy of a file is, or of a folder of files. */
export type Becomes = (copyOf: (path: string) => string) => string;

export type ProgramProblem = "not-found" | "not-executable" | "dynamic";

/** A place in a command line: the command, one argument, or a piece of an argument that a shell takes apart. */
export type Where =
  | { readonly in: "command" }
  | {
      readonly in: "args";
      readonly index: number;
      /** From where to where in the argument; each further span counts in the text that the one before it quotes. */
      readonly spans: readonly Span[];
      /** Those texts: one for each span but the first. */
      readonly quoted: readonly string[];
    };

export type Span = readonly [start: number, end: number];

/** What decides where words lead. */
export interface SearchPlace {
  /** The directories in which bare names are looked for. */
  readonly searchPath: string;
  /** The workspace; null when there is none. */
  readonly root: string | null;
}
