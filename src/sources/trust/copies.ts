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
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { BoundFile } from "../../engine/hook.ts";
import type { Script } from "./cover.ts";
import { placeOf, sha256Of } from "./covered-file.ts";
import type { FolderView } from "./folder-view.ts";
import { type Copy, linkTheRest } from "./link-the-rest.ts";
import { replaceWords } from "./shell-quote.ts";

export interface Copies {
  /** The folder that stands for the workspace. */
  readonly folder: string;
  readonly bound: readonly BoundFile[];
}

/** What copies are made of. */
export interface Copied {
  readonly files: readonly Script[];
  /** The folder in which Python is told to look for modules; null when it is not. */
  readonly modulesFrom: string | null;
}

export interface CopiesPlace {
  /** The workspace first, then its additional roots. */
  readonly roots: readonly string[];
  readonly view: FolderView;
}

/** Where everything about trust is kept. */
export function trustFolder(home: string): string {
  return join(home, "trust");
}

export function copiesFolder(home: string): string {
  return join(trustFolder(home), "copies");
}

/**
 * Makes sure that there are private copies of a hook's files, exactly as they were looked at, and says where. They lie to each
 * other as the files do. What is no code (data, packages) is linked, so that a script finds it where it expects it.
 */
export function provideCopies(
  home: string,
  { files, modulesFrom }: Copied,
  { roots, view }: CopiesPlace,
): Copies | { readonly bad: string } {
  const all = copiesFolder(home);
  const id = copiesId(files);
  const folder = join(all, id);
  const copies = files.map((file) => ({ file, bytes: copyOf(file, folder, roots) }));
  const bound = copies.map(({ file, bytes }) => boundFile(file, folder, bytes));
  try {
    if (copies.every(({ file, bytes }) => isThere(join(folder, file.place), file, bytes))) keepAlive(folder);
    else {
      mkdirSync(all, { recursive: true, mode: 0o700 });
      write(folder, copies, (draft) =>
        linkTheRest({ draft, copies, view, modulePlace: modulesFrom === null ? null : placeOf(modulesFrom, roots) }),
      );
    }
    return { folder, bound };
  } catch (error) {
    return { bad: `no private copy of its files could be made in ${folder} (${(error as Error).message})` };
  }
}

/** The name of the folder for a set of files. */
export function copiesId(files: readonly Script[]): string {
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

const dayMs = 24 * 60 * 60 * 1000;

/** Copies that nobody has used for long are cleared away; these are used. */
function keepAlive(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats !== undefined && Date.now() - stats.mtimeMs > dayMs) utimesSync(folder, new Date(), new Date());
}

/** Under another name first: whoever finds the folder finds all that is in it. */
function write(folder: string, copies: readonly Copy[], complete: (draft: string) => void): void {
  const draft = `${folder}.${randomUUID()}.new`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    for (const { file, bytes } of copies) {
      const path = join(draft, file.place);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (file.leadsTo !== null) symlinkSync(file.leadsTo, path);
      else writeFileSync(path, bytes, { mode: file.isExecutable ? 0o500 : 0o400, flag: "wx" });
    }
    complete(draft);
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
