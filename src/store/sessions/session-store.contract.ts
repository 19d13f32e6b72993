import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionRecord, SessionState } from "../../agent/session.ts";
import type { SessionQuery } from "../../agent/session-store.ts";
import type { TranscriptEntry } from "../../agent/transcript.ts";
import type { LocalSessionStore, SessionStoreOptions } from "./local-session-store.ts";
import { everyEntry, numbered, sampleEntries, sampleSession } from "./sample-session.fixture.ts";

type Open = (options?: SessionStoreOptions) => Promise<{ store: LocalSessionStore; dispose: () => Promise<void> }>;

/** What every store of sessions must do, whatever it keeps them in. `open` yields an empty one. */
export function describeSessionStore(name: string, open: Open) {
  describe(`session store: ${name}`, () => {
    let store: LocalSessionStore;
    let dispose: () => Promise<void>;

    beforeEach(async () => {
      ({ store, dispose } = await open());
    });
    afterEach(() => dispose());

    it("an empty store answers with nothing", async () => {
      expect(await store.get("sess_1")).toBeNull();
      expect(await store.list()).toEqual([]);
      expect(await store.entries("sess_1")).toEqual([]);
      expect(await store.owner("sess_1")).toBeNull();
      await store.release("sess_1");
      await store.remove("sess_1");
    });

    it("a session comes back with all its fields", async () => {
      const session = sampleSession({
        stop_reason: "prompt_input_exit",
        state: "stopped",
        parent_id: "sess_0",
        agent_files: ["/a/b c.yaml", "/ü.yaml"],
        totals: { turns: 1, steps: 2, tool_calls: 3, input_tokens: 4_000_000_000, output_tokens: 5, cost: null },
      });
      await store.create(session);
      expect(await store.get("sess_1")).toEqual(session);
      expect(await store.list()).toEqual([session]);
    });

    it("the id of a known session cannot be given again", async () => {
      await store.create(sampleSession({ name: "first" }));
      await expect(store.create(sampleSession({ name: "second" }))).rejects.toMatchObject({ code: "SESSION_EXISTS" });
      expect(await store.get("sess_1")).toMatchObject({ name: "first" });
    });

    it("an update replaces all but id, parent and time of creation", async () => {
      await store.create(sampleSession({ parent_id: "sess_0" }, 1));
      const later = sampleSession({ name: "n", state: "stopped", stop_reason: "other", agent: "b", cwd: "/c" }, 5);
      await store.update(later);
      const { created_at } = sampleSession({}, 1);
      expect(await store.get("sess_1")).toEqual({ ...later, parent_id: "sess_0", created_at });
    });

    it.each<[what: string, call: (store: LocalSessionStore) => Promise<unknown>]>([
      ["update", (store) => store.update(sampleSession())],
      ["append", (store) => store.append(sampleEntries("sess_1", 1, 1))],
      ["claim", (store) => store.claim("sess_1")],
    ])("%s of an unknown session is refused", async (_what, call) => {
      await expect(call(store)).rejects.toMatchObject({ code: "SESSION_UNKNOWN" });
    });

    it.each(["", ".", "..", "a/b", "a\\b", "a\nb", "a\0b"])("C178 the unsafe session id %j is refused", async (id) => {
      const code = "SESSION_ID_UNSAFE";
      await expect(store.get(id)).rejects.toMatchObject({ code });
      await expect(store.create(sampleSession({ id }))).rejects.toMatchObject({ code });
      await expect(store.create(sampleSession({ parent_id: id }))).rejects.toMatchObject({ code });
      await expect(store.append(sampleEntries(id, 1, 1))).rejects.toMatchObject({ code });
    });

    it.each<[field: string, changes: Partial<SessionRecord>]>([
      ["state", { state: "asleep" as SessionState }],
      ["name", { name: undefined as unknown as string }],
      ["created_at", { created_at: "yesterday" }],
      ["updated_at", { updated_at: "" }],
      ["totals.turns", { totals: { ...sampleSession().totals, turns: Number.NaN } }],
      ["totals.cost", { totals: { ...sampleSession().totals, cost: Number.POSITIVE_INFINITY } }],
    ])("a session with an impossible %s is refused", async (field, changes) => {
      await expect(store.create(sampleSession(changes))).rejects.toMatchObject({
        code: "SESSION_INVALID",
        message: expect.stringContaining(field),
      });
      expect(await store.list()).toEqual([]);
    });

    describe("ids", () => {
      beforeEach(async () => {
        for (const id of ["sess_a1", "sess_a1b2", "sess_b", "sess_%"]) await store.create(sampleSession({ id }));
      });

      it.each([
        ["the whole id, although others begin so", "sess_a1", "sess_a1"],
        ["a beginning that is one session's alone", "sess_a1b", "sess_a1b2"],
        ["a beginning with a letter", "sess_b", "sess_b"],
        ["a wildcard means itself", "sess_%", "sess_%"],
        ["the middle of an id", "a1", null],
        ["more than the id", "sess_bb", null],
        ["another case", "SESS_B", null],
      ])("%s", async (_what, id, found) => {
        expect((await store.get(id))?.id ?? null).toBe(found);
      });

      it("a beginning of several is refused with their names", async () => {
        await expect(store.get("sess_a")).rejects.toMatchObject({
          code: "SESSION_AMBIGUOUS",
          message: expect.stringContaining("sess_a1, sess_a1b2"),
        });
      });
    });

    describe("lists", () => {
      const sessions = [
        sampleSession({ id: "s1", workspace_id: "w1", workspace: "/w/one", state: "stopped" }, 1),
        sampleSession({ id: "s2", workspace_id: "w1", workspace: "/w/one" }, 2),
        sampleSession({ id: "s3", workspace_id: "w2", workspace: "/w/two", agent: "reviewer" }, 3),
        sampleSession({ id: "s4", workspace_id: "w1", workspace: "/w/one", parent_id: "s2", type: "spawned" }, 4),
        sampleSession({ id: "s5", workspace_id: "w2", workspace: "/w/two", state: "stopped" }, 5),
      ];

      it.each<[what: string, query: SessionQuery, expected: string[]]>([
        ["everything, oldest first", {}, ["s1", "s2", "s3", "s4", "s5"]],
        ["by state", { state: "stopped" }, ["s1", "s5"]],
        ["by type", { type: "spawned" }, ["s4"]],
        ["by workspace id", { workspace: "w1" }, ["s1", "s2", "s4"]],
        ["by workspace root", { workspace: "/w/two" }, ["s3", "s5"]],
        ["by parent", { parent: "s2" }, ["s4"]],
        ["by agent", { agent: "reviewer" }, ["s3"]],
        ["the newest two", { last: 2 }, ["s4", "s5"]],
        ["the newest one of a workspace and state", { workspace: "w1", state: "active", last: 1 }, ["s4"]],
        ["zero means all", { last: 0, state: "stopped" }, ["s1", "s5"]],
        ["nothing fits", { workspace: "w3" }, []],
      ])("%s", async (_what, query, expected) => {
        for (const session of sessions.toReversed()) await store.create(session);
        expect((await store.list(query)).map(({ id }) => id)).toEqual(expected);
      });

      it("sessions of the same millisecond stay in the order they came", async () => {
        for (const id of ["c", "a", "b"]) await store.create(sampleSession({ id }));
        expect((await store.list({ last: 2 })).map(({ id }) => id)).toEqual(["a", "b"]);
      });

      it.each<[what: string, query: SessionQuery, code: string]>([
        ["state", { state: "asleep" }, "SESSION_INVALID"],
        ["negative last", { last: -1 }, "RUN_FILTER_INVALID"],
        ["fractional last", { last: 0.5 }, "RUN_FILTER_INVALID"],
      ])("an invalid %s is refused", async (_what, query, code) => {
        await expect(store.list(query)).rejects.toMatchObject({ code });
      });
    });

    describe("transcripts", () => {
      beforeEach(() => store.create(sampleSession()));
      const sequences = async (id = "sess_1") => (await store.entries(id)).map(({ sequence }) => sequence);

      it("every kind of entry comes back as it was, one by one or together", async () => {
        const entries = everyEntry.map((entry, at) => numbered("sess_1", at + 1, entry, at % 2 ? "turn_1" : null));
        for (const entry of entries.slice(0, 4)) await store.append([entry]);
        await store.append(entries.slice(4));
        expect(await store.entries("sess_1")).toEqual(entries);
      });

      it("what is handed in may be changed afterwards", async () => {
        const [entry] = sampleEntries("sess_1", 1, 1);
        await store.append([entry as TranscriptEntry]);
        Object.assign((entry as TranscriptEntry).content, { text: "changed" });
        expect(await store.entries("sess_1")).toMatchObject([{ content: { text: "entry 1" } }]);
      });

      it("are read from a sequence on", async () => {
        await store.append(sampleEntries("sess_1", 1, 5));
        expect((await store.entries("sess_1", 4)).map(({ sequence }) => sequence)).toEqual([4, 5]);
        expect(await store.entries("sess_1", 6)).toEqual([]);
        expect(await store.entries("sess_1", 0)).toHaveLength(5);
      });

      it("nothing to add is nothing wrong", async () => {
        await store.append([]);
        expect(await sequences()).toEqual([]);
      });

      it.each<[what: string, sequences: number[]]>([
        ["begins too high", [4]],
        ["repeats an entry", [2]],
        ["leaves one out", [3, 5]],
        ["goes backwards", [3, 2]],
        ["repeats itself", [3, 3]],
      ])("a batch that %s is refused as a whole", async (_what, wrong) => {
        await store.append(sampleEntries("sess_1", 1, 2));
        const entries = wrong.flatMap((sequence) => sampleEntries("sess_1", sequence, 1));
        await expect(store.append(entries)).rejects.toMatchObject({ code: "TRANSCRIPT_GAP" });
        expect(await sequences()).toEqual([1, 2]);
        await store.append(sampleEntries("sess_1", 3, 1));
      });

      it("a gap names the entry that is next", async () => {
        await store.append(sampleEntries("sess_1", 1, 2));
        await expect(store.append(sampleEntries("sess_1", 7, 1))).rejects.toMatchObject({
          message: 'Entry 7 does not continue the transcript of session "sess_1", whose next entry is 3.',
        });
      });

      it("each session has its own sequence, also within one batch", async () => {
        await store.create(sampleSession({ id: "sess_2" }));
        await store.append([...sampleEntries("sess_1", 1, 2), ...sampleEntries("sess_2", 1, 1)]);
        await store.append([...sampleEntries("sess_2", 2, 1), ...sampleEntries("sess_1", 3, 1)]);
        expect([await sequences("sess_1"), await sequences("sess_2")]).toEqual([
          [1, 2, 3],
          [1, 2],
        ]);
      });

      it("a batch that fails in one session adds nothing to the others", async () => {
        await store.create(sampleSession({ id: "sess_2" }));
        const entries = [...sampleEntries("sess_1", 1, 1), ...sampleEntries("sess_2", 2, 1)];
        await expect(store.append(entries)).rejects.toMatchObject({ code: "TRANSCRIPT_GAP" });
        expect(await sequences()).toEqual([]);
      });

      it.each<[what: string, field: string, changes: object]>([
        ["a sequence of zero", "sequence", { sequence: 0 }],
        ["half a sequence", "sequence", { sequence: 1.5 }],
        ["a time that is none", "recorded_at", { recorded_at: "soon" }],
        ["a turn that is not a text", "turn_id", { turn_id: 7 }],
        ["no type", "type", { type: undefined }],
        ["text as its content", "content", { content: "text" }],
        ["no content", "content", { content: undefined }],
        ["content that is not JSON", "content", { content: { big: 1n } }],
      ])("an entry with %s is refused", async (_what, field, changes) => {
        const [entry] = sampleEntries("sess_1", 1, 1);
        await expect(store.append([{ ...entry, ...changes } as TranscriptEntry])).rejects.toMatchObject({
          code: "TRANSCRIPT_ENTRY_INVALID",
          message: expect.stringContaining(field),
        });
        expect(await sequences()).toEqual([]);
      });
    });

    describe("owners", () => {
      beforeEach(() => store.create(sampleSession()));

      it("nobody has a new session; whoever claims it has it until it is released", async () => {
        expect(await store.owner("sess_1")).toBeNull();
        expect(await store.claim("sess_1")).toEqual({ diedBefore: null });
        expect(await store.owner("sess_1")).toMatchObject({ pid: process.pid, isAlive: true });
        await store.release("sess_1");
        expect(await store.owner("sess_1")).toBeNull();
      });

      it("the process that has a session may claim it again", async () => {
        await store.claim("sess_1");
        expect(await store.claim("sess_1")).toEqual({ diedBefore: null });
      });

      it("an update does not change who has it", async () => {
        await store.claim("sess_1");
        await store.update(sampleSession({ state: "stopping" }));
        expect(await store.owner("sess_1")).toMatchObject({ pid: process.pid });
      });
    });

    it("removing a session takes its transcript and the sessions it delegated to along, and no others", async () => {
      const family = [
        sampleSession({ id: "a" }),
        sampleSession({ id: "a-child", parent_id: "a" }),
        sampleSession({ id: "a-grandchild", parent_id: "a-child" }),
        sampleSession({ id: "b" }),
        sampleSession({ id: "b-child", parent_id: "b" }),
      ];
      for (const session of family) {
        await store.create(session);
        await store.append(sampleEntries(session.id, 1, 2));
      }
      await store.remove("a");
      expect((await store.list()).map(({ id }) => id)).toEqual(["b", "b-child"]);
      expect(await store.entries("a-grandchild")).toEqual([]);
      expect(await store.entries("b")).toHaveLength(2);
      await store.create(sampleSession({ id: "a" }));
      expect(await store.entries("a")).toEqual([]);
    });

    describe("with a redactor", () => {
      it("texts are kept without secrets; ids stay, and what a provider signed is kept whole or not at all", async () => {
        const { store, dispose } = await open({ redact: (text) => text.replaceAll("hunter22", "[REDACTED]") });
        await store.create(sampleSession());
        const message = { message_id: "hunter22", role: "assistant", agent: "a", model: "m" };
        await store.append([
          numbered("sess_1", 1, {
            type: "agent_message",
            content: { ...message, text: "It is hunter22.", provider_data: { signed: ["hunter22"] } },
          }),
          numbered("sess_1", 2, {
            type: "agent_message",
            content: { ...message, text: "hunter22", provider_data: { signed: ["other"] } },
          }),
          numbered("sess_1", 3, {
            type: "permission",
            content: {
              tool_call_id: "call_1",
              decision: "allow",
              source: "rule",
              reason: null,
              tool_input: { args: ["-p", "hunter22"] },
            },
          }),
        ]);
        const [first, second, third] = (await store.entries("sess_1")).map(({ content }) => content);
        expect(first).toEqual({ ...message, text: "It is [REDACTED]." });
        expect(second).toEqual({ ...message, text: "[REDACTED]", provider_data: { signed: ["other"] } });
        expect(third).toMatchObject({ tool_call_id: "call_1", tool_input: { args: ["-p", "[REDACTED]"] } });
        await dispose();
      });
    });
  });
}
