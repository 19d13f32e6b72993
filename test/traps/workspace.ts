import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "smol-toml";
import { validate } from "../../src/app/validate.ts";
import type { Finding } from "../../src/errors/problem.ts";

type Fields = Readonly<Record<string, unknown>>;
/** Files of a workspace by path. Those whose text begins with "#!" are made executable. */
export type Files = Readonly<Record<string, string>>;

export const dialects = ["agh", "docker-agent", "claude", "agent-hooks"] as const;
export type Dialect = (typeof dialects)[number];

export interface Sample {
  readonly files: Files;
  /** Names of programs that exist besides those of every system. */
  readonly installed?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The name of the workspace's folder. */
  readonly folder?: string;
  readonly include?: readonly ("claude-code" | "agentao")[];
}

/** Writes a workspace and asks what is wrong with it. Only what the system itself brings and what is named is installed. */
export async function problemsOf(sample: Sample): Promise<readonly Finding[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-traps-")));
  const root = join(base, sample.folder ?? "workspace");
  const bin = join(base, "bin");
  try {
    for (const name of [...everywhere, ...(sample.installed ?? [])]) write(join(bin, name), "#!/bin/sh\n");
    for (const [path, text] of Object.entries(sample.files)) write(join(root, path), text);
    const environment = { PATH: bin, SHELL: "/bin/sh", HOME: base, ...sample.environment };
    const place = { home: join(base, "home"), workspace: root, cwd: root, environment };
    const include = sample.include ? { include: sample.include } : {};
    return (await validate({ ...place, ...include }, [])).problems;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const everywhere = ["sh", "bash", "env", "cat", "grep", "sed", "awk", "date", "mkdir", "node", "git"];

export const codesOf = (problems: readonly Finding[]): string[] => problems.map(({ code }) => code);

/** What a declaration of each dialect needs to say the same thing. */
export interface Declared {
  /** A script that the hook runs. */
  readonly script?: string;
  readonly extension?: "sh" | "mjs" | "py";
  /** What a shell is given to run; HOOK.md has no such thing. */
  readonly command?: string;
  readonly on?: "tool" | "prompt" | "stop" | "session";
  /** The pattern for the name of the tool. */
  readonly tool?: string;
  readonly fields?: Fields;
}

const events: Readonly<Record<Dialect, Readonly<Record<NonNullable<Declared["on"]>, string>>>> = {
  agh: { tool: "tool.pre_call", prompt: "input.pre_submit", stop: "turn.stopping", session: "session.pre_create" },
  "docker-agent": { tool: "pre_tool_use", prompt: "user_prompt_submit", stop: "stop", session: "session_start" },
  claude: { tool: "PreToolUse", prompt: "UserPromptSubmit", stop: "Stop", session: "SessionStart" },
  "agent-hooks": { tool: "before_tool", prompt: "before_agent", stop: "before_stop", session: "session_start" },
};

/** The same hook in each dialect. */
export const declare: Readonly<Record<Dialect, (declared: Declared) => Files>> = {
  agh({ script, extension = "sh", command, on = "tool", tool, fields }) {
    const run =
      command === undefined ? { command: `./hooks/guard.${extension}` } : { command: "sh", args: ["-c", command] };
    const declaration = {
      name: "guard",
      event: events.agh[on],
      mode: "sync",
      ...run,
      ...(tool !== undefined && { matcher: { tool_name: tool } }),
      ...fields,
    };
    return {
      ".hookline/config.toml": stringify({ hooks: { declarations: [declaration] } }),
      ...scriptAt(`hooks/guard.${extension}`, script),
    };
  },
  "docker-agent"({ script, extension = "sh", command, on = "tool", tool, fields }) {
    const hook = { type: "command", command: command ?? `./hooks/guard.${extension}`, ...fields };
    const isTool = on === "tool";
    const entry = isTool ? { ...(tool !== undefined && { matcher: tool }), hooks: [hook] } : hook;
    return {
      "hookline.yaml": JSON.stringify({ hooks: { [events["docker-agent"][on]]: [entry] } }, null, 2),
      ...scriptAt(`hooks/guard.${extension}`, script),
    };
  },
  claude({ script, extension = "sh", command, on = "tool", tool, fields }) {
    const matcher = tool === undefined ? {} : { matcher: { tool_name: tool } };
    const rule = { type: "command", command: command ?? `./hooks/guard.${extension}`, ...matcher, ...fields };
    return {
      ".hookline/hooks.json": JSON.stringify({ hooks: { [events.claude[on]]: [rule] } }, null, 2),
      ...scriptAt(`hooks/guard.${extension}`, script),
    };
  },
  "agent-hooks"({ script, extension = "sh", on = "tool", tool, fields }) {
    const front = {
      name: "guard",
      description: "Looks at what happens.",
      trigger: events["agent-hooks"][on],
      ...(tool !== undefined && { matcher: { tool } }),
      ...fields,
    };
    const entry = extension === "mjs" ? "scripts/run" : `scripts/run.${extension}`;
    return {
      ".agents/hooks/guard/HOOK.md": `---\n${yamlOf(front)}---\n\nA hook.\n`,
      ...scriptAt(`.agents/hooks/guard/${entry}`, script ?? "#!/bin/sh\ncat > /dev/null\n"),
    };
  },
};

function scriptAt(path: string, script: string | undefined): Files {
  return script === undefined ? {} : { [path]: script };
}

function yamlOf(front: Fields): string {
  return Object.entries(front)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (text.startsWith("#!")) chmodSync(path, 0o755);
}
