import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHookline } from "../../src/app/open-hookline.ts";
import { type Place, placeOf } from "../../src/app/place.ts";
import { queryRuns } from "../../src/app/query-runs.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { nativeHook } from "../../src/engine/native-hook.ts";
import type { RunRecord } from "../../src/engine/run.ts";
import { openTestWorkspace, printing } from "./workspace.ts";

let directory: string;
let place: Place;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-records-")));
  const environment = { ...process.env, HOOKLINE_HOME: join(directory, "home") };
  place = { ...placeOf(environment, join(directory, "workspace"), null), trust: "unchecked" };
  mkdirSync(join(directory, "home"));
  mkdirSync(join(directory, "workspace/.hookline"), { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function setUp(toml: string): void {
  writeFileSync(join(directory, "home/config.toml"), toml);
}

function declare(toml: string): void {
  writeFileSync(join(directory, "workspace/.hookline/config.toml"), toml);
}

const hook = (name: string, event: string, sh: string, more = "") =>
  `[[hooks.declarations]]\nname = "${name}"\nevent = "${event}"\ncommand = "/bin/sh"\nargs = ["-c", ${JSON.stringify(sh)}]\n${more}\n`;

/** Fires events through everything there is, closes it, and reads back what the database kept. */
async function fireAndRead(...events: readonly [EventName, Record<string, unknown>][]): Promise<RunRecord[]> {
  {
    await using hookline = await openHookline(place, (what) => expect.fail(what));
    for (const [event, payload] of events) await hookline.engine.fire(event, payload as never);
  }
  return [...(await queryRuns(place, {}))];
}

describe("records", () => {
  it("C170 a permission run has all fields, depth 1, and keeps the patch", async () => {
    const patch = { deny: true, deny_reason: "Protected.", decision: "deny" };
    declare(hook("guard", "permission.request", printing(patch), 'mode = "sync"\nrequired = true'));
    const payload = { session_id: "sess_1", agent_name: "coder", decision: "ask", tool_call: { kind: "edit" } };
    const [record, ...others] = await fireAndRead(["permission.request", payload]);
    expect(others).toEqual([]);
    expect(record).toEqual({
      run_id: expect.stringMatching(/^run_/),
      hook_name: "guard",
      event: "permission.request",
      dialect: "agh",
      source: "config",
      mode: "sync",
      outcome: "denied",
      failure: null,
      duration_ms: expect.any(Number),
      dispatch_depth: 1,
      required: true,
      patch_applied: patch,
      error: null,
      recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      session_id: "sess_1",
      workspace_id: null,
      workspace: null,
      agent_name: "coder",
      usage: null,
    });
  });

  it.each([
    ["omitted by default", "", null],
    ["kept when asked for", "[hooks]\ndebug_patches = true\n", { session_name: "review" }],
  ])("C171 a session patch is %s", async (_what, settings, kept) => {
    setUp(settings);
    declare(hook("rename", "session.pre_create", printing({ session_name: "review" }), 'mode = "sync"'));
    const [record] = await fireAndRead(["session.pre_create", {}]);
    expect(record).toMatchObject({ outcome: "applied", patch_applied: kept });
  });

  it("C172 a failed run has its outcome, its error and a positive duration", async () => {
    declare(hook("broken", "tool.pre_call", "echo secret >&2; exit 7", 'mode = "sync"'));
    const [record] = await fireAndRead(["tool.pre_call", {}]);
    expect(record).toMatchObject({ outcome: "failed", failure: "exit-code", patch_applied: null });
    expect(record?.error).toContain("7");
    expect(record?.error).not.toContain("secret");
    expect(record?.duration_ms).toBeGreaterThan(0);
  });

  it("C173 a dropped run is recorded with the reason", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "observer", event: "turn.end", sh: "cat >/dev/null" }],
      engine: { pool: { workers: 1, capacity: 1 } },
    });
    for (let at = 0; at < 4; at++) await test.fire("turn.end", { session_id: "s" });
    await test.close();
    const dropped = test.records.filter(({ outcome }) => outcome === "dropped");
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped[0]).toMatchObject({ duration_ms: 0, error: expect.stringContaining("queue is full") });
    expect(test.records).toHaveLength(4);
  });

  it("C183 the patch that was applied can be read back", async () => {
    const patch = { tool_input: { path: "safe.txt" }, tool_name: "Edit" };
    declare(hook("rewrite", "tool.pre_call", printing(patch), 'mode = "sync"'));
    const [record] = await fireAndRead(["tool.pre_call", { session_id: "s" }]);
    expect(record?.patch_applied).toEqual(patch);
  });

  it("C187 a run that timed out is always recorded as failed", async () => {
    declare(hook("slow", "tool.pre_call", "sleep 60", 'mode = "sync"\ntimeout = "60ms"'));
    const records = await fireAndRead(["tool.pre_call", {}], ["tool.pre_call", { session_id: "s" }]);
    expect(records.map(({ outcome, failure, session_id }) => [outcome, failure, session_id])).toEqual([
      ["failed", "timed-out", null],
      ["failed", "timed-out", "s"],
    ]);
  });

  it("C188 runs of sessionless events are kept where they can be found", async () => {
    const events = [
      "session.pre_create",
      "automation.job.pre_fire",
      "automation.run.completed",
      "task.run.enqueued",
    ] as const;
    declare(events.map((event) => hook(`on ${event}`, event, "cat >/dev/null")).join("\n"));
    const records = await fireAndRead(
      ["session.pre_create", {}],
      ["automation.job.pre_fire", { job_id: "j" }],
      ["automation.run.completed", { run_id: "r" }],
      ["task.run.enqueued", {}],
    );
    expect(records.map(({ event }) => event).sort()).toEqual([...events].sort());
  });

  it("C059 closing drains async hooks before the database is closed", async () => {
    declare(hook("observer", "session.post_create", "sleep 0.2; echo done > finished", ""));
    const records = await fireAndRead(
      ["session.post_create", { session_id: "s" }],
      ["session.post_create", { session_id: "s" }],
    );
    expect(records.map(({ outcome }) => outcome)).toEqual(["applied", "applied"]);
    expect(readFileSync(join(directory, "workspace/finished"), "utf8")).toBe("done\n");
  });

  it("a secret in a hook's answer does not reach the database in clear", async () => {
    const patch = { tool_input: { path: "a", api_key: "sk-needle-12345", nested: { password: "needle-pass" } } };
    declare(hook("leaky", "tool.pre_call", printing(patch), 'mode = "sync"'));
    const [record] = await fireAndRead(["tool.pre_call", {}]);
    expect(JSON.stringify(record)).not.toContain("needle");
    expect(readFileSync(join(directory, "home/runs.db")).includes("needle")).toBe(false);
  });
});

describe("native hooks", () => {
  const run = () => undefined;
  it.each<[sentence: string, make: () => unknown, why: string]>([
    [
      "V24 without a function",
      () => nativeHook({ name: "n", event: "tool.pre_call", run: undefined as never }),
      "no function",
    ],
    ["V01 without a name", () => nativeHook({ name: " ", event: "tool.pre_call", run }), "name is empty"],
    [
      "V06 required but async",
      () => nativeHook({ name: "n", event: "tool.pre_call", mode: "async", required: true, run }),
      "async hook cannot be required",
    ],
    [
      "V07 sync on an async-only event",
      () => nativeHook({ name: "n", event: "message.delta", mode: "sync", run }),
      "async hooks only",
    ],
    [
      "V16 with a matcher field of another family",
      () => nativeHook({ name: "n", event: "tool.pre_call", matcher: { session_type: "user" }, run }),
      "session_type",
    ],
    [
      "V17 with a bad pattern",
      () => nativeHook({ name: "n", event: "tool.pre_call", matcher: { tool_name: "[" }, run }),
      "not closed",
    ],
  ])("%s is refused with what is wrong", (_sentence, make, why) => {
    expect(make).toThrow(
      expect.objectContaining({ code: "HOOK_DEFINITION_INVALID", message: expect.stringContaining(why) }),
    );
  });
});
