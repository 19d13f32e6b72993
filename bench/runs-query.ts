/*
 * The last 20 runs of a session out of a million, against looking up one row by its primary key.
 *   node bench/runs-query.ts [rows]
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runFilter } from "../src/store/run-filter.ts";
import type { RunQuery } from "../src/store/run-store.ts";
import { sampleRun } from "../src/store/sample-run.fixture.ts";
import { runsStatement } from "../src/store/sqlite/query-runs.ts";
import { openSqliteRunStore } from "../src/store/sqlite/sqlite-run-store.ts";
import { interleave, printBar, printValue } from "./lib/rounds.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const sessions = 1_000;
const lookUps = 300;

const home = mkdtempSync(join(tmpdir(), "hookline-bench-"));
const path = join(home, "runs.db");
const store = openSqliteRunStore({ path });

const filledAt = performance.now();
for (let row = 0; row < rows; row += 10_000) {
  await store.append(
    Array.from({ length: Math.min(10_000, rows - row) }, (_, at) =>
      sampleRun(
        {
          session_id: `session-${(row + at) % sessions}`,
          hook_name: `hook-${(row + at) % 50}`,
          workspace_id: `ws-${(row + at) % 20}`,
          workspace: `/home/ada/project-${(row + at) % 20}`,
          patch_applied: { tool_input: { file_path: "src/a.ts", content: "x".repeat(200) } },
        },
        (row + at) / 60_000,
      ),
    ),
  );
}
printValue("filled", (performance.now() - filledAt) / 1000, "s");
printValue("file", statSync(path).size / 2 ** 20, "MiB");

const db = new DatabaseSync(path, { readOnly: true });
const queries: Record<string, () => RunQuery> = {
  "last 20 of a session": () => ({ session: `session-${random(sessions)}`, last: 20 }),
  "last 20 of a hook": () => ({ hook: `hook-${random(50)}`, last: 20 }),
  "last 20 of an event": () => ({ event: "tool.pre_call", last: 20 }),
  "last 20 of a workspace": () => ({ workspace: `ws-${random(20)}`, last: 20 }),
};
for (const [name, query] of Object.entries(queries)) {
  const { sql, parameters } = runsStatement(runFilter(query()));
  const [step] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  process.stdout.write(`${name}: ${step?.detail}\n`);
}

const byKey = db.prepare("SELECT * FROM runs WHERE id = ?");
const candidates = {
  "primary key": () => timed(() => byKey.get(1 + random(rows))),
  "primary key, 20 times": () =>
    timed(() => {
      for (let at = 0; at < 20; at++) byKey.get(1 + random(rows));
    }),
  ...Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, () => timed(() => store.query(query()))]),
  ),
};
const us = await interleave<string>(candidates, { rounds: 9, warmUp: 2 });
db.close();
await store.close();
rmSync(home, { recursive: true, force: true });

const key = us["primary key"] ?? Number.NaN;
const twenty = us["primary key, 20 times"] ?? Number.NaN;
for (const [name, value] of Object.entries(us)) printValue(name, value, "µs");
for (const name of Object.keys(queries)) {
  printBar({ name: `${name} ÷ one primary-key look-up`, ratio: (us[name] ?? Number.NaN) / key });
  printBar({ name: `${name} ÷ twenty primary-key look-ups`, ratio: (us[name] ?? Number.NaN) / twenty });
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let at = 0; at < lookUps; at++) await work();
  return ((performance.now() - startedAt) * 1000) / lookUps;
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
