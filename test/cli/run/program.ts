import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CliResult } from "../workspace.ts";

const launcher = join(import.meta.dirname, "..", "..", "..", "bin", "hookline.js");

export interface Call {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A workspace with nothing in it and a home beside it, in which the program is run as users run it. */
export interface RunWorkspace extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program and these arguments, for whoever starts it differently. */
  readonly command: (...argv: readonly string[]) => readonly string[];
  readonly write: (file: string, content: string) => void;
  /** What a file holds; empty when there is none. */
  readonly read: (file: string) => string;
  readonly run: (argv: readonly string[], call?: Call) => Promise<CliResult>;
  readonly start: (argv: readonly string[], call?: Call) => StartedProgram;
  /** Trusts all hooks, servers and rules of the workspace and of these files, with the command line. */
  readonly trust: (...agentFiles: readonly string[]) => Promise<void>;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly ended: Promise<CliResult & { readonly signal: NodeJS.Signals | null }>;
}

export function openRunWorkspace(files: Readonly<Record<string, string>> = {}): RunWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-run-")));
  const root = join(base, "workspace");
  const home = join(base, "home");
  mkdirSync(root);
  mkdirSync(home);
  const { PATH = "", TMPDIR } = process.env;
  const env = { PATH, ...(TMPDIR !== undefined && { TMPDIR }), HOME: base, HOOKLINE_HOME: home };
  const children: ChildProcess[] = [];

  function start(argv: readonly string[], call: Call = {}): StartedProgram {
    const [program = "", ...args] = workspace.command(...argv);
    const child = spawn(program, args, { cwd: call.cwd ?? root, env: { ...env, ...call.env } });
    children.push(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    // A program that fails early does not read its input; that is its right.
    child.stdin.on("error", () => undefined);
    child.stdin.end(call.stdin ?? "");
    const ended: StartedProgram["ended"] = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ ...output, exitCode: code ?? -1, signal }));
    });
    return { child, stdout: () => output.stdout, ended };
  }

  const workspace: RunWorkspace = {
    root,
    home,
    env,
    command: (...argv) => [process.execPath, launcher, ...argv],
    write: (file, content) => {
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { mode: 0o755 });
    },
    read: (file) => {
      const path = join(root, file);
      return existsSync(path) ? readFileSync(path, "utf8") : "";
    },
    start,
    run: async (argv, call) => {
      const { stdout, stderr, exitCode } = await start(argv, call).ended;
      return { stdout, stderr, exitCode };
    },
    trust: async (...agentFiles) => {
      const argv = ["trust", "--yes", ...agentFiles.flatMap((file) => ["--agent-file", file])];
      const { exitCode, stdout, stderr } = await workspace.run(argv);
      if (exitCode !== 0) throw new Error(`hookline ${argv.join(" ")} exited with ${exitCode}:\n${stdout}${stderr}`);
    },
    [Symbol.dispose]: () => {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const [file, content] of Object.entries(files)) workspace.write(file, content);
  return workspace;
}

/** Waits until something holds, and gives up after a while with what was waited for. */
export async function until(what: string, holds: () => boolean, seen: () => string = () => ""): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (holds()) return;
    await pause(20);
  }
  throw new Error(`waited 20 s in vain for ${what}\n${seen()}`);
}

/** The objects of a text with one JSON object per line. */
export function jsonLines<T = Record<string, unknown>>(text: string): T[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** The text of a script for the scripted model. */
export function scriptOf(...answers: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify({ answers });
}

/** An answer that calls a tool. */
export function calls(name: string, input: Readonly<Record<string, unknown>>, text = ""): Record<string, unknown> {
  return { ...(text !== "" && { text }), tool_calls: [{ name, arguments: input }] };
}

export function callsShell(cmd: string, text = ""): Record<string, unknown> {
  return calls("shell", { cmd }, text);
}

/** A docker-agent file with one agent on `s.yaml`, which has a shell and file tools, and commands as hooks. */
export function teamOf(
  hooks: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): string {
  const lists = Object.entries(hooks).map(([event, command]) => [event, [ruleOf(event, command)]]);
  const root = {
    model: "scripted/s.yaml",
    instruction: "Do what you are told.",
    toolsets: [{ type: "shell" }, { type: "filesystem" }],
    hooks: Object.fromEntries(lists),
  };
  return JSON.stringify({ agents: { root }, ...more });
}

/** Hooks around tools have matchers; the others are plain commands. */
function ruleOf(event: string, command: string): unknown {
  const hook = { type: "command", command };
  return /tool_use$|^permission_request$/.test(event) ? { matcher: "*", hooks: [hook] } : hook;
}
