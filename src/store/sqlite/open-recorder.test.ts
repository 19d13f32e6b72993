import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { sampleRun } from "../sample-run.fixture.ts";
import { tempDirectories } from "../temp-directory.fixture.ts";
import { type OpenRecorderOptions, openInProcessRecorder, openRecorder } from "./open-recorder.ts";
import { openSqliteRunStore } from "./sqlite-run-store.ts";
import { ended, ready, startOnFullDisk, startProcess } from "./start-process.fixture.ts";
import type { CrashNotice } from "./writers.ts";

const tempDirectory = tempDirectories();
const newPath = () => join(tempDirectory(), "home", "runs.db");

async function kept(path: string, query = {}) {
  const store = openSqliteRunStore({ path });
  const runs = await store.query(query);
  await store.close();
  return runs;
}

// The samples bear a fixed date, which no test may outlive.
const retention = { maxAgeDays: 365_000 };

describe.each([
  ["worker", openRecorder],
  ["in-process", openInProcessRecorder],
])("recorder: %s", (kind, openIt) => {
  const open = (options: OpenRecorderOptions) => openIt({ retention, ...options });

  it("C170 everything recorded is kept, complete and in order", async () => {
    const path = newPath();
    const recorder = open({ path });
    const runs = Array.from({ length: 1_000 }, (_, at) => sampleRun({ hook_name: `h${at}`, patch_applied: { at } }));
    for (const run of runs) recorder.record(run);
    await recorder.flush();
    expect(await kept(path)).toEqual(runs);
    await recorder.close();
    expect(recorder.health()).toMatchObject({ state: "closed", waiting: 0, dropped: 0, refused: 0 });
  });

  it("C187 C188 timed-out, dropped, skipped and sessionless runs are kept like any other", async () => {
    const path = newPath();
    const recorder = open({ path });
    const runs = [
      sampleRun({ outcome: "failed", failure: "timed-out", error: "no answer within 10 ms" }),
      sampleRun({ outcome: "dropped", mode: "async", error: "the async queue is full", duration_ms: 0 }),
      sampleRun({ outcome: "skipped", duration_ms: 0 }),
      sampleRun({ session_id: null, workspace_id: null, workspace: null, agent_name: null }),
    ];
    for (const run of runs) recorder.record(run);
    await recorder.close();
    expect(await kept(path)).toEqual(runs);
  });

  it("C178 a run with an unsafe session id is kept without it and counted", async () => {
    const path = newPath();
    const recorder = open({ path });
    recorder.record(sampleRun({ session_id: "../../etc", hook_name: "odd" }));
    recorder.record(sampleRun({ session_id: "", hook_name: "none" }));
    await recorder.close();
    expect((await kept(path)).map((run) => [run.hook_name, run.session_id])).toEqual([
      ["odd", null],
      ["none", null],
    ]);
    expect(recorder.health()).toMatchObject({ refused: 1, refusal: { code: "SESSION_ID_UNSAFE" } });
  });

  it("what was flushed survives kill -9, and the next one to open is told once", async () => {
    const path = newPath();
    const child = startProcess(path, kind, 120, "stay");
    await ready(child);
    child.kill("SIGKILL");
    await ended(child);
    expect(await kept(path, { session: `of-${child.pid}` })).toHaveLength(120);

    const notices: CrashNotice[] = [];
    for (let opening = 0; opening < 2; opening++) {
      const recorder = open({ path, onNotice: (notice) => notices.push(notice) });
      recorder.record(sampleRun());
      await recorder.close();
    }
    expect(notices).toEqual([
      { pid: child.pid, openedAt: expect.any(String), lastCommitAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  it("a process that is still writing is not reported", async () => {
    const path = newPath();
    const child = startProcess(path, kind, 1, "stay");
    await ready(child);
    const onNotice = vi.fn();
    const recorder = open({ path, onNotice });
    recorder.record(sampleRun());
    await recorder.close();
    child.kill("SIGKILL");
    await ended(child);
    expect(onNotice).not.toHaveBeenCalled();
  });

  it.each([
    ["close", 0],
    ["natural", 0],
    ["exit", 0],
    ["throw", 1],
  ] as const)("loses nothing when the process ends by %s, and that is no crash", async (ending, code) => {
    const path = newPath();
    const child = startProcess(path, kind, 180, ending);
    expect(await ended(child)).toBe(code);
    expect(await kept(path)).toHaveLength(180);
    const onNotice = vi.fn();
    const recorder = open({ path, onNotice });
    recorder.record(sampleRun());
    await recorder.close();
    expect(onNotice).not.toHaveBeenCalled();
  });

  it("two processes write to the same new file at once", async () => {
    const path = newPath();
    const children = [startProcess(path, kind, 500, "close"), startProcess(path, kind, 500, "close")];
    expect(await Promise.all(children.map(ended))).toEqual([0, 0]);
    for (const { pid } of children) {
      const names = (await kept(path, { session: `of-${pid}` })).map((run) => run.hook_name);
      expect(names).toEqual(Array.from({ length: 500 }, (_, at) => `h${at}`));
    }
  });

  it("waits out a process that holds the file, says so, and loses nothing", async () => {
    const path = newPath();
    await openSqliteRunStore({ path }).append([sampleRun()]);
    const child = startProcess(path, kind, 0, "hold-lock");
    await ready(child);
    const recorder = open({ path, busyMs: 50 });
    recorder.record(sampleRun({ hook_name: "patient" }));
    await expect(recorder.flush()).rejects.toMatchObject({ code: "RUN_STORE_BUSY" });
    expect(recorder.health()).toMatchObject({ state: "failing", waiting: 1, problem: { code: "RUN_STORE_BUSY" } });
    child.stdin?.end();
    await ended(child);
    await recorder.flush();
    expect(recorder.health()).toMatchObject({ state: "ok", waiting: 0, problem: null });
    await recorder.close();
    expect(await kept(path, { hook: "patient" })).toHaveLength(1);
  });

  it("close gives up in the end and counts what was lost", async () => {
    const path = newPath();
    await openSqliteRunStore({ path }).append([sampleRun()]);
    const child = startProcess(path, kind, 0, "hold-lock");
    await ready(child);
    const recorder = open({ path, busyMs: 10, closeWithinMs: 100 });
    recorder.record(sampleRun());
    recorder.record(sampleRun());
    const lost = expect.stringMatching(/^2 run records could not be written: Another program/);
    await expect(recorder.close()).rejects.toMatchObject({ code: "RUN_RECORDS_LOST", message: lost });
    child.stdin?.end();
    await ended(child);
  });

  it("F18 a full disk loses what does not fit, says so, and leaves a sound file", async () => {
    const path = newPath();
    const child = startOnFullDisk(path, kind, 3_000, "close-soon");
    expect(await ended(child)).toBe(1);
    const before = (await kept(path)).length;
    expect(before).toBeLessThan(3_000);
    const recorder = open({ path });
    recorder.record(sampleRun());
    await recorder.close();
    expect(await kept(path)).toHaveLength(before + 1);
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("PRAGMA integrity_check").get()).toMatchObject({ integrity_check: "ok" });
    db.close();
  });

  it("refuses a file it cannot read without touching it, and goes on when it is moved away", async () => {
    const path = newPath();
    await openSqliteRunStore({ path }).append([sampleRun()]);
    const home = join(path, "..");
    for (const name of readdirSync(home)) rmSync(join(home, name));
    writeFileSync(path, "not a database, but somebody's notes\n".repeat(200), { mode: 0o600 });
    const before = readFileSync(path);
    const recorder = open({ path });
    recorder.record(sampleRun());
    await expect(recorder.flush()).rejects.toMatchObject({ code: "RUN_STORE_CORRUPT" });
    expect(readFileSync(path).equals(before)).toBe(true);
    rmSync(path);
    await recorder.close();
    expect(await kept(path)).toHaveLength(1);
  });

  it("a reader sees whole batches while they are being written", async () => {
    const path = newPath();
    const recorder = open({ path });
    const store = openSqliteRunStore({ path });
    const seen: number[] = [];
    for (let round = 0; round < 40; round++) {
      for (let run = 0; run < 10; run++) recorder.record(sampleRun());
      await recorder.flush();
      seen.push((await store.query({ session: "sess-1" })).length);
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, round) => 10 * (round + 1)));
    await recorder.close();
    await store.close();
  });

  it("T23 no secret reaches the file, its log or its index", async () => {
    const path = newPath();
    const recorder = open({ path });
    const needles = Array.from({ length: 300 }, () => `needle${randomBytes(12).toString("hex")}`);
    const shapes: ((needle: string) => Partial<ReturnType<typeof sampleRun>>)[] = [
      (needle) => ({ patch_applied: { api_key: needle } }),
      (needle) => ({ patch_applied: { tool_input: { env: { GITHUB_TOKEN: needle, "x-client-secret": [needle] } } } }),
      (needle) => ({ patch_applied: { tool_input: { command: `API_KEY=${needle} make` } } }),
      (needle) => ({ patch_applied: { body: JSON.stringify({ deep: { Password: needle } }) } }),
      (needle) => ({ patch_applied: { args: ["--access-token", needle] } }),
      (needle) => ({ patch_applied: { env: [{ name: "DB_PASSWORD", value: needle }] } }),
      (needle) => ({ patch_applied: { url: `postgres://app:${needle}@db/x` } }),
      (needle) => ({ patch_applied: { headers: `Authorization: Bearer ${needle}\nCookie: sid=${needle}` } }),
      (needle) => ({ error: `request failed with credential=${needle}` }),
      (needle) => ({ error: `{"private_key": "${needle}", "at": 1` }),
    ];
    needles.forEach((needle, at) => {
      recorder.record(sampleRun(shapes[at % shapes.length]?.(needle)));
    });
    await recorder.flush();
    const home = join(path, "..");
    const everything = () => readdirSync(home).map((name) => readFileSync(join(home, name), "latin1"));
    const whileOpen = everything();
    await recorder.close();
    const leaked = needles.filter((needle) => [...whileOpen, ...everything()].some((bytes) => bytes.includes(needle)));
    expect(leaked).toEqual([]);
    expect(await kept(path)).toHaveLength(needles.length);
  });

  it("keeps no more than the retention allows", async () => {
    const path = newPath();
    const recent = new Date().toISOString();
    const old = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const store = openSqliteRunStore({ path });
    await store.append(Array.from({ length: 100 }, () => sampleRun({ recorded_at: old, hook_name: "old" })));
    await store.append(Array.from({ length: 100 }, (_, at) => sampleRun({ recorded_at: recent, hook_name: `h${at}` })));
    const recorder = open({ path, retention: { maxAgeDays: 7, maxRuns: 50 } });
    recorder.record(sampleRun({ recorded_at: recent, hook_name: "last" }));
    await recorder.flush();
    if (kind === "in-process") await recorder.close();
    await vi.waitFor(async () => expect(await store.count()).toBe(50), { timeout: 20_000 });
    expect((await store.query()).map((run) => run.hook_name)).toEqual([
      ...Array.from({ length: 49 }, (_, at) => `h${at + 51}`),
      "last",
    ]);
    await recorder.close();
    await store.close();
  });

  it("what was dropped is on record too", async () => {
    const path = newPath();
    const recorder = open({ path, maxWaiting: 5 });
    for (let run = 0; run < 8; run++) recorder.record(sampleRun());
    expect(recorder.dropped).toBe(3);
    await recorder.close();
    expect(await kept(path)).toHaveLength(5);
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("SELECT dropped, crashed, closed_at IS NOT NULL AS closed FROM writers").all()).toEqual([
      expect.objectContaining({ dropped: 3, crashed: 0, closed: 1 }),
    ]);
    db.close();
  });
});

describe("recorder: worker", () => {
  it("starts its thread again when that dies, and keeps each run once", async () => {
    const path = newPath();
    const workerUrl = new URL("./dying-worker.fixture.ts", import.meta.url);
    const recorder = openRecorder({ path, retention, workerUrl });
    recorder.record(sampleRun());
    await expect(recorder.flush()).rejects.toMatchObject({ code: "RUN_STORE_FAILED" });
    await recorder.close();
    expect(await kept(path)).toHaveLength(1);
  });

  it("lets an idle process end by itself", async () => {
    const path = newPath();
    const child = startProcess(path, "worker", 0, "natural");
    expect(await ended(child)).toBe(0);
  });

  it("the log does not grow without limit while batches keep coming", async () => {
    const path = newPath();
    const recorder = openRecorder({ path, retention });
    const patch_applied = { text: "x".repeat(8_000) };
    for (let round = 0; round < 60; round++) {
      for (let run = 0; run < 50; run++) recorder.record(sampleRun({ patch_applied }));
      await recorder.flush();
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(16 * 1024 * 1024);
    await recorder.close();
    expect(await kept(path)).toHaveLength(3_000);
  });

  it("moves the log into the file when nothing comes any more", async () => {
    const path = newPath();
    const recorder = openRecorder({ path, retention });
    for (let run = 0; run < 200; run++) recorder.record(sampleRun());
    await recorder.flush();
    const before = statSync(path).size;
    await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(before), { timeout: 20_000 });
    await recorder.close();
  });
});
