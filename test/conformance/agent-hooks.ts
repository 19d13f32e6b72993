import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type AgentHooksManager, type AgentHooksOptions, openAgentHooks } from "../../src/app/agent-hooks-manager.ts";
import { type LoadedHooks, type LoadRequest, loadHooks } from "../../src/sources/load-hooks.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One hook's directory: its frontmatter, and the shell lines of its script. */
export interface HookDirectory {
  /** Fields besides name, description and trigger; a text is the whole HOOK.md. */
  readonly hook?: Fields | string;
  /** What `scripts/run.sh` does, below `#!/bin/bash`; null for no script. */
  readonly sh?: string | null;
  /** Further files of the directory, by path; those under scripts/ can be run. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface HooksTree {
  readonly directory: string;
  readonly home: string;
  readonly root: string;
  /** The folder of the user's hooks. */
  readonly userFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly request: (changes?: Partial<LoadRequest>) => LoadRequest;
  readonly load: (changes?: Partial<LoadRequest>) => LoadedHooks;
  readonly open: (options?: AgentHooksOptions) => AgentHooksManager;
  readonly write: (path: string, text: string) => string;
}

/** Hooks of a user and of a workspace on disk, removed when the test is over. */
export function hooksTree(
  project: Readonly<Record<string, HookDirectory>>,
  user: Readonly<Record<string, HookDirectory>> = {},
): HooksTree {
  const directory = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline agent hooks-")));
  const opened: AgentHooksManager[] = [];
  onTestFinished(async () => {
    for (const manager of opened) await manager.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const home = join(directory, "home");
  const root = join(directory, "workspace");
  const userFolder = join(directory, "config", "agents", "hooks");
  mkdirSync(home);
  mkdirSync(root);
  const write = (path: string, text: string): string => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (/[/\\]scripts[/\\]/.test(file)) chmodSync(file, 0o755);
    return file;
  };
  for (const [folder, hooks] of [
    ["workspace/.agents/hooks", project],
    ["config/agents/hooks", user],
  ] as const) {
    for (const [name, { hook = {}, sh = "", files = {} }] of Object.entries(hooks)) {
      write(`${folder}/${name}/HOOK.md`, typeof hook === "string" ? hook : hookMd({ name, ...hook }));
      if (sh !== null) write(`${folder}/${name}/scripts/run.sh`, `#!/bin/bash\n${sh}\n`);
      for (const [path, text] of Object.entries(files)) write(`${folder}/${name}/${path}`, text);
    }
  }
  const environment = { ...process.env, XDG_CONFIG_HOME: join(directory, "config") };
  const request = (changes: Partial<LoadRequest> = {}): LoadRequest => {
    const workspace = resolveWorkspace(root, { home, cwd: root });
    return { home, workspace, cwd: root, environment, trust: "unchecked", ...changes };
  };
  return {
    directory,
    home,
    root,
    userFolder,
    environment,
    request,
    load: (changes) => loadHooks(request(changes)),
    open: (options) => {
      const manager = openAgentHooks(request(), options);
      opened.push(manager);
      return manager;
    },
    write,
  };
}

/** A HOOK.md with these fields; JSON is YAML too. */
export function hookMd(fields: Fields, body = ""): string {
  const all = { name: "a-hook", description: "A hook of a test.", trigger: "before_tool", ...fields };
  const lines = Object.entries(all).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n${body}`;
}

/** A shell line that prints an answer. */
export const says = (answer: unknown): string => `printf '%s' '${JSON.stringify(answer).replaceAll("'", `'\\''`)}'`;

/** The tool call that most tests are about. */
export const shellCall = (command: string): Fields => ({ tool_name: "Shell", tool_input: { command } });

/** The codes of what was found, each with its severity. */
export const codesOf = ({ findings }: Pick<LoadedHooks, "findings">): string[] =>
  findings.map(({ code, severity }) => `${severity} ${code}`);
