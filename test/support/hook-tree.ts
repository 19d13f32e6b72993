import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Hook } from "../../src/engine/hook.ts";
import { type LoadedHooks, type LoadRequest, loadHooks } from "../../src/sources/load-hooks.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";

/** A user's folder and a workspace on disk, removed when the test is over. */
export interface HookTree {
  readonly directory: string;
  readonly home: string;
  readonly root: string;
  readonly write: (path: string, text: string) => string;
  readonly request: (changes?: Partial<LoadRequest>) => LoadRequest;
  readonly load: (changes?: Partial<LoadRequest>) => LoadedHooks;
}

/** Writes files whose paths begin with `home/` or `ws/`. */
export function makeTree(files: Readonly<Record<string, string>>): HookTree {
  const directory = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline-tree-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const write = (path: string, text: string): string => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const home = join(directory, "home");
  const root = join(directory, "ws");
  mkdirSync(home);
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const request = (changes: Partial<LoadRequest> = {}): LoadRequest => {
    const workspace = resolveWorkspace(root, { home, cwd: root });
    return { home, workspace, cwd: directory, environment: {}, trust: "unchecked", ...changes };
  };
  return { directory, home, root, write, request, load: (changes) => loadHooks(request(changes)) };
}

/** The only hook of a set. */
export function onlyHook({ hooks }: LoadedHooks): Hook {
  const [hook, ...others] = hooks;
  if (!hook || others.length > 0) throw new Error(`Expected one hook, found ${hooks.length}.`);
  return hook;
}
