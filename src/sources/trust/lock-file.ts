import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { type Finding, finding } from "../../errors/problem.ts";
import { isTable } from "../../lib/source-document.ts";
import type { FileReader } from "../file-reader.ts";
import { trustFolder } from "./copies.ts";
import { sha256Of } from "./covered-file.ts";

/** One decision: this declaration with these files may run. */
export interface TrustEntry {
  readonly hook: string;
  readonly event: string;
  readonly dialect: string;
  readonly file: string | null;
  readonly fingerprint: string;
  readonly trusted_at: string;
  /** The hash of the declaration as it was shown; its text is kept beside this file. */
  readonly declaration: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** The name of the folder with the copies that run. */
  readonly copies: string;
}

export interface Lock {
  readonly entries: readonly TrustEntry[];
  readonly findings: readonly Finding[];
}

/** Some hundred hooks with many files each, in all the states that are remembered. */
const largestLock = 64 * 1024 * 1024;

/** Where the decisions about a workspace are kept: outside of it, under its real path. */
export function lockPath(home: string, root: string): string {
  const name = basename(root).replaceAll(/[^\w.-]/g, "_") || "root";
  return join(trustFolder(home), `${name.slice(0, 40)}-${sha256Of(root).slice(0, 16)}.json`);
}

/** Reads what was trusted in a workspace. A file that is not exactly as we write it means: nothing. */
export function readLock(home: string, root: string, reader: Pick<FileReader, "read">): Lock {
  const path = lockPath(home, root);
  const text = reader.read(path, largestLock);
  if (text === null) return { entries: [], findings: [] };
  const why = whyNotYours(path) ?? whyNotYours(trustFolder(home));
  const read = why === null ? parseLock(text, root) : { bad: why };
  if ("entries" in read) return { entries: read.entries, findings: [] };
  return { entries: [], findings: [finding("TRUST_FILE_BROKEN", { file: path, line: 1 }, { why: read.bad })] };
}

export function lockText(root: string, entries: readonly TrustEntry[]): string {
  return `${JSON.stringify({ version: 1, workspace: root, hooks: entries }, null, 2)}\n`;
}

/** The names of the copies and texts that the decisions of a file are about; null when it is not exactly as we write it. */
export function namedInLock(text: string): readonly string[] | null {
  const read = parseLock(text, null);
  if ("bad" in read) return null;
  return read.entries.flatMap(({ declaration, files, copies }) => [
    declaration,
    copies,
    ...files.map(({ sha256 }) => sha256),
  ]);
}

/** Without a `root`, whatever workspace it is about. */
function parseLock(text: string, root: string | null): { readonly entries: TrustEntry[] } | { readonly bad: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { bad: "it is not JSON" };
  }
  if (!isTable(value) || value.version !== 1) return { bad: "it is not of the version that is known" };
  if (root !== null && value.workspace !== root) return { bad: "it is about another workspace" };
  if (!Array.isArray(value.hooks) || !value.hooks.every(isEntry)) return { bad: "an entry is not complete" };
  return { entries: value.hooks };
}

const hash = /^[0-9a-f]{64}$/;

function isEntry(value: unknown): value is TrustEntry {
  if (!isTable(value)) return false;
  const { hook, event, dialect, file, fingerprint, trusted_at, declaration, files, copies } = value;
  return (
    [hook, event, dialect, trusted_at, copies].every((text) => typeof text === "string") &&
    (file === null || typeof file === "string") &&
    [fingerprint, declaration].every((text) => typeof text === "string" && hash.test(text)) &&
    Array.isArray(files) &&
    files.every(
      (one) => isTable(one) && typeof one.path === "string" && typeof one.sha256 === "string" && hash.test(one.sha256),
    )
  );
}

/** Whether somebody else could have written this, in words; null when not. On Windows permissions say nothing of the kind. */
function whyNotYours(path: string): string | null {
  const { getuid } = process;
  if (getuid === undefined) return null;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return `${path} is a link`;
  if (stats.uid !== getuid.call(process)) return `${path} belongs to somebody else`;
  return (stats.mode & 0o022) === 0 ? null : `others than you may write ${path}`;
}
