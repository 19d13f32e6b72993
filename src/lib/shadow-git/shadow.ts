import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "../file-lock.ts";
import { writeAtomically } from "../write-atomically.ts";
import type { Worktree } from "./find-worktree.ts";
import { runGit, withoutGitVariables } from "./git.ts";
import { readIgnoreRules } from "./ignore-rules.ts";
import { repositoryOf, rulesFile, type ShadowPlace, shadowDirectory, worktreeFile } from "./place.ts";

/** A repository of our own that keeps states of a worktree: trees and files, no commits. Only its holder may use it. */
export interface Shadow {
  readonly worktree: Worktree;
  readonly directory: string;
  /** The ignore rules that hold now, by the name under which `rulesFile` keeps them. */
  readonly rules: string;
  readonly git: (args: readonly string[], call?: ShadowCall) => Promise<Buffer>;
}

export interface ShadowCall {
  /** An index other than the shadow's own. */
  readonly index?: string;
  readonly input?: string;
  readonly accepts?: readonly number[];
  /** Another directory to take for the worktree, and other rules to go by. */
  readonly worktree?: string;
  readonly rules?: string;
  /** False for the commands that refuse to be told that paths are just paths. */
  readonly literalPaths?: false;
}

/*
 * Bytes go in and come out as they are, whatever a .gitattributes says; names are judged by this machine's rules alone;
 * nothing runs beside git, and git keeps house only when it is told to.
 */
const settings = {
  "core.autocrlf": "false",
  "core.attributesFile": "/dev/null",
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.logAllRefUpdates": "false",
  "core.longpaths": "true",
  "core.protectHFS": "false",
  "core.protectNTFS": "false",
  "core.quotePath": "false",
  "core.symlinks": "true",
  "gc.auto": "0",
  "index.skipHash": "false",
  "maintenance.auto": "false",
} as const;

const verbatim = "* -text !eol !crlf !ident !filter !working-tree-encoding\n";

const settingArgs = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Opens the shadow of a worktree, made on first use, and keeps it to itself until `work` is done. */
export async function withShadow<T>(
  worktree: Worktree,
  place: ShadowPlace,
  work: (shadow: Shadow) => Promise<T>,
): Promise<T> {
  const directory = shadowDirectory(place.dataDir, worktree.root);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = { waitMs: place.waitMs ?? 20_000, signal: place.signal };
  return await withFileLock(join(directory, "lock"), lock, async () => {
    const rules = await keepRules(directory, worktree, place);
    const shadow = { worktree, directory, rules, git: gitOf(worktree, directory, rules, place) };
    await prepare(shadow);
    return await work(shadow);
  });
}

async function keepRules(directory: string, worktree: Worktree, place: ShadowPlace): Promise<string> {
  const text = await readIgnoreRules(worktree, place);
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const file = rulesFile(directory, name);
  if (!existsSync(file)) {
    mkdirSync(join(directory, "rules"), { recursive: true });
    writeAtomically(file, text);
  }
  return name;
}

function gitOf(worktree: Worktree, directory: string, rules: string, { environment, signal }: ShadowPlace) {
  const own = {
    ...withoutGitVariables(environment),
    LC_ALL: "C",
    GIT_DIR: repositoryOf(directory),
    // Older versions of git know no other way to leave out the user's settings.
    HOME: directory,
    XDG_CONFIG_HOME: directory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
  return (args: readonly string[], call: ShadowCall = {}) => {
    const root = call.worktree ?? worktree.root;
    const excludes = `core.excludesFile=${rulesFile(directory, call.rules ?? rules)}`;
    return runGit({
      args: [...settingArgs, "-c", excludes, ...args],
      cwd: root,
      environment: {
        ...own,
        GIT_WORK_TREE: root,
        ...(call.index ? { GIT_INDEX_FILE: call.index } : {}),
        // A file may be called ":(top)" or "*".
        ...(call.literalPaths === false ? {} : { GIT_LITERAL_PATHSPECS: "1" }),
      },
      input: call.input,
      accepts: call.accepts ?? [0],
      signal,
    });
  };
}

/** Written last when a shadow is made, so that one whose maker was killed is made again. */
async function prepare(shadow: Shadow): Promise<void> {
  const mark = worktreeFile(shadow.directory);
  if (existsSync(mark)) return;
  await shadow.git(["init", "--quiet", "--template="]);
  const info = join(repositoryOf(shadow.directory), "info");
  mkdirSync(info, { recursive: true });
  writeFileSync(join(info, "attributes"), verbatim);
  writeAtomically(mark, shadow.worktree.root);
}
