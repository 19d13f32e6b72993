import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionRecord } from "../../src/agent/session.ts";
import { openSessionStore } from "../../src/app/sessions/open-session-store.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";
import type { LocalSessionStore } from "../../src/store/sessions/local-session-store.ts";
import { everyEntry, numbered, sampleEntries, sampleSession } from "../../src/store/sessions/sample-session.fixture.ts";
import { type CliCall, hookline, openTestWorkspace, type TestWorkspace } from "./workspace.ts";

const program = join(import.meta.dirname, "session-owner.fixture.ts");

let workspace: TestWorkspace;
let store: LocalSessionStore;
const children: ChildProcess[] = [];

beforeEach(() => {
  workspace = openTestWorkspace();
  store = openSessionStore({ home: workspace.home, environment: {} });
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await store.close();
  workspace[Symbol.dispose]();
});

const cli = (argv: string, call: CliCall = {}) => hookline(workspace, argv.split(" "), { trusts: false, ...call });
const ids = (stdout: string) => (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);

async function create(changes: Partial<SessionRecord> = {}, minute = 0): Promise<void> {
  const { id, root } = resolveWorkspace(null, { home: workspace.home, cwd: workspace.root });
  await store.create(sampleSession({ workspace_id: id, workspace: root, cwd: root, ...changes }, minute));
}

async function startOwner(id: string, whenTold: "stop" | "die" | "ignore"): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, workspace.home, id, whenTold], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** A session whose process was killed while two calls were under way. */
async function createKilled(changes: Partial<SessionRecord> = {}): Promise<void> {
  await create(changes);
  const id = changes.id ?? "sess_1";
  const call = (tool_call_id: string) => ({
    type: "tool_call" as const,
    content: { tool_call_id, tool_name: "shell", arguments: "{}", agent: "coder" },
  });
  await store.append([...sampleEntries(id, 1, 1), numbered(id, 2, call("call_1")), numbered(id, 3, call("call_2"))]);
  await kill(await startOwner(id, "die"));
}

describe("hookline sessions", () => {
  it("lists the sessions that were begun here, oldest first; --all those elsewhere and the delegated as well", async () => {
    await create({ id: "old", state: "stopped" }, 1);
    await create({ id: "new" }, 2);
    await create({ id: "child", parent_id: "new" }, 3);
    await create({ id: "elsewhere", workspace_id: "ws_other", workspace: "/elsewhere" }, 4);
    expect(ids((await cli("sessions -o json")).stdout)).toEqual(["old", "new"]);
    expect(ids((await cli("sessions list --all -o json")).stdout)).toEqual(["old", "new", "child", "elsewhere"]);
    expect(ids((await cli("sessions --all --workspace . -o json")).stdout)).toEqual(["old", "new", "child"]);
    expect(ids((await cli("sessions --state stopped -o json")).stdout)).toEqual(["old"]);
    expect(ids((await cli("sessions --last 1 -o json")).stdout)).toEqual(["new"]);
    expect(ids((await cli("sessions --all --last 0 -o json")).stdout)).toHaveLength(4);
  });

  it("shows id, name, agent, state, turns, age and cost", async () => {
    const totals = { turns: 3, steps: 9, tool_calls: 12, input_tokens: 5_000, output_tokens: 400, cost: 0.125 };
    await create({ totals });
    await create({ id: "sess_2", state: "stopped", totals: { ...totals, turns: 1, cost: null } }, 1);
    const { stdout } = await cli("sessions");
    const [header, first, second] = stdout.split("\n");
    expect(header?.split(/\s{2,}/)).toEqual(["Session", "Name", "Agent", "State", "Turns", "Age", "Cost"]);
    expect(first).toMatch(/^sess_1 +Fix the tests +coder +active +3 +\d+d +\$0\.13$/);
    expect(second).toMatch(/^sess_2 +Fix the tests +coder +stopped +1 +\d+d +-$/);
  });

  it("tells a session that runs from one whose process was killed", async () => {
    await create();
    const child = await startOwner("sess_1", "die");
    expect((await cli("sessions")).stdout).toContain("active");
    expect(JSON.parse((await cli("sessions -o json")).stdout)).toMatchObject([
      { owner: { pid: child.pid, is_alive: true } },
    ]);
    await kill(child);
    expect((await cli("sessions")).stdout).toContain("cut off");
    expect(JSON.parse((await cli("sessions -o json")).stdout)).toMatchObject([
      { state: "active", owner: { pid: child.pid, is_alive: false } },
    ]);
  });

  it.each([40, 80])("fits %i columns", async (width) => {
    await create({ name: "A rather long name that somebody gave to this session" });
    await store.append(everyEntry.map((entry, at) => numbered("sess_1", at + 1, entry)));
    for (const argv of ["sessions", "sessions show sess_1"]) {
      const lines = (await cli(argv, { width })).stdout.split("\n");
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    }
  });
});

describe("hookline sessions show", () => {
  it("prints the transcript for people; the beginning of the id is enough", async () => {
    await create();
    await store.append(everyEntry.map((entry, at) => numbered("sess_1", at + 1, entry)));
    const { stdout, exitCode } = await cli("sessions show sess");
    expect(exitCode).toBe(0);
    expect(stdout.slice(stdout.indexOf("\n\n") + 2)).toBe(
      [
        "user        Go",
        "thought     Let me see…",
        "coder       Zeichen: ü 漢 🎉  \ud800  [cut off]",
        'call        shell {"cmd":"npm test"',
        'allowed     yolo is on, run with {"cmd":"npm test -- --run"}',
        "result      ok",
        "usage       scripted/demo.yaml: 1200 tokens in, 30 out, $0.01",
        "system      The conversation was shortened (manual). Summary: …",
        "system      The conversation begins anew here.",
        "system      reviewer takes over from coder (handoff).",
        "system      tester was given a task in session sess_2: Run the tests",
        "system      limiter changed what the agent reads of call call_1: short",
        "system      The process that ran this session had been killed. 1 call was interrupted.",
        "error       The model gave no answer. (MODEL_UNREACHABLE)",
        "turn ended  normal",
        "",
        "stopped     prompt_input_exit",
        "",
      ].join("\n"),
    );
  });

  it("shortens long texts unless --full is given", async () => {
    await create();
    const text = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
    const content = { tool_call_id: "c", tool_name: "shell", text, is_error: false, outcome: "ran" as const };
    await store.append([numbered("sess_1", 1, { type: "tool_result", content })]);
    const short = (await cli("sessions show sess_1")).stdout;
    expect(short).toContain("line 5\n");
    expect(short).not.toContain("line 6\n");
    expect(short).toContain("more characters; --full shows them");
    expect((await cli("sessions show sess_1 --full")).stdout).toContain("line 49");
  });

  it("prints everything as JSON, and the entries one per line as jsonl", async () => {
    await create();
    const entries = everyEntry.map((entry, at) => numbered("sess_1", at + 1, entry));
    await store.append(entries);
    const json = JSON.parse((await cli("sessions show sess_1 -o json")).stdout) as object;
    expect(json).toEqual({ session: { ...(await store.get("sess_1")), owner: null }, entries });
    const lines = (await cli("sessions show sess_1 -o jsonl")).stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(entries);
  });

  it("refuses the beginning of several ids", async () => {
    await create({ id: "sess_1" });
    await create({ id: "sess_2" });
    const { stderr, exitCode } = await cli("sessions show sess");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("sess_1, sess_2");
  });
});

describe("hookline sessions stop", () => {
  it("closes the transcript of a killed session, once", async () => {
    await createKilled();
    const { stdout, exitCode } = await cli("sessions stop sess_1");
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      "Session sess_1 is stopped. No process ran it any more. 2 tool calls have no known result; the transcript says so.\n",
    );
    expect(await store.get("sess_1")).toMatchObject({ state: "stopped", stop_reason: "interrupted" });
    expect((await store.entries("sess_1", 4)).map(({ type, content }) => ({ type, content }))).toMatchObject([
      { type: "tool_result", content: { tool_call_id: "call_1", outcome: "interrupted" } },
      { type: "tool_result", content: { tool_call_id: "call_2", outcome: "interrupted" } },
      { type: "system", content: { kind: "recovered", interrupted_calls: ["call_1", "call_2"] } },
      { type: "done", content: { reason: "interrupted" } },
      { type: "session_stopped", content: { reason: "interrupted" } },
    ]);
    expect(await store.owner("sess_1")).toBeNull();
    expect((await cli("sessions stop sess_1")).stdout).toBe("Session sess_1 had been stopped before.\n");
    expect(await store.entries("sess_1")).toHaveLength(8);
  });

  it("closes the sessions that a killed one delegated to as well", async () => {
    await createKilled();
    await createKilled({ id: "child", parent_id: "sess_1" });
    await create({ id: "finished", parent_id: "sess_1", state: "stopped" });
    const { stdout } = await cli("sessions stop sess_1 -o json");
    expect(JSON.parse(stdout)).toEqual({
      session_id: "sess_1",
      how: "closed",
      pid: null,
      interrupted_calls: ["call_1", "call_2", "call_1", "call_2"],
      closed: ["child", "sess_1"],
    });
  });

  it("tells the process that runs it, and waits for it", async () => {
    await create();
    const child = await startOwner("sess_1", "stop");
    const { stdout } = await cli("sessions stop sess_1");
    expect(stdout).toBe(`Process ${child.pid} has stopped session sess_1.\n`);
    expect(await store.entries("sess_1")).toEqual([]);
  });

  it("closes the session itself when the process ends without doing so", async () => {
    await create();
    const child = await startOwner("sess_1", "die");
    const { stdout } = await cli("sessions stop sess_1");
    expect(stdout).toBe(`Session sess_1 is stopped. Process ${child.pid} ended without closing it.\n`);
    expect(await store.get("sess_1")).toMatchObject({ state: "stopped" });
  });

  it("gives up on a process that does not listen, and says what to do", async () => {
    await create();
    const child = await startOwner("sess_1", "ignore");
    const { stderr, exitCode } = await cli("sessions stop sess_1 --wait 50ms");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Process ${child.pid} was told to stop session sess_1, but still runs after 0.05 s.`);
    expect(stderr).toContain(`kill -9 ${child.pid}`);
    expect(await store.get("sess_1")).toMatchObject({ state: "active" });
  });

  it("does not end a whole process for a session that another one delegated to", async () => {
    await create({ parent_id: "sess_0" });
    const child = await startOwner("sess_1", "die");
    const { stderr, exitCode } = await cli("sessions stop sess_1");
    expect(exitCode).toBe(1);
    expect(stderr).toContain('run "hookline sessions stop sess_0" to stop both');
    expect(child.exitCode).toBeNull();
  });
});

describe("hookline sessions clear", () => {
  it("adds to the transcript that the conversation begins anew, once", async () => {
    await create();
    await store.append([
      ...sampleEntries("sess_1", 1, 1),
      numbered("sess_1", 2, { type: "done", content: { reason: "normal" } }),
    ]);
    expect((await cli("sessions clear sess_1")).stdout).toBe(
      "The conversation of session sess_1 begins anew. Its transcript is kept.\n",
    );
    expect((await store.entries("sess_1")).at(-1)).toMatchObject({
      sequence: 3,
      type: "system",
      content: { kind: "cleared" },
    });
    expect((await cli("sessions clear sess_1")).stdout).toBe("Session sess_1 had been cleared before.\n");
    expect(await store.owner("sess_1")).toBeNull();
  });

  it("is refused while another process runs the session", async () => {
    await create();
    const child = await startOwner("sess_1", "die");
    const { stderr, exitCode } = await cli("sessions clear sess_1");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Session sess_1 is run by process ${child.pid} at the moment.`);
    expect(await store.entries("sess_1")).toEqual([]);
  });

  it("closes what a killed process left open first", async () => {
    await createKilled();
    expect(JSON.parse((await cli("sessions clear sess_1 -o json")).stdout)).toEqual({
      session_id: "sess_1",
      cleared: true,
      interrupted_calls: ["call_1", "call_2"],
    });
    const types = (await store.entries("sess_1", 4)).map(({ type }) => type);
    expect(types).toEqual(["tool_result", "tool_result", "system", "done", "system"]);
  });
});

describe("hookline sessions remove", () => {
  beforeEach(async () => {
    await create();
    await create({ id: "child", parent_id: "sess_1" });
    await store.append(sampleEntries("sess_1", 1, 2));
  });
  const left = async () => (await store.list()).map(({ id }) => id);

  it("asks, and does it when the answer is yes", async () => {
    const { stdout, exitCode } = await cli("sessions remove sess_1", { answers: ["y"] });
    expect(stdout).toBe(
      "Remove session sess_1 (Fix the tests) and 1 it delegated to, with 2 entries? It cannot be taken back. [y/N] Session sess_1 is removed.\n",
    );
    expect(exitCode).toBe(0);
    expect(await left()).toEqual([]);
  });

  it("leaves it when the answer is anything else", async () => {
    const { stdout, exitCode } = await cli("sessions remove sess_1", { answers: [""] });
    expect(stdout).toContain("Session sess_1 was left as it is.");
    expect(exitCode).toBe(1);
    expect(await left()).toHaveLength(2);
  });

  it("needs --yes where nobody can be asked", async () => {
    const { stderr, exitCode } = await cli("sessions remove sess_1");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Add --yes");
    expect(await left()).toHaveLength(2);
    expect(JSON.parse((await cli("sessions remove sess_1 --yes -o json")).stdout)).toEqual({
      session_id: "sess_1",
      name: "Fix the tests",
      delegated: ["child"],
      entries: 2,
      removed: true,
    });
    expect(await left()).toEqual([]);
  });

  it("is refused while a process runs it, or one that it delegated to", async () => {
    const child = await startOwner("child", "die");
    const { stderr, exitCode } = await cli("sessions remove sess_1 --yes");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Session child is run by process ${child.pid}`);
    expect(await left()).toHaveLength(2);
  });
});

describe("secrets", () => {
  it("the value of a secret variable is never written down, and what only looks like one is", async () => {
    const environment = { DEPLOY_TOKEN: 'tok"en-4711-abcdef' };
    const safe = openSessionStore({ home: workspace.home, environment });
    await create();
    const input = JSON.stringify({ cmd: `curl -H ${environment.DEPLOY_TOKEN}` });
    const content = { tool_call_id: "c", tool_name: "shell", arguments: input, agent: "coder" };
    await safe.append([
      numbered("sess_1", 1, { type: "tool_call", content }),
      numbered("sess_1", 2, { type: "thought", content: { text: "password=looks-like-one", agent: "coder" } }),
    ]);
    expect(await store.entries("sess_1")).toMatchObject([
      { content: { arguments: '{"cmd":"curl -H [REDACTED]"}' } },
      { content: { text: "password=looks-like-one" } },
    ]);
    await safe.close();
  });
});
