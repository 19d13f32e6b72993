import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { startOf } from "../programs/look-up.ts";

/** The files and folders around scripts, each looked at once, so that all who ask are told the same. */
export interface FolderView {
  /** What lies in a folder, links followed; empty when there is no such folder. */
  readonly list: (folder: string) => ReadonlyMap<string, EntryKind>;
  readonly kindOf: (path: string) => EntryKind | null;
  /** Whether a file holds something that a machine runs: by its permissions, its first line or its name. */
  readonly isCode: (path: string) => boolean;
}

export type EntryKind = "file" | "folder";

export function openFolderView(): FolderView {
  const listings = new Map<string, ReadonlyMap<string, EntryKind>>();
  const kinds = new Map<string, EntryKind | null>();
  const codes = new Map<string, boolean>();

  const list = (folder: string) => remembered(listings, folder, () => entriesIn(folder));
  // A name is looked up in the listing of its folder when there is one: what was not there then is not there now.
  const kindOf = (path: string): EntryKind | null => {
    const folder = dirname(path);
    const listing = listings.get(folder);
    if (listing !== undefined) return listing.get(basename(path)) ?? null;
    const above = listings.get(dirname(folder));
    if (above !== undefined && above.get(basename(folder)) !== "folder") return null;
    return remembered(kinds, path, () => kindAt(path));
  };
  const isCode = (path: string) => remembered(codes, path, () => looksLikeCode(path));
  return { list, kindOf, isCode };
}

function remembered<T>(known: Map<string, T>, key: string, find: () => T): T {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const found = find();
  known.set(key, found);
  return found;
}

function entriesIn(folder: string): ReadonlyMap<string, EntryKind> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Map(
      entries.flatMap((entry): [string, EntryKind][] => {
        const kind = entry.isSymbolicLink()
          ? kindAt(`${folder}/${entry.name}`)
          : entry.isDirectory()
            ? "folder"
            : entry.isFile()
              ? "file"
              : null;
        return kind === null ? [] : [[entry.name, kind]];
      }),
    );
  } catch {
    return new Map();
  }
}

function kindAt(path: string): EntryKind | null {
  const stats = statsOf(path);
  if (stats?.isFile()) return "file";
  return stats?.isDirectory() ? "folder" : null;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const codeExtensions: ReadonlySet<string> = new Set(
  (
    ".sh .bash .zsh .ksh .fish .js .mjs .cjs .jsx .ts .mts .cts .tsx .py .pyc .pyw .rb .pl .pm .php .lua .ps1 .psm1 .bat .cmd " +
    ".awk .sed .jq .tcl .r .R .jl .exs .ex .groovy .java .jar .class .go .rs .so .dylib .dll .node .wasm .exe"
  ).split(" "),
);

/** Whether a file with this name holds code, whatever is in it. */
export function isCodeName(name: string): boolean {
  return codeExtensions.has(extname(name));
}

const largestLook = 64 * 1024 * 1024;

function looksLikeCode(path: string): boolean {
  const stats = statsOf(path);
  if (!stats?.isFile() || stats.size > largestLook) return false;
  if (isCodeName(path) || (stats.mode & 0o111) !== 0) return true;
  return startOf(path)?.startsWith("#!") ?? false;
}
