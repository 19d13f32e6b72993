import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "smol-toml";
import { createExecutors } from "../../src/app/executors.ts";
import { aboutBuiltins } from "../../src/app/read-hooks.ts";
import { createWorld } from "../../src/app/world.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { createEngine, type Engine, type EngineOptions, type FireOptions } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { RunRecord } from "../../src/engine/run.ts";
import type { Verdict } from "../../src/engine/verdict.ts";
import { type LoadedHooks, type LoadRequest, loadHooks } from "../../src/sources/load-hooks.ts";
import { resolveWorkspace, type Workspace } from "../../src/sources/workspace.ts";

/** One entry of `[[hooks.declarations]]`; `sh` is run by /bin/sh. */
export interface Declared {
  readonly name: string;
  readonly event: EventName;
  readonly sh?: string;
  readonly [field: string]: unknown;
}

export interface TestWorkspace {
  readonly root: string;
  readonly home: string;
  readonly workspace: Workspace;
  readonly loaded: LoadedHooks;
  readonly engine: Engine;
  readonly records: RunRecord[];
  /** Fires an event whose payload the test spells out, without the compiler's help. */
  readonly fire: (event: EventName, payload: Record<string, unknown>, options?: FireOptions) => Promise<Verdict>;
  readonly close: () => Promise<void>;
}

export interface TestWorkspaceOptions {
  /** Declarations of the workspace's config file, or of the user's with `global`. */
  readonly hooks?: readonly Declared[];
  readonly global?: readonly Declared[];
  /** The workspace's hookline.yaml: a text, or what it says. */
  readonly yaml?: unknown;
  /** Files of the user's hooks.d, by name: texts, or what they say. */
  readonly fragments?: Readonly<Record<string, unknown>>;
  /** Further files of the workspace, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** What else is known when hooks are loaded. */
  readonly request?: Partial<LoadRequest>;
  readonly natives?: readonly Hook[];
  readonly engine?: Partial<EngineOptions>;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A real workspace in a directory of its own: declarations on disk, hooks as processes, every run recorded. */
export function openTestWorkspace(options: TestWorkspaceOptions): TestWorkspace {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")));
  const root = join(directory, "workspace");
  const home = join(directory, "home");
  write(join(root, ".hookline/config.toml"), configToml(options.hooks ?? []));
  write(join(home, "config.toml"), configToml(options.global ?? []));
  if (options.yaml !== undefined) write(join(root, "hookline.yaml"), yamlOf(options.yaml));
  for (const [name, said] of Object.entries(options.fragments ?? {})) write(join(home, "hooks.d", name), yamlOf(said));
  for (const [path, text] of Object.entries(options.files ?? {})) write(join(root, path), text);

  const environment = options.environment ?? process.env;
  const workspace = resolveWorkspace(root, { home, cwd: root });
  // What the hooks of these tests are is not in question; test/trust is about that.
  const known = { ...aboutBuiltins, trust: "unchecked" as const };
  // Whoever runs the tests may have Agent Hooks of their own.
  const ours = { ...environment, XDG_CONFIG_HOME: join(directory, "config") };
  const loaded = loadHooks({ home, workspace, cwd: root, environment: ours, ...known, ...options.request });
  const records: RunRecord[] = [];
  const executors = createExecutors({ environment, world: createWorld({ home, environment }) });
  const engine = createEngine({
    hooks: [...loaded.hooks, ...(options.natives ?? [])],
    broken: loaded.broken,
    executors: executors.table,
    record: (record) => records.push(record),
    ...options.engine,
  });
  return {
    root,
    home,
    workspace,
    loaded,
    engine,
    records,
    fire: async (event, payload, firing) => engine.fire(event, payload as never, firing),
    close: async () => {
      await engine.close();
      await executors.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Says which hooks of a verdict came to what, in order: `["first:applied", "second:denied"]`. */
export function outcomesOf({ runs }: Pick<Verdict, "runs">): string[] {
  return runs.map((run) => `${run.hook_name}:${run.outcome}`);
}

/** A shell line that prints one patch. */
export function printing(patch: unknown): string {
  return `printf '%s' '${JSON.stringify(patch).replaceAll("'", `'\\''`)}'`;
}

/** JSON is YAML too. */
function yamlOf(said: unknown): string {
  return typeof said === "string" ? said : JSON.stringify(said, null, 2);
}

function configToml(hooks: readonly Declared[]): string {
  const declarations = hooks.map(({ sh, ...declaration }) =>
    sh === undefined ? declaration : { command: "/bin/sh", args: ["-c", sh], ...declaration },
  );
  return stringify({ hooks: { declarations } });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
