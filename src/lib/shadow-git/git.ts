import { spawn } from "node:child_process";
import { Problem } from "../../errors/problem.ts";

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input?: string | undefined;
  readonly signal: AbortSignal | null;
  /** Exit codes that are answers rather than failures. */
  readonly accepts?: readonly number[];
}

/** Runs git and answers with what it printed. Throws a Problem with git's own words when it fails. */
export function runGit({ args, cwd, environment, input, signal, accepts = [0] }: GitCall): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { cwd, env: { ...environment }, windowsHide: true, ...(signal ? { signal } : {}) };
  const child = spawn("git", args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const output: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  child.on("error", (error: NodeJS.ErrnoException) => {
    if (error.name === "AbortError") reject(error);
    else reject(new Problem("GIT_UNAVAILABLE", { why: error.message }, { cause: error }));
  });
  child.on("close", (code, killedBy) => {
    if (code !== null && accepts.includes(code)) return resolve(Buffer.concat(output));
    const words = Buffer.concat(said).toString("utf8").trim();
    const why = words || (killedBy ? `it was ended by ${killedBy}` : `it exited with ${code}`);
    reject(new Problem("SNAPSHOT_GIT_FAILED", { command: commandOf(args), why }));
  });
  child.stdin.end(input);
  return promise;
}

/** The environment without what tells git which repository to use, or what to run: somebody else meant that for theirs. */
export function withoutGitVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name)));
}

function commandOf(args: readonly string[]): string {
  return args.find((arg, at) => !arg.startsWith("-") && args[at - 1] !== "-c") ?? "";
}
