import { execFile } from "node:child_process";
import { firstBytes } from "../lib/cut-utf8.ts";
import { printable } from "../lib/printable.ts";
import type { BuiltinInput, World } from "./builtin.ts";

const mostBytes = 4096;
/** More than anybody reads of it; git is stopped when it says more. */
const keptBytes = 1024 * 1024;
const patienceMs = 10_000;

/*
 * A repository can name programs in its own configuration, and git runs them on the quietest of commands. Being asked for
 * the state of a directory must not start any of them.
 */
const nothingElseRuns = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath="];

/** Says which repository is meant, and would beat `-C`; inherited when we are called from one of git's own hooks. */
const repositoryVariables = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_EXTERNAL_DIFF",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
];

/** What git says about a directory, trimmed and at most 4 KiB. Empty when it fails for whatever reason. */
export function runGit(
  { cwd, env, signal }: Pick<BuiltinInput, "cwd" | "env" | "signal">,
  { environment }: Pick<World, "environment">,
  args: readonly string[],
): Promise<string> {
  if (cwd === null) return Promise.resolve("");
  const options = {
    env: { ...withoutRepository(environment), GIT_TERMINAL_PROMPT: "0", ...env },
    maxBuffer: keptBytes,
    timeout: patienceMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    ...(signal === null ? {} : { signal }),
  } as const;
  return new Promise((resolve) => {
    try {
      const git = execFile("git", [...nothingElseRuns, "-C", cwd, ...args], options, (error, stdout) =>
        resolve(error === null || saidTooMuch(error) ? shortened(stdout) : ""),
      );
      git.stdin?.end();
    } catch {
      // A directory's name that no process can be given, one with a NUL in it, is no repository.
      resolve("");
    }
  });
}

function withoutRepository(environment: World["environment"]): Record<string, string | undefined> {
  const kept = { ...environment };
  for (const name of repositoryVariables) delete kept[name];
  return kept;
}

function saidTooMuch(error: Error): boolean {
  return "code" in error && error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
}

function shortened(output: string): string {
  const text = printable(output).trim();
  return Buffer.byteLength(text) > mostBytes ? `${firstBytes(text, mostBytes)}\n... (truncated)` : text;
}
