import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operator } from "../../src/agent/live-event.ts";
import { type Agent, openAgent } from "../../src/app/agent/open-agent.ts";
import { type Hookline, openHookline } from "../../src/app/open-hookline.ts";
import { type Place, placeOf } from "../../src/app/place.ts";
import { contracts } from "../../src/catalog/catalog.ts";
import type { Invocation } from "../../src/cli/command.ts";
import { enterWorktree } from "../../src/cli/run/worktree.ts";
import { agentHookEvents } from "../../src/dialects/agent-hooks/events.ts";
import { claudeEvents } from "../../src/dialects/claude/events.ts";
import { dockerEvents } from "../../src/dialects/docker-agent/events.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import { createSessionGrants } from "../../src/runtime/approval/session-grants.ts";
import { specFields } from "./spec-fields.ts";

/*
 * One scripted session that reaches every event of the loop, in a real repository, with a process as a hook for every event of
 * every dialect. The golden file has every event in the order it fired, with its ids, and below it the hooks that ran. Run
 * with UPDATE_GOLDEN=1 to write it anew, and read the difference.
 */
const golden = join(import.meta.dirname, "..", "fixtures", "golden-trace", "trace.txt");
const loopEvents = contracts.filter(({ firedBy }) => firedBy !== null).map(({ name }) => name);

const script = `
context_limit: 2000
compaction_summary: They looked at the files and wrote one.
answers:
  - text: I look around and write.
    chunk: 12
    thought: Let me see.
    usage: { input_tokens: 100, output_tokens: 20 }
    tool_calls:
      - { id: read, name: read_file, arguments: { path: a.txt } }
      - { id: write, name: write_file, arguments: { path: b.txt, content: "b" } }
      - { id: refused, name: shell, arguments: { cmd: "rm -rf /" } }
      - { id: broken, name: edit_file, arguments: { path: missing.txt, edits: [{ oldText: x, newText: y }] } }
  - text: Somebody else should check.
    tool_calls:
      - { id: task, name: transfer_task, arguments: { agent: checker, task: Check a.txt. } }
  - text: Done.
  - text: Now it is tested.
  - text: And the follow-up is done.
  - tool_calls: [{ id: again, name: read_file, arguments: { path: a.txt } }]
  - text: Beyond the limit.
  - error: { code: refused, message: No more credit., times: 9 }
  - text: After the resume.
agents:
  checker:
    answers:
      - text: Checked.
`;

const agents = `
agents:
  root:
    model: scripted/script.yaml
    instruction: Do what you are told.
    toolsets: [{ type: filesystem }, { type: shell }]
    sub_agents: [checker]
  checker:
    model: scripted/script.yaml
    description: Checks things.
    instruction: Check.
`;

let directory: string;
let root: string;
let log: string;
let trace: string[];
let hookline: Hookline;

beforeAll(async () => {
  directory = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline-golden-")));
  root = join(directory, "repository");
  log = join(directory, "log");
  mkdirSync(log, { recursive: true });
  write("a.txt", "word ".repeat(40));
  write("script.yaml", script);
  write("agents.yaml", agents);
  writeHooks();
  git("init", "-q", "-b", "main");
  git("add", "a.txt");
  git("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-qm", "First");
  trace = await playEverything();
}, 120_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("a session that reaches every event of the loop", () => {
  it("fires all 44 of them", () => {
    expect(loopEvents).toHaveLength(44);
    const fired = new Set(trace.filter((line) => !line.startsWith(" ")).map((line) => line.split(" ")[0]));
    expect([...fired].sort()).toEqual([...loopEvents].sort());
  });

  it("fires them in the order of the golden file, with these ids, to these hooks", async () => {
    const text = `${trace.join("\n")}\n`;
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, "utf8"));
  });

  it.each([
    ["agh", loopEvents.map((event) => event as string)],
    ["docker-agent", dockerEvents.map(({ name }) => name)],
    ["claude", claudeEvents.filter(({ shape }) => shape !== null).map(({ name }) => name)],
    [
      "agent-hooks",
      agentHookEvents.filter(({ event, alias }) => event !== null && alias !== null).map(({ name }) => name),
    ],
  ])("every event of %s reached its process under its own name", (dialect, names) => {
    expect([...new Set(received(dialect).map(ownName))].sort()).toEqual([...names].sort());
  });

  it.each(specFields)("what %s hooks read on %s has all its fields", (dialect, event, fields) => {
    const payloads = received(dialect).filter((payload) => ownName(payload) === event);
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads) expect(Object.keys(payload)).toEqual(expect.arrayContaining([...fields]));
  });
});

/** What the hooks of a dialect have read. */
function received(dialect: string): Readonly<Record<string, unknown>>[] {
  const files = readdirSync(log).filter((file) => file.startsWith(`${dialect}.`));
  return files.map((file) => JSON.parse(readFileSync(join(log, file), "utf8")));
}

/** What a dialect calls the event in what its hooks read. */
function ownName(payload: Readonly<Record<string, unknown>>): unknown {
  return payload.hook_event_name ?? payload.event_type ?? payload.event;
}

async function playEverything(): Promise<string[]> {
  const lines: string[] = [];
  const home = join(directory, "home");
  const environment = { PATH: process.env.PATH, HOME: directory, HOOKLINE_HOME: home };
  const invocation = {
    flags: { worktree: "golden" },
    args: [],
    format: "human" as const,
    workspace: null,
    terminal: { out: () => undefined, err: () => undefined, width: 80, color: false },
    world: { env: environment, cwd: root, readStdin: async () => "", signal: null },
  };
  const asked: Place = {
    ...placeOf(environment, root, null),
    trust: "unchecked",
    agentFiles: [join(root, "agents.yaml")],
  };
  // Only a part of an invocation is needed, which its type cannot say.
  const at = await enterWorktree(invocation as unknown as Invocation, asked);
  const opened = await openHookline(at.place, (what) => lines.push(`warning ${what}`));
  hookline = { ...opened, engine: traced(opened.engine, lines) };
  await at.announce(hookline, "root");
  const agent = await openAgent({
    place: at.place,
    hookline,
    files: [join(root, "agents.yaml")],
    agent: null,
    models: [],
    allowedPaths: [],
  });
  await play(agent, at.cwd);
  await agent[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  return withoutRandomIds(lines);
}

async function play(agent: Agent, cwd: string): Promise<void> {
  const operator: Operator = {
    confirm: async ({ tool_call_id }) =>
      tool_call_id === "refused" ? { kind: "reject", reason: "Never." } : { kind: "approve" },
    extendLimit: async () => true,
  };
  const options = { operator, grants: createSessionGrants() };
  const session = await agent.start(options, { cwd, name: "golden" });
  let isSteered = false;
  session.watch((event) => {
    // While the second step runs, so that it is taken in behind it.
    if (event.kind === "tool_called" && event.tool_call_id === "task" && !isSteered)
      isSteered = session.steer("Be quick.");
  });
  session.followUp("Then do this.");
  await session.submit("Look around.");
  await session.compact("Keep the names.");
  await session.stop("prompt_input_exit");

  const limited = await agent.resume({ ...options, maxIterations: 1 }, session.record().id);
  await limited.submit("Once more.");
  await limited.submit("This fails.");
  await limited.clear();
  await limited.submit("Still there?");
  await limited.stop("prompt_input_exit");
}

/** Fires events one at a time and notes what came of each; async hooks have their turn before the next one. */
function traced(engine: Engine, lines: string[]): Engine {
  const fire: Engine["fire"] = (event, payload, options) => {
    const at = lines.push("") - 1;
    const done = (async () => {
      const runs: string[] = [];
      const verdict = await engine.fire(event, payload, {
        ...options,
        trace: ({ hook, outcome }) => void runs.push(`    ${hook.dialect} ${nameOf(hook)} ${outcome}`),
      });
      await engine.idle();
      lines[at] = [headline(event, payload), ...runs].join("\n");
      return verdict;
    })();
    return done;
  };
  return { ...engine, fire };
}

/** Hooks are named after the event in their own dialect; Claude-shaped ones have no name. */
function nameOf({ dialect, event, name }: Hook): string {
  return dialect === "claude" ? (claudeEvents.find((known) => known.event === event)?.name ?? name) : name;
}

function headline(event: string, payload: Readonly<Record<string, unknown>>): string {
  const ids = ["session_id", "turn_id", "message_id", "tool_call_id", "request_id", "sequence"].map(
    (key) => payload[key],
  );
  const words = [
    "record_type",
    "source",
    "trigger",
    "reason",
    "code",
    "switch_kind",
    "decision_source",
    "waiting_for",
    "agent_name",
  ];
  const facts = words
    .filter((key) => typeof payload[key] === "string" && payload[key] !== "")
    .map((key) => `${key}=${payload[key]}`);
  const shown = [...ids.filter((id) => id !== undefined && id !== null), ...facts];
  return [event, ...shown].join(" ").replaceAll("\n", " ");
}

function withoutRandomIds(lines: readonly string[]): string[] {
  const text = lines.join("\n");
  const ids = [...new Set(text.match(/sess_[0-9a-f]{12}/g) ?? [])];
  return ids
    .reduce((so, id, at) => so.replaceAll(id, `S${at + 1}`), text)
    .replaceAll(directory, "{directory}")
    .split("\n");
}

/** A hook for every event of every dialect: each keeps what it reads in a file of its own. */
function writeHooks(): void {
  const keep = join(directory, "keep.sh");
  write(keep, `cat > "${log}/$1.$$.$(date +%s%N)"\n`);
  const declared = loopEvents.map((event) => {
    const mode = contracts.find(({ name }) => name === event)?.sync ? "sync" : "async";
    return `[[hooks.declarations]]\nname = "${event}"\nevent = "${event}"\nmode = "${mode}"\ncommand = "sh"\nargs = ["${keep}", "agh"]\n`;
  });
  write(".hookline/config.toml", declared.join("\n"));
  const command = (name: string) => ({ name, type: "command", command: `sh '${keep}' docker-agent` });
  const docker = dockerEvents.map(({ name, toolPath }) => [
    name,
    toolPath === null ? [command(name)] : [{ matcher: "*", hooks: [command(name)] }],
  ]);
  write("hookline.yaml", JSON.stringify({ hooks: Object.fromEntries(docker) }));
  const claude = claudeEvents
    .filter(({ shape }) => shape !== null)
    .map(({ name }) => [
      name,
      [{ type: "command", command: name === "Stop" ? refuseFirstStop(keep) : `sh '${keep}' claude` }],
    ]);
  write(".hookline/hooks.json", JSON.stringify({ hooks: Object.fromEntries(claude) }));
  for (const { name, event, alias } of agentHookEvents) {
    if (event === null || alias === null) continue;
    const folder = `.agents/hooks/${name.replaceAll("_", "-")}`;
    write(
      `${folder}/HOOK.md`,
      `---\nname: ${name.replaceAll("_", "-")}\ndescription: Keeps it.\ntrigger: ${name}\n---\n`,
    );
    write(`${folder}/scripts/run.sh`, `#!/bin/sh\nsh '${keep}' agent-hooks\n`, 0o755);
  }
}

/** Lets the agent stop, unless it says no more than that it is done. */
function refuseFirstStop(keep: string): string {
  const refuse = "{ echo 'Run the tests first.' >&2; exit 2; }";
  return `read=$(cat); printf %s "$read" | sh '${keep}' claude; case "$read" in *'"Done."'*) ${refuse} ;; esac`;
}

function write(path: string, text: string, mode = 0o644): void {
  const file = path.startsWith("/") ? path : join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: root, stdio: "ignore" });
}
