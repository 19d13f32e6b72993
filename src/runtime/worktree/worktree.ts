/** A checkout of its own for one run. */
export interface Worktree {
  readonly name: string;
  /** The real path of its top directory. */
  readonly path: string;
  readonly branch: string;
  /** The top directory of the checkout it was made from. */
  readonly sourceDir: string;
  /** What stands here for the directory that was asked for; `path` unless that was further down and is in the commit. */
  readonly cwd: string;
  /** The commit it began with. */
  readonly base: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;
