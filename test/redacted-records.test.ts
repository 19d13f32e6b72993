import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createEngine } from "../src/engine/engine.ts";
import { nativeHook } from "../src/engine/native-hook.ts";
import { knownSecrets } from "../src/lib/redact/known-secrets.ts";
import { createRedactor } from "../src/lib/redact/redact.ts";
import { openInProcessRecorder } from "../src/store/sqlite/open-recorder.ts";
import { openSqliteRunStore } from "../src/store/sqlite/sqlite-run-store.ts";
import { positives } from "./corpus/secrets/positive.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "hookline-redact-"));
  homes.push(home);
  return home;
}

/** One token per family is enough here; what they look like in other surroundings is tested elsewhere. */
const samples = positives.filter(({ id }) => !/surroundings [2-5]$/.test(id));
const environment = { DEPLOY_TOKEN: "the-lazy-dog-jumps", HOME: "/home/ada" };

describe("T23 secrets in records", () => {
  it("none of several hundred reaches the database, its log or its index", async () => {
    expect(samples.length).toBeGreaterThan(250);
    const home = newHome();
    const path = join(home, "runs.db");
    const recorder = openInProcessRecorder({ path, redactor: createRedactor({ known: knownSecrets(environment) }) });
    const hooks = [
      nativeHook({
        name: "rewrites",
        event: "tool.pre_call",
        run: ({ tool_input }) => ({
          patch: { tool_input: { deep: [{ tool_input }], text: JSON.stringify(tool_input) } },
        }),
      }),
      nativeHook({
        name: "fails",
        event: "tool.pre_call",
        run: ({ title }: { title?: string } & object) => {
          throw new Error(`could not use ${title}`);
        },
      }),
    ];
    const engine = createEngine({ hooks, record: recorder.record });
    const texts = [...samples.map(({ text }) => text), `say ${environment.DEPLOY_TOKEN} please`];
    for (const text of texts) await engine.fire("tool.pre_call", { tool_input: { text }, title: text } as object);
    await engine.close();
    await recorder.flush();

    const files = () => readdirSync(home).map((name) => readFileSync(join(home, name), "utf8"));
    const whileOpen = files();
    await recorder.close();
    const kept = [...whileOpen, ...files()].join("\n");
    const needles = [...samples.flatMap(({ secrets }) => secrets), environment.DEPLOY_TOKEN];
    expect(needles.filter((needle) => isIn(kept, needle))).toEqual([]);

    const store = openSqliteRunStore({ path });
    const runs = await store.query();
    await store.close();
    expect(runs).toHaveLength(2 * texts.length);
    expect(runs.some(({ error }) => error?.includes("could not use"))).toBe(true);
  });
});

/** A secret of several lines is looked for as it is and as JSON writes it. */
function isIn(kept: string, needle: string): boolean {
  return kept.includes(needle) || kept.includes(JSON.stringify(needle).slice(1, -1));
}
