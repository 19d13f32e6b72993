import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { type Finding, finding } from "../errors/problem.ts";

/** Declarations are small; a file beyond this is a mistake or an attack. */
const largestFile = 1024 * 1024;
/** A file written this recently may change again without its time stamp showing it. */
const unsettledMs = 50;

/** Reads hook files and remembers what every path looked like just before it was read. */
export interface FileReader {
  /** The text of a file; null when there is none. What stands in the way otherwise goes to `findings`. */
  readonly read: (file: string, largest?: number) => string | null;
  /** The folders in a folder, by name; links are followed. Empty when there is no such folder, unless it was just seen. */
  readonly folders: (folder: string, wasSeen?: boolean) => readonly Folder[];
  /** The names of what is no folder in a folder, sorted. Empty when there is no such folder. */
  readonly filesIn: (folder: string) => readonly string[];
  readonly findings: readonly Finding[];
  /** Path → what it looked like. Folders and missing paths are in it too. */
  readonly signatures: ReadonlyMap<string, string>;
  /** The files that were read, in order. */
  readonly files: readonly string[];
}

export interface Folder {
  readonly name: string;
  /** The real place, when the folder is a link. */
  readonly path: string;
}

/** Opens a reader; only one that is `signed` takes signatures, which cost a finer look at every path. */
export function openFileReader({ signed }: { readonly signed: boolean }, now: () => number = Date.now): FileReader {
  const findings: Finding[] = [];
  const signatures = new Map<string, string>();
  const files: string[] = [];

  // The signature is taken before reading: a change in between shows up as a difference at the next look.
  const look = (path: string) => {
    if (!signed) return statSync(path, { throwIfNoEntry: false });
    const stats = lookAt(path);
    signatures.set(path, signatureOf(stats, now()));
    return stats;
  };

  return {
    findings,
    signatures,
    files,
    read(file, largest = largestFile) {
      try {
        const stats = look(file);
        if (!stats && !isLink(file)) return null;
        files.push(file);
        if (!stats) throw new Error("it is a link that leads nowhere");
        if (!stats.isFile()) throw new Error("it is not an ordinary file");
        if (stats.size > largest) {
          const params = { bytes: Number(stats.size), limit: largest };
          findings.push(finding("FILE_TOO_LARGE", { file, line: 1 }, params));
          return null;
        }
        return readFileSync(file, "utf8");
      } catch (error) {
        findings.push(finding("FILE_UNREADABLE", { file, line: 1 }, { why: reasonOf(error) }));
        return null;
      }
    },
    filesIn(folder) {
      try {
        const stats = look(folder);
        if (stats === undefined && isLink(folder)) throw new Error("it is a link that leads nowhere");
        if (!stats?.isDirectory()) return [];
        return readdirSync(folder, { withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map(({ name }) => name)
          .sort();
      } catch (error) {
        findings.push(finding("FILE_UNREADABLE", { file: folder, line: null }, { why: reasonOf(error) }));
        return [];
      }
    },
    folders(folder, wasSeen = false) {
      try {
        const stats = signed || !wasSeen ? look(folder) : null;
        if (stats === undefined && isLink(folder)) throw new Error("it is a link that leads nowhere");
        if (stats !== null && !stats?.isDirectory()) return [];
        return readdirSync(folder, { withFileTypes: true })
          .flatMap((entry) => {
            const path = folder + sep + entry.name;
            if (entry.isDirectory()) return { name: entry.name, path };
            return entry.isSymbolicLink() ? linkedFolder(entry.name, path) : [];
          })
          .sort((a, b) => (a.name < b.name ? -1 : 1));
      } catch (error) {
        findings.push(finding("FILE_UNREADABLE", { file: folder, line: null }, { why: reasonOf(error) }));
        return [];
      }
    },
  };
}

/** What a path looks like now, in a form that changes whenever its content does. */
export function signatureNow(path: string, now: number): string {
  try {
    return signatureOf(lookAt(path), now);
  } catch (error) {
    return reasonOf(error);
  }
}

/** A signature of something that may still be changing; it equals no other, itself included. */
export function isUnsettled(signature: string): boolean {
  return signature.startsWith("unsettled");
}

function lookAt(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function signatureOf(stats: ReturnType<typeof lookAt>, now: number): string {
  if (!stats) return "missing";
  const isNew = Math.abs(now - Number(stats.mtimeMs)) < unsettledMs;
  return `${isNew ? "unsettled " : ""}${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function linkedFolder(name: string, path: string): Folder[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? [{ name, path: realpathSync.native(path) }] : [];
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "ELOOP") return "its link leads in a circle";
  if (code === "ENOTDIR") return "a part of its path is not a folder";
  return error instanceof Error ? (code ?? error.message) : String(error);
}
