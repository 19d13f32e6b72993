import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, vi } from "vitest";
import type { EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import { type Checkpoint, listCheckpoints } from "../lib/shadow-git/checkpoints.ts";
import type { Choice } from "../lib/shadow-git/choose-checkpoints.ts";
import { findWorktree } from "../lib/shadow-git/find-worktree.ts";
import { shadowDirectory } from "../lib/shadow-git/place.ts";
import { withShadow } from "../lib/shadow-git/shadow.ts";
import { type Undone, undo } from "../lib/shadow-git/undo.ts";
import type { World } from "./builtin.ts";
import { snapshot } from "./snapshot.ts";

// Many real processes and files: a machine that is busy with other things takes its time.
vi.setConfig({ testTimeout: 120_000 });

type Content = string | Buffer;

export interface TestRepository {
  /** A directory around everything. */
  readonly base: string;
  readonly root: string;
  readonly world: World;
  readonly path: (...names: string[]) => string;
  readonly write: (path: string, content?: Content, mode?: number) => void;
  readonly remove: (path: string) => void;
  readonly git: (...args: string[]) => string;
  /** Everything in the worktree but what git keeps for itself: path → kind, executable bit and content. */
  readonly state: () => Record<string, string>;
  readonly fire: (event: EventName, call?: Call) => Promise<Effects | undefined>;
  /** A step during which `change` happens. */
  readonly step: (change: () => unknown, call?: Call) => Promise<void>;
  readonly undo: (request?: Partial<UndoCall>) => Promise<Undone>;
  readonly history: () => Checkpoint[];
}

interface Call {
  readonly session?: string;
  readonly cwd?: string;
  readonly callId?: string;
  /** When the call happens; by default a second after the one before. */
  readonly now?: Date;
  readonly signal?: AbortSignal;
}

interface UndoCall {
  readonly session: string;
  readonly choice: Choice;
  readonly force: boolean;
  readonly dryRun: boolean;
}

const lastStep: Choice = { kind: "steps", steps: 1 };

interface Options {
  readonly files?: Readonly<Record<string, Content>>;
  /** What happens before the source repository must not change any more. */
  readonly prepare?: (repository: TestRepository) => void;
}

/** Makes a git repository, lets a test work in it, and checks that nothing at all has changed in its `.git`. */
export async function inRepository(
  options: Options,
  test: (repository: TestRepository) => Promise<unknown>,
): Promise<void> {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline-snapshot-")));
  try {
    const repository = makeRepository(base);
    repository.git("init", "--quiet");
    for (const [path, content] of Object.entries(options.files ?? {})) repository.write(path, content);
    repository.git("add", "--all");
    repository.git("commit", "--quiet", "--allow-empty", "--message", "first");
    options.prepare?.(repository);
    const sealed = fingerprints(repository.root);
    await test(repository);
    expect(fingerprints(repository.root, Object.keys(sealed))).toEqual(sealed);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** A world whose clock goes one second further at every look. */
export function testWorld(base: string): World {
  let time = Date.parse("2026-04-16T12:00:00Z");
  return {
    now: () => {
      time += 1000;
      return new Date(time);
    },
    home: base,
    dataDir: join(base, "data"),
    environment: { PATH: process.env.PATH, HOME: base },
    platform: process.platform,
    arch: process.arch,
    hostname: () => "host",
    userInfo: () => ({ username: "user", fullName: null }),
    fetch: () => Promise.reject(new Error("not here")),
  };
}

function makeRepository(base: string): TestRepository {
  const root = join(base, "repo");
  const world = testWorld(base);
  mkdirSync(root);
  const path = (...names: string[]) => join(root, ...names);
  const fire = async (event: EventName, { session = "s1", cwd = root, callId, now, signal }: Call = {}) => {
    const payload = { session_id: session, ...(callId === undefined ? {} : { tool_call_id: callId }) };
    const input = { event, payload, written: () => payload, args: [], env: {}, cwd, signal: signal ?? null };
    return await snapshot.run(input, now ? { ...world, now: () => now } : world);
  };
  return {
    base,
    root,
    world,
    path,
    write: (name, content = `${name}\n`, mode) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      if (mode !== undefined) chmodSync(path(name), mode);
    },
    remove: (name) => rmSync(path(name), { recursive: true }),
    git: (...args) => runGit(root, base, args),
    state: () => stateOf(root),
    fire,
    step: async (change, call) => {
      expect(await fire("step.start", call)).toBeUndefined();
      await change();
      expect(await fire("step.end", call)).toBeUndefined();
    },
    undo: async ({ session = null, choice = lastStep, force = false, dryRun = false } = {}) => {
      const worktree = findWorktree(root);
      if (worktree === null) throw new Error("This is no worktree.");
      const place = { dataDir: world.dataDir, environment: world.environment, signal: null };
      return await withShadow(worktree, place, (shadow) =>
        undo(shadow, { session, choice, force, dryRun, now: world.now() }),
      );
    },
    history: () => listCheckpoints(shadowDirectory(world.dataDir, root)),
  };
}

/** Runs git as somebody without settings of their own. */
export function runGit(cwd: string, home: string, args: readonly string[]): string {
  const person = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ...person,
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function stateOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, facts, full } of walk(root)) {
    if (path.split("/").includes(".git") || facts.isDirectory()) continue;
    if (facts.isSymbolicLink()) found[path] = `link ${readlinkSync(full)}`;
    else if (facts.isFile()) {
      found[path] = `${facts.mode & 0o100 ? "program" : "file"} ${readFileSync(full, "latin1")}`;
    }
  }
  return found;
}

/** Every file and folder of every repository below: content, mode and the time of its last change. */
function fingerprints(root: string, only?: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const roots = only && new Set(only.map((path) => path.slice(0, path.lastIndexOf(".git") + 4)));
  for (const { path, facts, full } of walk(root)) {
    if (!path.split("/").includes(".git")) continue;
    if (roots && ![...roots].some((folder) => path === folder || path.startsWith(`${folder}/`))) continue;
    const content = facts.isFile() ? createHash("sha256").update(readFileSync(full)).digest("hex") : "";
    found[path] = `${facts.mode} ${facts.mtimeMs} ${content}`;
  }
  return found;
}

function* walk(root: string) {
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    const full = join(root, path);
    const facts = lstatSync(full, { throwIfNoEntry: false });
    // Names that are not UTF-8 cannot be found again by name.
    if (facts) yield { path, full, facts };
  }
}
