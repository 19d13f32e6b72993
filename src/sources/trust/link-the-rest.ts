import { mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Script } from "./cover.ts";
import { type EntryKind, type FolderView, isCodeName } from "./folder-view.ts";
import { isForeign } from "./named-files.ts";

export interface Copy {
  readonly file: Script;
  readonly bytes: Buffer;
}

export interface Linking {
  /** The folder that the copies lie in. */
  readonly draft: string;
  readonly copies: readonly Copy[];
  readonly view: FolderView;
  /** The place in which Python looks for modules; null when it looks beside its scripts only. */
  readonly modulePlace: string | null;
}

/** Of a folder with more in it than this only what the scripts name is linked. */
const mostLinks = 500;

/**
 * Links what lies beside the copied files and is no code: scripts read data and load packages by where they are themselves.
 * Code that was not looked at is not linked, nor anything that an interpreter could take for a module of the same name.
 */
export function linkTheRest({ draft, copies, view, modulePlace }: Linking): void {
  const there = new Set(copies.flatMap(({ file }) => pathsTo(file.place)));
  for (const [place, folder] of foldersOf(copies)) {
    const listing = view.list(folder.source);
    const wanted = listing.size > mostLinks ? namesIn(copies) : null;
    for (const [name, kind] of listing) {
      if (there.has(join(place, name)) || (wanted !== null && !wanted.has(name))) continue;
      link({ ...folder, isSearched: folder.isSearched || place === modulePlace }, join(draft, place), name, kind, view);
    }
  }
}

interface CopiedFolder {
  readonly source: string;
  /** What the code in it names. */
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Whether Python looks for modules in it. */
  readonly isSearched: boolean;
}

function link(folder: CopiedFolder, target: string, name: string, kind: EntryKind, view: FolderView): void {
  const { source, words, stems, isSearched } = folder;
  const path = join(source, name);
  const stem = name.split(".")[0] ?? name;
  // What Python compiled some time is code, and no look at the source shows what is in it.
  if (name === "__pycache__" || stems.has(stem)) return;
  if (kind === "file" && (isCodeName(name) || view.isCode(path))) return;
  if (kind === "folder" && !isForeign(path)) {
    if (words.has(stem)) return;
    // Any folder is a module as soon as somebody puts the right file into it.
    if (isSearched && /^[A-Za-z_]\w*$/.test(name)) {
      mirror(path, join(target, name), view, { left: mostLinks });
      return;
    }
  }
  symlinkSync(path, join(target, name));
}

/** A folder of our own with links to the data in another, as long as that is not too much. */
function mirror(source: string, target: string, view: FolderView, budget: { left: number }): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const [name, kind] of view.list(source)) {
    if (budget.left-- <= 0) return;
    const path = join(source, name);
    if (name === "__pycache__" || isForeign(path)) continue;
    if (kind === "folder") mirror(path, join(target, name), view, budget);
    else if (!isCodeName(name) && !view.isCode(path)) symlinkSync(path, join(target, name));
  }
}

/** A place and all folders around it. */
function pathsTo(place: string): string[] {
  return place === "." || place === "/" ? [] : [place, ...pathsTo(dirname(place))];
}

/** The folders of copied files up to the workspace, by their places. */
function foldersOf(copies: readonly Copy[]): ReadonlyMap<string, CopiedFolder> {
  const folders = new Map<string, { source: string; words: Set<string>; stems: Set<string>; isSearched: boolean }>();
  for (const { file, bytes } of copies) {
    let place = dirname(file.place);
    let source = dirname(file.path);
    const modules = moduleNames(file.place, bytes);
    for (let isOwn = true; ; isOwn = false) {
      const known = folders.get(place) ?? { source, words: new Set(), stems: new Set(), isSearched: false };
      folders.set(place, known);
      if (isOwn) {
        known.stems.add(basename(file.place).split(".")[0] ?? "");
        for (const name of modules) known.words.add(name);
        known.isSearched ||= isPython(file.place, bytes);
      }
      if (place === "." || basename(place) !== basename(source)) break;
      place = dirname(place);
      source = dirname(source);
    }
  }
  return folders;
}

function isPython(place: string, bytes: Buffer): boolean {
  return /\.pyw?$/.test(place) || /^#!.*\bpython/.test(bytes.subarray(0, 256).toString("latin1"));
}

/** The names by which code might load a whole folder as a module. */
function moduleNames(place: string, bytes: Buffer): string[] {
  const text = bytes.toString("latin1");
  if (isPython(place, bytes)) return [...text.matchAll(/\w+/g)].map(([word]) => word);
  if (!/\.[mc]?[jt]sx?$/.test(place)) return [];
  return [...text.matchAll(/["'`](?:\.{1,2}\/)*([\w-]+)\/?["'`]/g)].map(([, name = ""]) => name);
}

/** Everything in the copied files that could be the name of a file. */
function namesIn(copies: readonly Copy[]): ReadonlySet<string> {
  return new Set(copies.flatMap(({ bytes }) => bytes.toString("latin1").match(/[\w@%+=:,.~-]+/g) ?? []));
}
