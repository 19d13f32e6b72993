import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { LocalSessionStore } from "../sessions/local-session-store.ts";
import { sampleEntries, sampleSession } from "../sessions/sample-session.fixture.ts";
import { describeSessionStore } from "../sessions/session-store.contract.ts";
import { tempDirectories } from "../temp-directory.fixture.ts";
import { migrations } from "./migrations/migrations.ts";
import { sessionStoreProblem } from "./session-store-problem.ts";
import { openSqliteRunStore } from "./sqlite-run-store.ts";
import { openSqliteSessionStore, type SqliteSessionStoreOptions } from "./sqlite-session-store.ts";
import { ended, ready, startProcess } from "./start-process.fixture.ts";

const tempDirectory = tempDirectories();
const newPath = () => join(tempDirectory(), "home", "runs.db");
const program = fileURLToPath(new URL("./session-process.fixture.ts", import.meta.url));

const opened: LocalSessionStore[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await ended(child);
  }
  for (const store of opened.splice(0)) await store.close();
});

function open(path: string, options: Omit<SqliteSessionStoreOptions, "path"> = {}): LocalSessionStore {
  const store = openSqliteSessionStore({ path, ...options });
  opened.push(store);
  return store;
}

function start(path: string, task: "claim" | "append", limits = ""): ChildProcess {
  const command = [process.execPath, program, path, task];
  const child = spawn("/bin/sh", ["-c", `${limits} exec "$@"`, "sh", ...command], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of linesOf(child)) return line;
  throw new Error("the program said nothing");
}

function linesOf({ stdout }: ChildProcess): AsyncIterable<string> {
  if (!stdout) throw new Error("the program has no output");
  return createInterface({ input: stdout });
}

describeSessionStore("sqlite", async (options) => {
  const store = openSqliteSessionStore({ path: newPath(), ...options });
  return { store, dispose: () => store.close() };
});

describe("the file", () => {
  it("is not created by reading", async () => {
    const path = newPath();
    const store = open(path);
    expect(await store.list()).toEqual([]);
    await store.release("sess_1");
    await store.remove("sess_1");
    expect(existsSync(join(path, ".."))).toBe(false);
  });

  it("is the file of the run records, and an older one gets room for sessions", async () => {
    const path = newPath();
    mkdirSync(join(path, ".."), { mode: 0o700 });
    const db = new DatabaseSync(path);
    for (const sql of migrations.slice(0, 2)) db.exec(sql);
    db.exec("PRAGMA application_id = 0x484b4c4e; PRAGMA user_version = 2");
    db.close();
    const store = open(path);
    expect(await store.list()).toEqual([]);
    await store.create(sampleSession());
    const runs = openSqliteRunStore({ path });
    expect(await runs.count()).toBe(0);
    await runs.close();
  });

  it("what one connection wrote, another reads", async () => {
    const path = newPath();
    const [writer, reader] = [open(path), open(path)];
    await writer.create(sampleSession());
    expect(await reader.list()).toHaveLength(1);
    await writer.append(sampleEntries("sess_1", 1, 2));
    expect(await reader.entries("sess_1")).toHaveLength(2);
    await expect(reader.append(sampleEntries("sess_1", 2, 1))).rejects.toMatchObject({ code: "TRANSCRIPT_GAP" });
    await reader.append(sampleEntries("sess_1", 3, 1));
    await expect(writer.append(sampleEntries("sess_1", 3, 1))).rejects.toMatchObject({ code: "TRANSCRIPT_GAP" });
  });

  it.each<[what: string, code: string, spoil: (path: string) => void]>([
    ["a newer format", "RUN_STORE_NEWER", (path) => change(path, "PRAGMA user_version = 99")],
    ["another program's database", "RUN_STORE_CORRUPT", (path) => change(path, "PRAGMA application_id = 7")],
    ["no database", "RUN_STORE_CORRUPT", (path) => writeFileSync(path, "somebody's notes\n".repeat(400))],
  ])("%s is refused", async (_what, code, spoil) => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    await store.close();
    spoil(path);
    await expect(store.list()).rejects.toMatchObject({ code });
    await expect(store.create(sampleSession({ id: "sess_2" }))).rejects.toMatchObject({ code });
  });

  it("a full disk is told in words that fit sessions", () => {
    const problem = sessionStoreProblem(
      Object.assign(new Error("database or disk is full"), { errcode: 13 }),
      "runs.db",
    );
    expect(problem).toMatchObject({ code: "SESSION_STORE_FULL", message: expect.stringContaining("runs.db") });
  });

  it("a directory that cannot be written to is told", async () => {
    const store = open("/proc/nowhere/runs.db");
    await expect(store.create(sampleSession())).rejects.toMatchObject({ code: "SESSION_STORE_FAILED" });
  });

  it("the file itself takes neither a gap nor an entry twice", async () => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    await store.append(sampleEntries("sess_1", 1, 1));
    await store.close();
    const again =
      "INSERT INTO transcript SELECT session, sequence, type, turn_id, recorded_at, content FROM transcript";
    expect(() => change(path, again)).toThrow(/UNIQUE/);
  });

  it.each<[what: string, sql: string, why: RegExp]>([
    ["content that is no JSON", "content = '{'", /no object/],
    ["content that is no object", "content = 'null'", /no object/],
    ["content that is a list", "content = '[]'", /no object/],
    ["a text that is none", `content = '{"text":5}'`, /"text" is no text/],
    ["a type that nobody knows", "type = '__proto__'", /nobody knows/],
    ["a call without a name", `type = 'tool_call', content = '{"tool_call_id":"c"}'`, /"tool_name"/],
    ["a summary of nothing", `type = 'system', content = '{"kind":"compaction"}'`, /"summary"/],
    ["a time beyond all times", "recorded_at = 9e15", /when/],
  ])("an entry that another program has changed is named, not used: %s", async (_what, sql, why) => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    await store.append(sampleEntries("sess_1", 1, 1));
    change(path, `UPDATE transcript SET ${sql.replace("9e15", "CAST(9e15 AS INTEGER)")}`);
    await expect(store.entries("sess_1")).rejects.toMatchObject({
      code: "TRANSCRIPT_DAMAGED",
      message: expect.stringMatching(why),
    });
  });

  function change(path: string, sql: string): void {
    const db = new DatabaseSync(path);
    try {
      db.exec(sql);
    } finally {
      db.close();
    }
  }
});

describe("with other processes", () => {
  it("one that keeps the file locked is waited for, and then told", async () => {
    const path = newPath();
    const store = open(path, { busyMs: 20 });
    await store.create(sampleSession());
    const child = startProcess(path, "worker", 0, "hold-lock");
    children.push(child);
    await ready(child);
    await expect(store.append(sampleEntries("sess_1", 1, 1))).rejects.toMatchObject({ code: "RUN_STORE_BUSY" });
    await expect(store.append(sampleEntries("sess_1", 1, 2))).rejects.toMatchObject({ code: "RUN_STORE_BUSY" });
    expect(await store.entries("sess_1")).toEqual([]);
    child.stdin?.end();
    await ended(child);
    await store.append(sampleEntries("sess_1", 1, 2));
  });

  it("a session has one owner; when that was killed, the next one learns of it", async () => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    const child = start(path, "claim");
    expect(JSON.parse(await firstLine(child))).toEqual({ diedBefore: null });
    expect(await store.claim("sess_1")).toMatchObject({ heldBy: { pid: child.pid } });
    // Only the owner gives a session back.
    await store.release("sess_1");
    expect(await store.owner("sess_1")).toMatchObject({ pid: child.pid, isAlive: true });
    child.kill("SIGKILL");
    await ended(child);
    expect(await store.owner("sess_1")).toMatchObject({ pid: child.pid, isAlive: false });
    expect(await store.claim("sess_1")).toMatchObject({ diedBefore: { pid: child.pid } });
    expect(await store.claim("sess_1")).toEqual({ diedBefore: null });
  });

  it("of several that claim at once, one gets the session", async () => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    const claims = await Promise.all(Array.from({ length: 4 }, () => firstLine(start(path, "claim"))));
    const answers = claims.map((line) => JSON.parse(line) as object);
    expect(answers.filter((answer) => "diedBefore" in answer)).toEqual([{ diedBefore: null }]);
    expect(answers.filter((answer) => "heldBy" in answer)).toHaveLength(3);
  });

  it("a process with the same number as a dead owner is not taken for it", async () => {
    const path = newPath();
    const store = open(path);
    await store.create(sampleSession());
    await store.claim("sess_1");
    await store.close();
    const db = new DatabaseSync(path);
    db.exec("UPDATE sessions SET owner_mark = 'another boot/1'");
    db.close();
    expect(await store.owner("sess_1")).toMatchObject({ pid: process.pid, isAlive: false });
    expect(await store.claim("sess_1")).toMatchObject({ diedBefore: { pid: process.pid, mark: "another boot/1" } });
  });

  it.each([1, 5, 30])(
    "kill -9 after %i batches leaves all that was promised, no gap and no half batch",
    async (count) => {
      const path = newPath();
      const child = start(path, "append");
      let promised = 0;
      let batches = 0;
      for await (const line of linesOf(child)) {
        promised = Number(line);
        if (++batches === count) child.kill("SIGKILL");
      }
      expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe("SIGKILL");
      const store = open(path);
      const entries = await store.entries("mine");
      expect(entries.length).toBeGreaterThanOrEqual(promised);
      expect(entries.length % 3).toBe(0);
      expect(entries).toEqual(sampleEntries("mine", 1, entries.length));
      expect(await store.claim("mine")).toMatchObject({ diedBefore: { pid: child.pid } });
      await store.append(sampleEntries("mine", entries.length + 1, 1));
    },
  );

  it("a full disk refuses what does not fit, and leaves a sound file", async () => {
    const path = newPath();
    const child = start(path, "append", 'trap "" XFSZ; ulimit -f 300;');
    const lines: string[] = [];
    for await (const line of linesOf(child)) lines.push(line);
    // A limit is reported as a failed write, or as a full disk when part of the data still fitted.
    expect(lines.at(-1)).toMatch(/^SESSION_STORE_(?:FULL|FAILED)$/);
    const store = open(path);
    const entries = await store.entries("mine");
    expect(entries).toEqual(sampleEntries("mine", 1, Number(lines.at(-2))));
    await store.append(sampleEntries("mine", entries.length + 1, 1));
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("PRAGMA integrity_check").get()).toMatchObject({ integrity_check: "ok" });
    db.close();
  });
});
