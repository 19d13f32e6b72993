import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExecutorSpec } from "../../src/engine/hook.ts";
import type { FailureName } from "../../src/engine/run.ts";
import { shell } from "../../src/executors/testing.ts";

/** One way in which a hook misbehaves, and how its run must be recorded. */
export interface Misbehaviour {
  readonly name: string;
  /** Null when the run has an answer all the same. */
  readonly failure: FailureName | null;
  readonly timeoutMs?: number;
  readonly payloadBytes?: number;
  /** Puts the hook into a directory of its own. */
  readonly make: (directory: string) => ExecutorSpec;
}

/** Long enough for a loaded machine to get as far as the misbehaviour. */
const soon = 700;

const script = (text: string) => (directory: string) => shell(text, directory);

const file =
  (text: string, mode = 0o755) =>
  (directory: string): ExecutorSpec => {
    writeFileSync(join(directory, "hook"), text);
    chmodSync(join(directory, "hook"), mode);
    return command("./hook", directory);
  };

const command = (name: string, cwd: string): ExecutorSpec => ({
  kind: "process",
  command: name,
  args: [],
  env: {},
  inherits: "safe-names",
  cwd,
});

export const misbehaviours: readonly Misbehaviour[] = [
  // How it ends
  { name: "exits 1 after valid JSON", failure: "exit-code", make: script(`echo '{"deny":true}'; exit 1`) },
  { name: "exits 2 and complains", failure: "exit-code", make: script("echo no >&2; exit 2") },
  { name: "runs a command that does not exist", failure: "exit-code", make: script("no-such-command-anywhere") },
  { name: "exits 255", failure: "exit-code", make: script("exit 255") },
  { name: "dies of a memory fault", failure: "killed", make: script("echo '{}'; kill -SEGV $$") },
  { name: "kills itself", failure: "killed", make: script("kill -KILL $$") },
  { name: "kills its whole group", failure: "killed", make: script("sleep 300 & kill -KILL 0") },

  // When it ends
  { name: "sleeps", failure: "timed-out", timeoutMs: 200, make: script("sleep 300") },
  { name: "spins", failure: "timed-out", timeoutMs: 200, make: script("while :; do :; done") },
  {
    name: "ignores TERM",
    failure: "timed-out",
    timeoutMs: soon,
    make: script("trap '' TERM; while :; do sleep 0.05; done"),
  },
  { name: "stops itself", failure: "timed-out", timeoutMs: soon, make: script("kill -STOP $$") },
  {
    name: "answers when told to end",
    failure: "timed-out",
    timeoutMs: soon,
    make: script(`trap 'echo "{}"; exit 0' TERM; while :; do sleep 0.05; done`),
  },
  {
    name: "reads its payload too slowly",
    failure: "timed-out",
    timeoutMs: soon,
    payloadBytes: 1_000_000,
    make: script("while head -c 10 >/dev/null; do sleep 0.1; done"),
  },

  // What it prints
  { name: "floods stdout with 100 MB", failure: "truncated", make: script("head -c 100000000 /dev/zero") },
  { name: "floods stderr with 100 MB", failure: null, make: script("head -c 100000000 /dev/zero >&2; echo '{}'") },
  { name: "floods both for ever", failure: "timed-out", timeoutMs: soon, make: script("yes >&2 & yes") },
  { name: "floods and then fails", failure: "exit-code", make: script("head -c 1000000 /dev/zero; exit 3") },
  { name: "prints half a character", failure: "unreadable", make: script('printf \'{"deny_reason":"\\303\'') },
  { name: "prints random bytes", failure: "unreadable", make: script("printf '\\377\\376\\000\\001'") },
  { name: "prints half a patch", failure: "unreadable", make: script("printf '{\"deny\":'") },
  { name: "prints two patches", failure: "unreadable", make: script("echo '{}'; echo '{}'") },
  { name: "prints a list", failure: "unreadable", make: script("echo '[]'") },
  { name: "prints a debug line first", failure: "unreadable", make: script("echo debug; echo '{}'") },
  { name: "prints nothing", failure: null, make: script("exit 0") },

  // What it does with its pipes
  { name: "closes its output", failure: null, make: script("exec >&- 2>&-; sleep 0.05; exit 0") },
  { name: "closes its input", failure: null, payloadBytes: 16_000, make: script("exec 0<&-; sleep 0.05; echo '{}'") },
  { name: "never reads 1 MiB", failure: null, payloadBytes: 1_048_576, make: script("echo '{}'") },

  // What it leaves behind
  { name: "leaves a child that holds stdout", failure: null, make: script("sleep 300 & echo '{}'") },
  { name: "leaves a quiet child", failure: null, make: script("sleep 300 >/dev/null 2>&1 & echo '{}'") },
  { name: "leaves a crowd", failure: null, make: script("for i in 1 2 3 4 5 6 7 8; do sleep 300 & done; echo '{}'") },
  { name: "leaves a daemon", failure: null, make: script(`${daemon("sleep 300")}; echo '{}'`) },
  {
    name: "leaves a daemon and times out",
    failure: "timed-out",
    timeoutMs: soon,
    make: script(`${daemon("sleep 300")}; sleep 300`),
  },
  {
    name: "leaves a daemon that ignores signals",
    failure: null,
    make: script(`${daemon("trap '' TERM HUP INT; sleep 300")}; echo '{}'`),
  },
  { name: "deletes its directory", failure: null, make: script('rm -rf "$PWD"; echo "{}"') },

  // Why it never starts
  {
    name: "is missing from PATH",
    failure: "not-found",
    make: (directory) => command("no-such-hook-anywhere", directory),
  },
  { name: "is missing", failure: "not-found", make: (directory) => command("./missing.sh", directory) },
  { name: "is not executable", failure: "spawn-error", make: file("#!/bin/sh\necho '{}'\n", 0o644) },
  { name: "is a directory", failure: "spawn-error", make: (directory) => command("./", directory) },
  { name: "names an interpreter that is missing", failure: "spawn-error", make: file("#!/no/such/interpreter\n") },
  {
    name: "names an interpreter with a Windows line break",
    failure: "spawn-error",
    make: file("#!/bin/sh\r\necho\r\n"),
  },
  { name: "has no line that says how to run it", failure: "spawn-error", make: file("echo '{}'\n") },
  { name: "is empty", failure: "spawn-error", make: file("") },
  {
    name: "has a directory that is gone",
    failure: "spawn-error",
    make: (directory) => shell("echo", join(directory, "gone")),
  },
  { name: "has a working directory that is a file", failure: "spawn-error", make: inAFile },
  {
    name: "has too long an environment",
    failure: "spawn-error",
    make: (directory) => shell("echo", directory, { BIG: "x".repeat(3_000_000) }),
  },
];

/** Runs a script in a session of its own, where a group kill does not reach it. */
function daemon(text: string): string {
  // macOS has no setsid program, and no way for us to find what left the group.
  const session = process.platform === "linux" ? "setsid" : "";
  return `(${session} sh -c "${text}" >/dev/null 2>&1 </dev/null &)`;
}

function inAFile(directory: string): ExecutorSpec {
  mkdirSync(join(directory, "sub"));
  writeFileSync(join(directory, "sub/file"), "");
  return shell("echo", join(directory, "sub/file"));
}
