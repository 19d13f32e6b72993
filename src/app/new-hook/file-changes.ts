import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Problem } from "../../errors/problem.ts";

/** One file that is to be written. */
export interface FileChange {
  readonly path: string;
  readonly action: "created" | "changed";
  readonly isExecutable: boolean;
  readonly text: string;
}

/** Writes all files or none: what had been written when something went wrong is taken back. */
export function writeFiles(changes: readonly FileChange[]): void {
  const undo: (() => void)[] = [];
  for (const change of changes) {
    try {
      undo.push(...(change.action === "created" ? create(change) : replace(change)));
    } catch (error) {
      for (const step of undo.toReversed()) step();
      throw new Problem("NEW_CANNOT_WRITE", { path: change.path, why: reasonOf(error) }, { cause: error });
    }
  }
}

type Undo = () => void;

function create({ path, text, isExecutable }: FileChange): Undo[] {
  const folders = missingFolders(dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  const removeFolders = folders.map((folder) => () => removeIfEmpty(folder));
  try {
    // Not over a file that has come to be there in the meantime.
    writeFileSync(path, text, { flag: "wx", mode: isExecutable ? 0o755 : 0o644 });
    // Whatever the umask says, a script that cannot be run is of no use to its owner.
    if (isExecutable) chmodSync(path, statSync(path).mode | 0o100);
  } catch (error) {
    for (const remove of removeFolders.toReversed()) remove();
    throw error;
  }
  return [...removeFolders, () => rmSync(path, { force: true })];
}

/** The folders that have to be made, the outermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else put something there.
  }
}

/** Whoever reads the file meanwhile sees the old text or the new one. Links stay links. */
function replace({ path, text }: FileChange): Undo[] {
  const real = realpathSync.native(path);
  const before = readFileSync(real);
  const { mode } = statSync(real);
  writeOver(real, text, mode);
  return [() => writeOver(real, before, mode)];
}

function writeOver(path: string, text: string | Uint8Array, mode: number): void {
  const draft = `${path}.${crypto.randomUUID()}.new`;
  try {
    writeFileSync(draft, text, { flag: "wx", mode: mode & 0o777 });
    chmodSync(draft, mode & 0o777);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOTDIR" || (code === "EEXIST" && syscall === "mkdir")) return "a part of its path is not a folder";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return "permission denied";
  if (code === "EEXIST") return "it is there already";
  return error instanceof Error ? (code ?? error.message) : String(error);
}
