import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventName } from "../catalog/catalog.ts";
import { type Outcome, outcomes } from "../engine/run.ts";
import type { RunQuery, RunStore } from "./run-store.ts";
import { sampleRun } from "./sample-run.fixture.ts";

/** What every store of runs must do, whatever it keeps them in. `open` yields an empty one and disposes of it after use. */
export function describeRunStore(name: string, open: () => Promise<{ store: RunStore; dispose: () => Promise<void> }>) {
  describe(`run store: ${name}`, () => {
    let store: RunStore;
    let dispose: () => Promise<void>;

    beforeEach(async () => {
      ({ store, dispose } = await open());
    });
    afterEach(() => dispose());

    it("C170 a permission run comes back with all its fields, depth 1 and its patch", async () => {
      const run = sampleRun({
        event: "permission.request" as EventName,
        outcome: "denied",
        required: true,
        patch_applied: { decision: "deny", nested: { list: [1, "two", null, true] } },
      });
      await store.append([run]);
      expect(await store.query({ session: "sess-1" })).toEqual([run]);
    });

    it("C172 a failed run keeps its failure, its error and its positive duration", async () => {
      const run = sampleRun({ outcome: "failed", failure: "exit-code", error: "exit code 3", duration_ms: 0.017 });
      await store.append([run]);
      expect(await store.query({ outcome: "failed" })).toEqual([run]);
    });

    it("C173 a dropped run keeps its error text and a duration of zero", async () => {
      const run = sampleRun({ outcome: "dropped", mode: "async", error: "the async queue is full", duration_ms: 0 });
      await store.append([run]);
      expect(await store.query({ outcome: "dropped" })).toEqual([run]);
    });

    describe("C174 queries", () => {
      const runs = [
        sampleRun({ hook_name: "a", session_id: "s1", workspace_id: "w1", workspace: "/w/one" }, 1),
        sampleRun({ hook_name: "b", session_id: "s1", workspace_id: "w1", workspace: "/w/one", outcome: "denied" }, 2),
        sampleRun({ hook_name: "a", session_id: "s2", workspace_id: "w2", workspace: "/w/two" }, 3),
        sampleRun({ hook_name: "b", session_id: "s2", event: "tool.post_call", outcome: "failed" }, 4),
        sampleRun({ hook_name: "c", session_id: null, workspace_id: null, workspace: null }, 5),
        sampleRun({ hook_name: "c", session_id: "s1", event: "tool.post_call" }, 6),
      ];
      const minute = (at: number) => sampleRun({}, at).recorded_at;

      it.each<[what: string, query: RunQuery, expected: number[]]>([
        ["everything", {}, [1, 2, 3, 4, 5, 6]],
        ["by session", { session: "s1" }, [1, 2, 6]],
        ["by event", { event: "tool.post_call" }, [4, 6]],
        ["by outcome", { outcome: "denied" }, [2]],
        ["by hook", { hook: "a" }, [1, 3]],
        ["by workspace id", { workspace: "w1" }, [1, 2]],
        ["by workspace root", { workspace: "/w/two" }, [3]],
        ["since a time, that moment included", { since: minute(4) }, [4, 5, 6]],
        ["since a Date", { since: new Date(minute(6)) }, [6]],
        ["since a time with an offset", { since: "2026-03-01T12:05:00+02:00" }, [5, 6]],
        ["the newest two, oldest first", { last: 2 }, [5, 6]],
        ["the newest two of a session", { session: "s1", last: 2 }, [2, 6]],
        ["zero means all", { session: "s1", last: 0 }, [1, 2, 6]],
        ["more than there are", { session: "s2", last: 50 }, [3, 4]],
        ["session and event", { session: "s1", event: "tool.post_call" }, [6]],
        ["session, outcome and since", { session: "s1", outcome: "applied", since: minute(2) }, [6]],
        ["workspace and hook", { workspace: "w1", hook: "b" }, [2]],
        ["event, hook, outcome and last", { event: "tool.pre_call", hook: "a", outcome: "applied", last: 1 }, [3]],
        ["nothing fits", { session: "nobody" }, []],
      ])("%s", async (_what, query, expected) => {
        // The order of arrival is not the order of time: a second process may deliver late.
        await store.append([...runs].reverse());
        const found = await store.query(query);
        expect(found.map((run) => runs.findIndex(({ run_id }) => run_id === run.run_id) + 1)).toEqual(expected);
      });
    });

    it("runs of the same millisecond stay in the order they came", async () => {
      const runs = ["a", "b", "c", "d"].map((hook_name) => sampleRun({ hook_name }));
      await store.append(runs.slice(0, 2));
      await store.append(runs.slice(2));
      expect((await store.query({ last: 3 })).map((run) => run.hook_name)).toEqual(["b", "c", "d"]);
    });

    it.each(outcomes)("C175 the outcome %s is kept and found", async (outcome) => {
      await store.append([sampleRun({ outcome })]);
      expect(await store.query({ outcome })).toHaveLength(1);
    });

    it.each([
      ["outcome", { outcome: "exploded" as Outcome }, "RUN_OUTCOME_UNKNOWN"],
      ["mode", { mode: "sideways" as "sync" }, "RUN_MODE_UNKNOWN"],
      ["event", { event: "tool.no_such" as EventName }, "EVENT_UNKNOWN"],
      ["time", { recorded_at: "yesterday" }, "RUN_RECORD_INVALID"],
      ["duration", { duration_ms: Number.NaN }, "RUN_RECORD_INVALID"],
      ["depth", { dispatch_depth: 0.5 }, "RUN_RECORD_INVALID"],
      ["name", { hook_name: undefined as unknown as string }, "RUN_RECORD_INVALID"],
      ["error", { error: 7 as unknown as string }, "RUN_RECORD_INVALID"],
    ])("C175 an invalid %s is refused on write, and nothing of the batch is kept", async (_what, changes, code) => {
      await expect(store.append([sampleRun(), sampleRun(changes)])).rejects.toMatchObject({ code });
      expect(await store.count()).toBe(0);
    });

    it.each<[what: string, query: RunQuery, code: string]>([
      ["outcome", { outcome: "exploded" }, "RUN_OUTCOME_UNKNOWN"],
      ["event", { event: "tool.no_such" }, "EVENT_UNKNOWN"],
      ["negative last", { last: -1 }, "RUN_FILTER_INVALID"],
      ["fractional last", { last: 1.5 }, "RUN_FILTER_INVALID"],
      ["since", { since: "last week" }, "RUN_FILTER_INVALID"],
    ])("C175 an invalid %s is refused on read", async (_what, query, code) => {
      await expect(store.query(query)).rejects.toMatchObject({ code });
    });

    it("C176 a session sees its own runs and no others", async () => {
      await store.append([sampleRun({ session_id: "mine" }), sampleRun({ session_id: "yours" })]);
      expect((await store.query({ session: "mine" })).map((run) => run.session_id)).toEqual(["mine"]);
      expect(await store.query({ session: "min" })).toEqual([]);
      expect(await store.query({ session: "%" })).toEqual([]);
    });

    it("C177 an empty store answers with nothing", async () => {
      expect(await store.query({ session: "sess-1" })).toEqual([]);
      expect(await store.sessions()).toEqual([]);
      expect(await store.count()).toBe(0);
      expect(await store.prune({ keepLast: 0 })).toBe(0);
    });

    it.each(["", ".", "..", "a/b", "../other", "a\\b", "a\nb", "a\0b"])(
      "C178 the unsafe session id %j is refused on read and on write",
      async (session_id) => {
        await expect(store.query({ session: session_id })).rejects.toMatchObject({ code: "SESSION_ID_UNSAFE" });
        await expect(store.append([sampleRun({ session_id })])).rejects.toMatchObject({ code: "SESSION_ID_UNSAFE" });
      },
    );

    it("C183 what a hook changed comes back as it was answered", async () => {
      const patch_applied = { tool_input: { file_path: "a.ts", lines: [1, 2] }, deny: false, title: null };
      await store.append([sampleRun({ patch_applied })]);
      expect((await store.query())[0]?.patch_applied).toEqual(patch_applied);
    });

    it("C187 a timed-out run is kept as failed", async () => {
      await store.append([sampleRun({ outcome: "failed", failure: "timed-out", error: "no answer within 50 ms" })]);
      expect(await store.query({ session: "sess-1", outcome: "failed" })).toMatchObject([{ failure: "timed-out" }]);
    });

    it.each(["session.pre_create", "automation.job.pre_fire"])(
      "C188 a run of %s without a session is kept and can be found",
      async (event) => {
        const place = { session_id: null, workspace_id: null, workspace: null, agent_name: null };
        await store.append([sampleRun({ ...place, event: event as EventName, hook_name: "early" })]);
        expect(await store.query({ event })).toHaveLength(1);
        expect(await store.query({ hook: "early" })).toHaveLength(1);
      },
    );

    it("keeps a run once however often it is handed in", async () => {
      const run = sampleRun();
      await store.append([run, run]);
      await store.append([run]);
      expect(await store.count()).toBe(1);
    });

    it("never keeps a secret in clear", async () => {
      await store.append([sampleRun({ patch_applied: { api_key: "k-123456" }, error: "login failed: token=t-98765" })]);
      const [run] = await store.query();
      expect(run?.patch_applied).toEqual({ api_key: "[masked]" });
      expect(run?.error).toBe("login failed: token=[masked]");
    });

    it("lists sessions, the one with the newest run first", async () => {
      await store.append([
        sampleRun({ session_id: "old" }, 1),
        sampleRun({ session_id: "new" }, 2),
        sampleRun({ session_id: null }, 9),
        sampleRun({ session_id: "old" }, 1),
      ]);
      expect(await store.sessions()).toEqual([
        { session_id: "new", last_recorded_at: "2026-03-01T10:02:00.000Z" },
        { session_id: "old", last_recorded_at: "2026-03-01T10:01:00.000Z" },
      ]);
    });

    it("prunes by age and by number", async () => {
      await store.append([1, 2, 3, 4, 5, 6].map((minute) => sampleRun({ hook_name: `h${minute}` }, minute)));
      expect(await store.prune({ olderThan: new Date(sampleRun({}, 3).recorded_at) })).toBe(2);
      expect(await store.prune({ keepLast: 3 })).toBe(1);
      expect(await store.prune({ keepLast: 3 })).toBe(0);
      expect((await store.query()).map((run) => run.hook_name)).toEqual(["h4", "h5", "h6"]);
      expect(await store.prune({ keepLast: 0 })).toBe(3);
      expect(await store.count()).toBe(0);
    });
  });
}
