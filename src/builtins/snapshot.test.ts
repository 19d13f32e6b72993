import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shadowDirectory } from "../lib/shadow-git/place.ts";
import { inRepository } from "./snapshot.fixture.ts";
import { snapshot } from "./snapshot.ts";

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).sort();
const files = { "a.txt": "one\n", "b.txt": "two\n", "src/c.ts": "three\n" };

describe("the events", () => {
  it("docker §10.45: undo after the session's end restores what was modified, added and deleted", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.fire("session.start");
      await repository.step(() => {
        repository.write("a.txt", "changed\n");
        repository.write("new/d.txt", "four\n");
        repository.remove("b.txt");
      });
      await repository.fire("session.end");
      const { files, undo } = await repository.undo();
      expect(files.map(({ path, status }) => `${status} ${path}`)).toEqual([
        "modified a.txt",
        "added b.txt",
        "deleted new/d.txt",
      ]);
      expect(repository.state()).toEqual(before);
      expect(existsSync(repository.path("new"))).toBe(false);
      expect(undo).toMatchObject({ kind: "undo", session: "s1" });
    }));

  it("docker §10.45: a step without changes makes no checkpoint and does not hide the last one", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => repository.write("a.txt", "changed\n"));
      await repository.step(() => {});
      await repository.step(() => utimesSync(repository.path("b.txt"), 1, 1));
      expect(repository.history()).toHaveLength(1);
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }));

  it("docker §10.45: list counts, reset goes back to a count, and reset beyond the history does nothing", () =>
    inRepository({ files }, async (repository) => {
      const states = [repository.state()];
      for (const name of ["1", "2", "3"]) {
        await repository.step(() => repository.write("a.txt", `${name}\n`));
        states.push(repository.state());
      }
      expect(repository.history().map((each) => paths(each.files))).toEqual([["a.txt"], ["a.txt"], ["a.txt"]]);
      expect(await repository.undo({ choice: { kind: "keep", keep: 3 } })).toMatchObject({ files: [], undo: null });
      expect(await repository.undo({ choice: { kind: "keep", keep: 9 } })).toMatchObject({ files: [], undo: null });
      await repository.undo({ choice: { kind: "keep", keep: 1 } });
      expect(repository.state()).toEqual(states[1]);
      expect(repository.history().filter(({ kind }) => kind === "change")).toHaveLength(1);
      await repository.undo({ choice: { kind: "keep", keep: 0 } });
      expect(repository.state()).toEqual(states[0]);
    }));

  it("docker §5.15: tool calls are told apart by their id, and a call without one is left alone", () =>
    inRepository({ files }, async (repository) => {
      await repository.fire("tool.pre_call", { callId: "1" });
      repository.write("a.txt", "by 1\n");
      await repository.fire("tool.pre_call", { callId: "2" });
      repository.write("b.txt", "by 2\n");
      await repository.fire("tool.post_error", { callId: "2" });
      await repository.fire("tool.post_call", { callId: "1" });
      await repository.fire("tool.post_call", { callId: "3" });
      await repository.fire("tool.pre_call");
      repository.write("src/c.ts", "by nobody\n");
      await repository.fire("tool.post_call");
      expect(repository.history().map(({ event, files }) => [event, ...paths(files)])).toEqual([
        ["tool.post_error", "b.txt"],
        ["tool.post_call", "a.txt", "b.txt"],
      ]);
    }));

  it("a step that its tool calls have written down completely adds nothing", () =>
    inRepository({ files }, async (repository) => {
      const states: unknown[] = [];
      await repository.step(async () => {
        for (const id of ["1", "2"]) {
          states.push(repository.state());
          await repository.fire("tool.pre_call", { callId: id });
          repository.write(`${id}.txt`);
          await repository.fire("tool.post_call", { callId: id });
        }
      });
      expect(repository.history().map(({ event }) => event)).toEqual(["tool.post_call", "tool.post_call"]);
      await repository.undo();
      expect(repository.state()).toEqual(states[1]);
      await repository.undo();
      expect(repository.state()).toEqual(states[0]);
    }));

  it("a step with changes outside of its tool calls is undone as a whole, its calls included", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(async () => {
        repository.write("a.txt", "outside\n");
        await repository.fire("tool.pre_call", { callId: "1" });
        repository.write("a.txt", "inside\n");
        await repository.fire("tool.post_call", { callId: "1" });
      });
      expect(repository.history()).toHaveLength(2);
      await repository.undo();
      expect(repository.state()).toEqual(before);
      expect(repository.history().filter(({ kind }) => kind === "change")).toEqual([]);
    }));

  it("docker §5.15: without a session, a directory or a repository nothing happens and nothing is said", () =>
    inRepository({ files }, async (repository) => {
      const { world } = repository;
      const call = { event: "step.start", written: () => ({}), args: [], env: {}, signal: null } as const;
      const withoutSession = { ...call, payload: {}, cwd: repository.root };
      const withoutDirectory = { ...call, payload: { session_id: "s" }, cwd: null };
      const outside = { ...call, payload: { session_id: "s" }, cwd: repository.base };
      const nowhere = { ...call, payload: { session_id: "s" }, cwd: repository.path("gone") };
      for (const input of [withoutSession, withoutDirectory, outside, nowhere]) {
        expect(await snapshot.run(input, world)).toBeUndefined();
      }
      expect(existsSync(world.dataDir)).toBe(false);
    }));

  it("docker §5.15: git that does not work is no failure, but the user is told", () =>
    inRepository({ files }, async (repository) => {
      const world = { ...repository.world, environment: { PATH: repository.base } };
      const payload = { session_id: "s" };
      const cwd = repository.root;
      const input = {
        event: "step.start",
        payload,
        written: () => payload,
        args: [],
        env: {},
        cwd,
        signal: null,
      } as const;
      expect(await snapshot.run(input, world)).toEqual({
        messages: [{ level: "warning", text: expect.stringMatching(/^No snapshot was taken on step\.start.*git/) }],
      });
    }));

  it("docker §10.45: a state that is no longer known counts as no change", () =>
    inRepository({ files }, async (repository) => {
      await repository.fire("step.start");
      repository.write("a.txt", "changed\n");
      const begun = join(shadowDirectory(repository.world.dataDir, repository.root), "begun");
      const [name = ""] = readdirSync(begun);
      const text = readFileSync(join(begun, name), "utf8");
      writeFileSync(join(begun, name), text.replace(/"tree":"[^"]+"/, `"tree":"${"0123456789".repeat(4)}"`));
      expect(await repository.fire("step.end")).toBeUndefined();
      expect(repository.history()).toEqual([]);
    }));
});

describe("two sessions in one repository", () => {
  it("each can undo its own change", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "by 1\n"), { session: "s1" });
      await repository.step(() => repository.write("b.txt", "by 2\n"), { session: "s2" });
      await repository.undo({ session: "s1" });
      expect(repository.state()).toMatchObject({ "a.txt": "file one\n", "b.txt": "file by 2\n" });
      await repository.undo({ session: "s2" });
      expect(repository.state()).toMatchObject({ "b.txt": "file two\n" });
    }));

  it("neither can undo what the other has built upon", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "by 1\n"), { session: "s1" });
      await repository.step(() => repository.write("a.txt", "by 2\n"), { session: "s2" });
      await repository.step(() => repository.write("a.txt", "by 1 again\n"), { session: "s1" });
      await expect(repository.undo({ session: "s2" })).rejects.toMatchObject({ code: "UNDO_CONFLICT" });
      await expect(repository.undo({ session: "s1", choice: { kind: "steps", steps: 2 } })).rejects.toMatchObject({
        code: "UNDO_CONFLICT",
      });
      await repository.undo({ choice: { kind: "steps", steps: 3 } });
      expect(repository.state()["a.txt"]).toBe("file one\n");
    }));
});
