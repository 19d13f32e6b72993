import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { reviewTrust, trust, undecided } from "../../src/app/trust.ts";
import { runCli } from "../../src/cli/run-cli.ts";

export const repository = join(import.meta.dirname, "..", "..");

/** A copy of a workspace and an empty home, gone when disposed. */
export interface TestWorkspace extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Trusts everything in the workspace, and in the files that a command line names, as somebody would who has looked at it. */
export async function trustAll(
  { root, home, env }: TestWorkspace,
  argv: readonly string[] = [],
  cwd = root,
): Promise<void> {
  const named = (flag: string) =>
    argv.flatMap((word, at) => (argv[at - 1] === flag && word !== undefined ? [resolve(cwd, word)] : []));
  const review = reviewTrust({
    home: resolve(cwd, env.HOOKLINE_HOME ?? home),
    workspace: root,
    cwd: root,
    environment: env,
    include: ["claude-code", "agentao"],
    agentFiles: named("--agent-file"),
    pluginDirs: named("--plugin-dir"),
  });
  await trust(review, undecided(review));
}

const small = join(repository, "test", "fixtures", "guarded-repo");

/** Without a word a small workspace with eight hooks, so that the example of the demo can grow without a change here. */
export function openTestWorkspace(original = small): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-cli-")));
  const root = join(base, "guarded-repo");
  const home = join(base, "home");
  cpSync(original, root, { recursive: true });
  mkdirSync(home);
  const { PATH, TMPDIR } = process.env;
  return {
    root,
    home,
    env: { PATH, TMPDIR, HOME: base, HOOKLINE_HOME: home },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface CliCall {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly width?: number;
  readonly color?: boolean;
  readonly cwd?: string;
  /** False leaves the hooks of the workspace as nobody has looked at them; by default they are trusted first. */
  readonly trusts?: boolean;
  /** What a person at the terminal answers; without it there is none. */
  readonly answers?: readonly string[];
}

/** Runs a command line in this process. */
export async function hookline(
  workspace: TestWorkspace,
  argv: readonly string[],
  call: CliCall = {},
): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const { env = {}, stdin = "", width = 100, color = false, cwd = workspace.root, trusts = true } = call;
  const answers = call.answers && [...call.answers];
  if (trusts) await trustAll({ ...workspace, env: { ...workspace.env, ...env } }, argv, cwd);
  const exitCode = await runCli(
    argv,
    { out: (text) => out.push(text), err: (text) => err.push(text), width, color },
    {
      env: { ...workspace.env, ...env },
      cwd,
      readStdin: async () => stdin,
      ...(answers && {
        ask: async (question: string) => {
          out.push(question);
          return answers.shift() ?? "";
        },
      }),
      signal: null,
    },
  );
  return { stdout: out.join(""), stderr: err.join(""), exitCode };
}
