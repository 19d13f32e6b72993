import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createExecutors } from "../../src/app/executors.ts";
import { revoke, trust, undecided } from "../../src/app/trust.ts";
import { createWorld } from "../../src/app/world.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { openLiveHooks } from "../../src/sources/live-hooks.ts";
import { lockPath } from "../../src/sources/trust/lock-file.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";
import { declaration, openRepository, toolCall } from "./repository.ts";

const two = () =>
  openRepository({
    ".hookline/config.toml": `${declaration("one", "./a.sh")}\n${declaration("two", "./a.sh")}`,
    "a.sh": "#!/bin/sh\nprintf '{}'\n",
  });

describe("a decision", () => {
  it("is written outside of the workspace, for the user alone, as text that can be read", async () => {
    const repository = two();
    await repository.trustAll();
    const folder = join(repository.home, "trust");
    const lock = lockPath(repository.home, repository.root);
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(folder), mode(lock), mode(join(folder, "copies")), mode(join(folder, "shown"))]).toEqual([
      0o700, 0o600, 0o700, 0o700,
    ]);
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({
      version: 1,
      workspace: repository.root,
      hooks: [
        {
          hook: "one",
          event: "tool.pre_call",
          dialect: "agh",
          file: ".hookline/config.toml",
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          trusted_at: expect.stringMatching(/^\d{4}-.*Z$/),
          files: [{ path: "a.sh", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
        { hook: "two" },
      ],
    });
    for (const hook of repository.hooks()) {
      if (hook.executor.kind !== "process") throw new Error("no process");
      expect(mode(hook.executor.command)).toBe(0o500);
    }
    expect(readdirSync(repository.root).sort()).toEqual([".hookline", "a.sh"]);
  });

  it("is never asked for twice: not after a restart, not after going back, not for a second clone of the same home", async () => {
    const repository = two();
    expect(await repository.trustAll()).toHaveLength(2);
    expect(await repository.trustAll()).toEqual([]);
    const text = readFileSync(join(repository.root, "a.sh"), "utf8");
    repository.write("a.sh", `${text}# more\n`);
    expect(await repository.trustAll()).toHaveLength(2);
    repository.write("a.sh", text);
    expect(await repository.trustAll()).toEqual([]);
    repository.write("a.sh", `${text}# more\n`);
    expect(await repository.trustAll()).toEqual([]);
  });

  it("is about the bytes that were shown, not about those that are there when it is made", async () => {
    const repository = two();
    const review = repository.review();
    repository.write("a.sh", "#!/bin/sh\necho evil\n");
    await trust(review, undecided(review));
    expect(repository.review().subjects.map(({ state }) => state)).toEqual(["changed", "changed"]);
    expect((await repository.fire()).records.map(({ failure }) => failure)).toEqual(["trust-refused", "trust-refused"]);
  });

  it("can be made for one hook, and taken back for one or for all", async () => {
    const repository = two();
    const states = () => repository.review().subjects.map(({ state, evidence }) => `${evidence.hook} ${state}`);
    const review = repository.review();
    await trust(review, review.subjects.slice(0, 1));
    expect(states()).toEqual(["one trusted", "two new"]);
    await repository.trustAll();
    expect(await revoke(repository.review(), "one")).toBe(1);
    expect(states()).toEqual(["one new", "two trusted"]);
    expect(await revoke(repository.review(), null)).toBe(1);
    expect(states()).toEqual(["one new", "two new"]);
    await expect(revoke(repository.review(), "on")).rejects.toMatchObject({ code: "TRUST_HOOK_UNKNOWN" });
  });

  it("about a hook that is gone is kept and told", async () => {
    const repository = two();
    await repository.trustAll();
    repository.write(".hookline/config.toml", declaration("one", "./a.sh"));
    expect(repository.review().gone).toMatchObject([{ hook: "two" }]);
    repository.write(".hookline/config.toml", `${declaration("one", "./a.sh")}\n${declaration("two", "./a.sh")}`);
    expect(repository.review().gone).toEqual([]);
    expect(await repository.trustAll()).toEqual([]);
  });

  it.each<[what: string, spoil: (path: string) => void]>([
    ["no JSON", (path) => writeFileSync(path, "{")],
    ["half of it", (path) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 200))],
    [
      "another version",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace('"version": 1', '"version": 2')),
    ],
    ["another workspace's", (path) => writeFileSync(path, readFileSync(path, "utf8").replace('repo"', 'other"'))],
    [
      "an entry without a fingerprint",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/"fingerprint": "[^"]+",/, "")),
    ],
    ["open to others", (path) => chmodSync(path, 0o666)],
  ])("does not count when the file is spoilt: %s", async (_what, spoil) => {
    const repository = two();
    await repository.trustAll();
    spoil(lockPath(repository.home, repository.root));
    expect((await repository.fire()).records.map(({ failure }) => failure)).toEqual(["trust-refused", "trust-refused"]);
    expect(repository.review().findings).toMatchObject([{ code: "TRUST_FILE_BROKEN" }]);
  });
});

describe("a change of trust while hooks run", () => {
  it("each of 100 dispatches sees both hooks trusted or neither", async () => {
    const repository = two();
    const { place, root, home } = repository;
    const { environment } = place;
    const executors = createExecutors({ environment, world: createWorld({ home, environment }) });
    const engine = createEngine({ executors: executors.table });
    const request = { home, cwd: root, environment, workspace: resolveWorkspace(root, { home, cwd: root }) };
    using live = openLiveHooks(request, ({ current }) => engine.swap(current.hooks, current.broken));
    live.refresh();
    const seen: string[] = [];
    const changes = async () => {
      for (let at = 0; at < 6; at++) {
        if (at % 2 === 0) await repository.trustAll();
        else await revoke(repository.review(), null);
        live.refresh();
      }
      await repository.trustAll();
      live.refresh();
    };
    const fire = async () => {
      live.refresh();
      const { runs } = await engine.fire("tool.pre_call", toolCall as never);
      seen.push(runs.map(({ outcome }) => outcome).join(" "));
    };
    await Promise.all([changes(), ...Array.from({ length: 100 }, () => fire())]);
    await fire();
    await engine.close();
    await executors.close();
    expect(seen).toHaveLength(101);
    expect(seen.filter((pair) => pair !== "applied applied" && pair !== "skipped skipped")).toEqual([]);
    expect(seen.at(-1)).toBe("applied applied");
    expect(seen).toContain("skipped skipped");
  });

  it("decisions of several processes at once do not get lost", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `hook-${at}`);
    const repository = openRepository({
      ".hookline/config.toml": names.map((name) => declaration(name, "true")).join("\n"),
    });
    await Promise.all(
      names.map(async (name) => {
        const review = repository.review();
        await trust(
          review,
          review.subjects.filter(({ evidence }) => evidence.hook === name),
        );
      }),
    );
    expect(undecided(repository.review())).toEqual([]);
  });
});
