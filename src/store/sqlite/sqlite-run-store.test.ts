import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { runFilter } from "../run-filter.ts";
import { describeRunStore } from "../run-store.contract.ts";
import type { RunQuery } from "../run-store.ts";
import { sampleRun } from "../sample-run.fixture.ts";
import { tempDirectories } from "../temp-directory.fixture.ts";
import { migrations } from "./migrations/migrations.ts";
import { runsStatement } from "./query-runs.ts";
import { openSqliteRunStore } from "./sqlite-run-store.ts";

const tempDirectory = tempDirectories();

describeRunStore("sqlite", async () => {
  const store = openSqliteRunStore({ path: join(tempDirectory(), "home", "runs.db") });
  return { store, dispose: () => store.close() };
});

async function storeWithRuns(): Promise<string> {
  const path = join(tempDirectory(), "runs.db");
  const store = openSqliteRunStore({ path });
  await store.append([1, 2, 3].map((minute) => sampleRun({}, minute)));
  await store.close();
  return path;
}

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

describe("the file", () => {
  it("C177 is not created by reading, and reads as empty while it is missing", async () => {
    const path = join(tempDirectory(), "not-yet", "runs.db");
    const store = openSqliteRunStore({ path });
    expect(await store.query({ session: "sess-1" })).toEqual([]);
    expect(await store.sessions()).toEqual([]);
    expect(await store.prune({ keepLast: 0 })).toBe(0);
    expect(existsSync(join(path, ".."))).toBe(false);
    await store.append([sampleRun()]);
    expect(await store.query({ session: "sess-1" })).toHaveLength(1);
    await store.close();
  });

  it("is readable by its owner only, and so is all that SQLite puts beside it", async () => {
    const home = join(tempDirectory(), "home");
    const path = join(home, "runs.db");
    const store = openSqliteRunStore({ path });
    await store.append([sampleRun()]);
    const modes = ["", "/runs.db", "/runs.db-wal", "/runs.db-shm"].map((name) => statSync(home + name).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
    await store.close();
  });

  it.runIf(process.platform === "linux")(
    "fails at once where no directory can be made, instead of trying forever",
    () => {
      const module = JSON.stringify(join(import.meta.dirname, "private-file.ts"));
      const script = `import(${module}).then(({ ensurePrivateFile }) => ensurePrivateFile("/proc/nowhere/runs.db"))`;
      const { status, stderr } = spawnSync(process.execPath, ["-e", script], { timeout: 20_000, encoding: "utf8" });
      expect(status).toBe(1);
      expect(stderr).toContain("ENOENT");
    },
  );

  it("is made private again when its mode was loosened", async () => {
    const path = await storeWithRuns();
    chmodSync(path, 0o644);
    const store = openSqliteRunStore({ path });
    await store.append([sampleRun()]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it.each(["runs.db", "runs.db-wal", "runs.db-shm"])("is refused when %s is a symbolic link", async (name) => {
    const home = tempDirectory();
    const victim = join(tempDirectory(), "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, join(home, name));
    const store = openSqliteRunStore({ path: join(home, "runs.db") });
    await expect(store.append([sampleRun()])).rejects.toMatchObject({ code: "RUN_STORE_UNSAFE" });
    expect(readFileSync(victim, "utf8")).toBe("precious");
    await store.close();
  });

  it("is refused when the link leads nowhere yet", async () => {
    const home = tempDirectory();
    const target = join(home, "elsewhere");
    symlinkSync(target, join(home, "runs.db"));
    const store = openSqliteRunStore({ path: join(home, "runs.db") });
    await expect(store.append([sampleRun()])).rejects.toMatchObject({ code: "RUN_STORE_UNSAFE" });
    expect(existsSync(target)).toBe(false);
    await store.close();
  });

  it.each([0o770, 0o707, 0o1777])("is refused in a directory of mode %o, saying how to fix it", async (mode) => {
    const home = tempDirectory();
    chmodSync(home, mode);
    const store = openSqliteRunStore({ path: join(home, "runs.db") });
    await expect(store.append([sampleRun()])).rejects.toMatchObject({
      code: "RUN_STORE_UNSAFE",
      fix: expect.stringContaining("chmod go-w"),
    });
    await store.close();
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is refused in a directory of another user (only root can make one)",
    async () => {
      const home = tempDirectory();
      chownSync(home, 12_345, 12_345);
      const store = openSqliteRunStore({ path: join(home, "runs.db") });
      await expect(store.append([sampleRun()])).rejects.toMatchObject({ code: "RUN_STORE_UNSAFE" });
      await store.close();
    },
  );

  it("is refused when it is a directory", async () => {
    const path = join(tempDirectory(), "runs.db");
    mkdirSync(path);
    await expect(openSqliteRunStore({ path }).append([sampleRun()])).rejects.toMatchObject({
      code: "RUN_STORE_UNSAFE",
    });
  });
});

describe("a file that cannot be used is refused and left as it is", () => {
  it.each<[what: string, code: string, spoil: (path: string) => void]>([
    ["a newer format", "RUN_STORE_NEWER", (path) => change(path, `PRAGMA user_version = ${migrations.length + 1}`)],
    ["another program's database", "RUN_STORE_CORRUPT", (path) => change(path, "PRAGMA application_id = 7")],
    [
      "no database at all",
      "RUN_STORE_CORRUPT",
      (path) => writeFileSync(path, "these are not the records\n".repeat(400)),
    ],
    ["flipped bytes", "RUN_STORE_CORRUPT", (path) => flipBytes(path, 100, 4000)],
    ["a truncated file", "RUN_STORE_CORRUPT", (path) => truncateSync(path, 5000)],
  ])("%s", async (_what, code, spoil) => {
    const path = await storeWithRuns();
    spoil(path);
    const before = readFileSync(path);
    const store = openSqliteRunStore({ path });
    await expect(store.query()).rejects.toMatchObject({ code });
    await expect(store.append([sampleRun()])).rejects.toMatchObject({ code });
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("the message names the file and what to do", async () => {
    const path = await storeWithRuns();
    change(path, "PRAGMA user_version = 99");
    const error = await openSqliteRunStore({ path })
      .query()
      .catch((error: unknown) => error);
    expect(error).toMatchObject({
      message: `The run records in ${path} were written by a newer Hookline (format 99, this one knows ${migrations.length}).`,
      fix: "Update Hookline, or set HOOKLINE_HOME to another directory. The file was left as it is.",
    });
  });

  function flipBytes(path: string, from: number, to: number): void {
    const bytes = readFileSync(path);
    for (let at = from; at < to; at++) bytes[at] = ~(bytes[at] ?? 0) & 0xff;
    writeFileSync(path, bytes);
  }
});

describe("migrations", () => {
  it("start over after a process was killed in the middle of one", async () => {
    const path = join(tempDirectory(), "runs.db");
    const halfOfIt = (migrations[0] ?? "").split("CREATE TABLE writers")[0];
    const script = `
      const db = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(path)});
      db.exec("PRAGMA journal_mode = WAL; PRAGMA cache_size = 1; BEGIN IMMEDIATE");
      db.exec(${JSON.stringify(halfOfIt)});
      process.kill(process.pid, "SIGKILL");`;
    expect(spawnSync(process.execPath, ["-e", script]).signal).toBe("SIGKILL");
    const store = openSqliteRunStore({ path });
    expect(await store.query()).toEqual([]);
    await store.append([sampleRun()]);
    expect(await store.count()).toBe(1);
    await store.close();
  });

  it("happen once when two stores open the same new file", async () => {
    const path = join(tempDirectory(), "runs.db");
    const stores = [openSqliteRunStore({ path }), openSqliteRunStore({ path })];
    await Promise.all(stores.map((store) => store.append([sampleRun()])));
    expect(await stores[0]?.count()).toBe(2);
    for (const store of stores) await store.close();
  });
});

describe("C175 a row that makes no sense is refused on read", () => {
  it.each([
    ["outcome", "RUN_OUTCOME_UNKNOWN"],
    ["mode", "RUN_MODE_UNKNOWN"],
  ])("%s", async (column, code) => {
    const path = await storeWithRuns();
    change(path, `PRAGMA ignore_check_constraints = ON; UPDATE runs SET ${column} = 'odd' WHERE id = 2`);
    const store = openSqliteRunStore({ path });
    await expect(store.query()).rejects.toMatchObject({ code });
    await store.close();
  });

  it("and the file itself does not take one", async () => {
    const path = await storeWithRuns();
    expect(() => change(path, "UPDATE runs SET outcome = 'odd'")).toThrow(/CHECK/);
  });
});

describe("query plans", () => {
  it.each<[query: RunQuery, plan: string]>([
    [{ session: "s" }, "SEARCH runs USING INDEX runs_by_session (session_id=?)"],
    [{ session: "s", since: new Date(0) }, "SEARCH runs USING INDEX runs_by_session (session_id=? AND recorded_at>?)"],
    [
      { session: "s", event: "tool.pre_call", outcome: "denied", hook: "h" },
      "SEARCH runs USING INDEX runs_by_session (session_id=?)",
    ],
    [{ event: "tool.pre_call" }, "SEARCH runs USING INDEX runs_by_event (event=?)"],
    [{ event: "tool.pre_call", hook: "h" }, "SEARCH runs USING INDEX runs_by_hook (hook_name=?)"],
    [{ hook: "h" }, "SEARCH runs USING INDEX runs_by_hook (hook_name=?)"],
    [{ workspace: "w" }, "SEARCH runs USING INDEX runs_by_workspace_id (workspace_id=?)"],
    [{ workspace: "/w" }, "SEARCH runs USING INDEX runs_by_workspace (workspace=?)"],
    [{ since: new Date(0) }, "SEARCH runs USING INDEX runs_by_time (recorded_at>?)"],
    [{ outcome: "denied" }, "SCAN runs USING INDEX runs_by_time"],
    [{}, "SCAN runs USING INDEX runs_by_time"],
  ])("%j reads one index backwards and sorts nothing", async (query, plan) => {
    const db = new DatabaseSync(await storeWithRuns(), { readOnly: true });
    const { sql, parameters } = runsStatement(runFilter({ ...query, last: 20 }));
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    expect(steps.map(({ detail }) => detail)).toEqual([plan]);
    db.close();
  });
});
