import { createHash } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readConfigFile, type WorkspaceEntry } from "../dialects/agh/config-file.ts";
import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { openFileReader } from "./file-reader.ts";

/** A folder with hooks in it. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** The real path. */
  readonly root: string;
  readonly additionalRoots: readonly string[];
}

interface Place {
  readonly home: string;
  readonly cwd: string;
}

/** Finds a workspace by id, name or path; null means the one around the current directory. */
export function resolveWorkspace(reference: string | null, { home, cwd }: Place): Workspace {
  const registered = registeredWorkspaces(home);
  if (reference === null) return workspaceAt(rootAround(cwd, home), registered);
  const known = registered.find(({ id }) => id === reference) ?? registered.find(({ name }) => name === reference);
  if (known) return workspaceAt(existingRoot(reference, known.root), registered);

  const path = resolve(cwd, reference);
  if (isFolder(path)) return workspaceAt(realpathSync.native(path), registered);
  if (/^\.|[/\\]/.test(reference)) throw new Problem("WORKSPACE_MISSING", { workspace: reference, root: path });
  const names = registered.flatMap(({ id, name }) => [id, name]).filter((word) => word !== null);
  throw new Problem("WORKSPACE_UNKNOWN", { workspace: reference, suggestion: closest(reference, names) });
}

/** The folder of a root that holds our files, or AGH's. The user's own folder never counts as a workspace's. */
export function hookFolders(root: string, home: string): readonly string[] {
  const own = join(root, ".hookline");
  return samePlace(own, home) ? [join(root, ".agh")] : [own, join(root, ".agh")];
}

interface Registered extends WorkspaceEntry {
  readonly root: string;
}

function registeredWorkspaces(home: string): Registered[] {
  const entries = readConfig(join(home, "config.toml"), "home")?.workspaces ?? [];
  return entries.flatMap((entry) => (entry.root === null ? [] : { ...entry, root: resolve(home, entry.root) }));
}

function workspaceAt(root: string, registered: readonly Registered[]): Workspace {
  // The user's word counts before the repository's: a clone must not pass for another workspace.
  const entry = registered.find((known) => samePlace(known.root, root));
  const own = readConfig(join(root, ".hookline", "config.toml"), "workspace")?.workspace;
  const id = entry?.id ?? own?.id ?? `ws_${createHash("sha256").update(root).digest("hex").slice(0, 12)}`;
  const name = entry?.name ?? own?.name ?? (basename(root) || root);
  const additional = [...(entry?.additionalRoots ?? []), ...(own?.additionalRoots ?? [])];
  const additionalRoots = [...new Set(additional.map((path) => (isAbsolute(path) ? path : resolve(root, path))))];
  return { id, name, root, additionalRoots };
}

/** The nearest folder around `cwd` that looks like the root of something, else `cwd` itself. */
function rootAround(cwd: string, home: string): string {
  const start = existingRoot(cwd, cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    const marks = [
      ...hookFolders(folder, home),
      join(folder, "hookline.yaml"),
      join(folder, "hookline.yml"),
      join(folder, ".agents", "hooks"),
      join(folder, ".git"),
    ];
    if (marks.some((mark) => existsSync(mark))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

function existingRoot(workspace: string, root: string): string {
  if (!isFolder(root)) throw new Problem("WORKSPACE_MISSING", { workspace, root });
  return realpathSync.native(root);
}

/** Problems of these files are reported when their hooks are loaded; here they only mean that nothing is known. */
function readConfig(file: string, level: "home" | "workspace") {
  const text = openFileReader({ signed: false }).read(file);
  return text?.includes("workspace") ? readConfigFile(file, level, text) : null;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether two paths lead to the same place: links, `..` and a slash at the end make no difference. */
export function samePlace(a: string, b: string): boolean {
  if (a === b) return true;
  try {
    return realpathSync.native(a) === realpathSync.native(b);
  } catch {
    return false;
  }
}
