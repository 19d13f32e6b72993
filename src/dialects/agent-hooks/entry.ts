/** The program of a hook, as it was found. */
export interface EntryScript {
  /** Absolute. */
  readonly path: string;
  /** The system can start it: it may be executed, and says by what. */
  readonly isProgram: boolean;
  /** False when a link leads out of the hook's directory. */
  readonly isInside: boolean;
}

/** The names an entry script may have in the folder `scripts`; the first that is there counts. */
const entryNames = ["run", "run.sh", "run.py"] as const;

/** Chooses the entry script among the files of the folder `scripts`. */
export function chooseEntry(files: readonly string[]): string | null {
  return entryNames.find((name) => files.includes(name)) ?? null;
}

/** What to start: the script itself if the system can, else the program its name asks for. */
export function entryCommand(
  { path, isProgram }: Pick<EntryScript, "path" | "isProgram">,
  isOnPath: (program: string) => boolean,
  platform: NodeJS.Platform,
): { readonly command: string; readonly args: readonly string[] } {
  if (isProgram && platform !== "win32") return { command: path, args: [] };
  if (path.endsWith(".sh")) return { command: isOnPath("bash") ? "bash" : "sh", args: [path] };
  if (path.endsWith(".py")) {
    const python = platform === "win32" && !isOnPath("python3") ? "python" : "python3";
    return { command: python, args: [path] };
  }
  // Starting it fails, and says why.
  return { command: path, args: [] };
}
