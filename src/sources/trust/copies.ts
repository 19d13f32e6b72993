import { randomUUID } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BoundFile } from "../../engine/hook.ts";
import type { Script } from "./cover.ts";
import { placeOf, sha256Of } from "./covered-file.ts";
import { type FolderView, isCodeName } from "./folder-view.ts";
import { isForeign } from "./named-files.ts";
import { replaceWords } from "./shell-quote.ts";

export interface Copies {
  /** The folder that stands for the workspace. */
  readonly folder: string;
  readonly bound: readonly BoundFile[];
}

/** Where everything about trust is kept. */
export function trustFolder(home: string): string {
  return join(home, "trust");
}

/**
 * Makes sure that there are private copies of a hook's files, exactly as they were looked at, and says where. They lie to each
 * other as the files do. What is no code (data, packages) is linked, so that a script finds it where it expects it.
 */
export function provideCopies(
  home: string,
  files: readonly Script[],
  view: FolderView,
): Copies | { readonly bad: string } {
  const all = join(trustFolder(home), "copies");
  const folder = join(all, idOf(files));
  const copies = files.map((file) => ({ file, bytes: copyOf(file, folder) }));
  const bound = copies.map(({ file, bytes }) => boundFile(file, folder, bytes));
  try {
    if (!copies.every(({ file, bytes }) => isThere(join(folder, file.place), file, bytes))) {
      mkdirSync(all, { recursive: true, mode: 0o700 });
      write(folder, copies, view);
    }
    return { folder, bound };
  } catch (error) {
    return { bad: `no private copy of its files could be made in ${folder} (${(error as Error).message})` };
  }
}

function idOf(files: readonly Script[]): string {
  const facts = files.map(({ place, sha256, isExecutable, leadsTo, path, edits }) => [
    place,
    sha256,
    isExecutable,
    leadsTo,
    path,
    edits.map(({ spans, quoted, becomes }) => [spans, quoted, becomes((named) => named)]),
  ]);
  return sha256Of(JSON.stringify(facts)).slice(0, 32);
}

function boundFile({ path, sha256, place, leadsTo, isReadInPlace }: Script, folder: string, bytes: Buffer): BoundFile {
  if (leadsTo !== null) return { path, sha256, leadsTo };
  return { path, sha256, copy: isReadInPlace ? null : { path: join(folder, place), sha256: sha256Of(bytes) } };
}

/** A script's contents, with words that would lead into the workspace leading to the copies. */
function copyOf({ bytes, edits }: Script, folder: string, roots: readonly string[]): Buffer {
  if (edits.length === 0) return bytes;
  const copyAt = (path: string) => join(folder, placeOf(path, roots));
  const written = edits.map((edit) => ({ ...edit, by: edit.becomes(copyAt) }));
  let text = replaceWords(
    bytes.toString("utf8"),
    written.filter(({ isBare }) => !isBare),
  );
  for (const { spans, by, isBare } of written) {
    const [start, end] = spans[0] ?? [0, 0];
    if (isBare) text = text.slice(0, start) + by + text.slice(end);
  }
  return Buffer.from(text);
}

function isThere(path: string, { leadsTo }: Script, bytes: Buffer): boolean {
  try {
    if (leadsTo !== null) return readlinkSync(path) === leadsTo;
    return lstatSync(path).isFile() && readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

interface Copy {
  readonly file: Script;
  readonly bytes: Buffer;
}

/** Under another name first: whoever finds the folder finds all that is in it. */
function write(folder: string, copies: readonly Copy[], view: FolderView): void {
  const draft = `${folder}.${randomUUID()}.new`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    for (const { file, bytes } of copies) {
      const path = join(draft, file.place);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (file.leadsTo !== null) symlinkSync(file.leadsTo, path);
      else writeFileSync(path, bytes, { mode: file.isExecutable ? 0o500 : 0o400, flag: "wx" });
    }
    linkTheRest(draft, copies, view);
    take(draft, folder, copies);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function take(draft: string, folder: string, copies: readonly Copy[]): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    // Somebody was faster; unless what is there is damaged, hooks may already be running from it.
    if (copies.every(({ file, bytes }) => isThere(join(folder, file.place), file, bytes))) {
      rmSync(draft, { recursive: true, force: true });
      return;
    }
    const old = `${folder}.${randomUUID()}.old`;
    renameSync(folder, old);
    renameSync(draft, folder);
    rmSync(old, { recursive: true, force: true });
  }
  chmodSync(folder, 0o700);
}

/**
 * Links what lies beside the copied files and is no code: scripts read data and load packages by where they are themselves.
 * Code that was not looked at is not linked, nor anything that an interpreter could take for a module of the same name.
 */
function linkTheRest(draft: string, copies: readonly Copy[], view: FolderView): void {
  const copied = new Set(copies.map(({ file }) => file.place));
  for (const { place, source, words, stems } of foldersOf(copies).values()) {
    for (const [name, kind] of view.list(source)) {
      const path = join(draft, place, name);
      const stem = name.split(".")[0] ?? name;
      if (copied.has(join(place, name)) || lstatSync(path, { throwIfNoEntry: false })) continue;
      const target = join(source, name);
      // No hook reads tests, of which a folder may have as many as hooks: each hook would get links to those of all others.
      if (/\.hooktest\.ya?ml$/.test(name)) continue;
      if (stems.has(stem) || (!isForeign(target) && words.has(stem) && kind === "folder")) continue;
      if (kind === "file" && (isCodeName(name) || view.isCode(target))) continue;
      symlinkSync(target, path);
    }
  }
}

interface CopiedFolder {
  readonly place: string;
  readonly source: string;
  /** What the code in it names. */
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

/** The folders of copied files up to the workspace. */
function foldersOf(copies: readonly Copy[]): ReadonlyMap<string, CopiedFolder> {
  const folders = new Map<string, { place: string; source: string; words: Set<string>; stems: Set<string> }>();
  for (const { file, bytes } of copies) {
    let place = dirname(file.place);
    let source = dirname(file.path);
    const modules = moduleNames(file.place, bytes);
    for (let isOwn = true; ; isOwn = false) {
      const known = folders.get(place) ?? { place, source, words: new Set(), stems: new Set() };
      folders.set(place, known);
      if (isOwn) known.stems.add(basename(file.place).split(".")[0] ?? "");
      if (isOwn) for (const name of modules) known.words.add(name);
      if (place === "." || basename(place) !== basename(source)) break;
      place = dirname(place);
      source = dirname(source);
    }
  }
  return folders;
}

/** The names by which code might load a whole folder as a module. */
function moduleNames(place: string, bytes: Buffer): string[] {
  const text = bytes.toString("latin1");
  if (/\.py$/.test(place)) return [...text.matchAll(/\w+/g)].map(([word]) => word);
  if (!/\.[mc]?[jt]sx?$/.test(place)) return [];
  return [...text.matchAll(/["'`](?:\.{1,2}\/)*([\w-]+)\/?["'`]/g)].map(([, name = ""]) => name);
}
