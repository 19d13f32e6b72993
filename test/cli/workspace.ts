import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../src/cli/run-cli.ts";

export const repository = join(import.meta.dirname, "..", "..");

/** A copy of the example workspace and an empty home, gone when disposed. */
export interface TestWorkspace extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function openTestWorkspace(): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-cli-")));
  const root = join(base, "guarded-repo");
  const home = join(base, "home");
  cpSync(join(repository, "examples", "guarded-repo"), root, { recursive: true });
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
}

/** Runs a command line in this process. */
export async function hookline(
  workspace: TestWorkspace,
  argv: readonly string[],
  call: CliCall = {},
): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const { env = {}, stdin = "", width = 100, color = false, cwd = workspace.root } = call;
  const exitCode = await runCli(
    argv,
    { out: (text) => out.push(text), err: (text) => err.push(text), width, color },
    {
      env: { ...workspace.env, ...env },
      cwd,
      readStdin: async () => stdin,
      signal: null,
    },
  );
  return { stdout: out.join(""), stderr: err.join(""), exitCode };
}
