import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** A script that an interpreter finds although its name is not written out. */
export interface Completed {
  readonly path: string;
  /** What the interpreter is told instead: the file, or the folder that it lies in. */
  readonly named: string;
}

const javascript: ReadonlySet<string> = new Set("node nodejs tsx ts-node babel-node jiti bun".split(" "));
const extensions = [".js", ".json", ".node", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"];

/** Finds what an interpreter makes of a path at which no file is: `node hooks/guard`, `python3 hooks`; null when it finds nothing. */
export function completeScript(interpreter: string, path: string): Completed | null {
  if (/^(?:python|pypy)$/.test(interpreter)) return isFile(`${path}/__main__.py`) ? inFolder(path) : null;
  if (interpreter === "ruby") return first([`${path}.rb`]);
  if (!javascript.has(interpreter)) return null;
  const main = mainOf(path);
  return first([
    ...extensions.map((extension) => path + extension),
    ...(main === null ? [] : [main, ...extensions.flatMap((end) => [main + end, `${main}/index${end}`])]),
    ...extensions.map((extension) => `${path}/index${extension}`),
  ]);
}

function inFolder(folder: string): Completed {
  return { path: `${folder}/__main__.py`, named: folder };
}

function first(paths: readonly string[]): Completed | null {
  const path = paths.find(isFile);
  return path === undefined ? null : { path, named: path };
}

const largestManifest = 1024 * 1024;

/** What a folder's package.json calls its main file. */
export function mainOf(folder: string): string | null {
  const file = `${folder}/package.json`;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > largestManifest) return null;
    const { main } = JSON.parse(readFileSync(file, "utf8")) as { readonly main?: unknown };
    return typeof main === "string" && main !== "" ? resolve(folder, main) : null;
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
