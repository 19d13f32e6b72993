import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBuiltinExecutorOnDemand } from "../../src/app/builtin-executor.ts";
import { type Conversion, convertHooks } from "../../src/app/convert/convert-hooks.ts";
import type { Loss, LossAspect } from "../../src/app/convert/loss.ts";
import { createWorld } from "../../src/app/world.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { type DialectName, dialectNames } from "../../src/dialects/translation.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { Executors } from "../../src/engine/ports.ts";
import { createProcessExecutor, type ProcessExecutor } from "../../src/executors/process/executor.ts";
import { runPrompt } from "../../src/executors/prompt.ts";
import { loadHooks } from "../../src/sources/load-hooks.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";
import { type Meaning, meaningsOf, remembering } from "./meaning.ts";
import { type Payload, payloadsOf } from "./payloads.ts";

/*
 * Every hook of the corpus is converted to every other dialect and back. What each version makes of the same payloads must
 * be the same, or differ only in what the conversion has said would get lost.
 */

const corpus = join(import.meta.dirname, "..", "corpus", "hooks");
const payloadCount = 200;
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin", SHELL: "/bin/sh" };

const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-convert-")));
const home = join(base, "home");
let processes: ProcessExecutor;
let executors: Executors;

beforeAll(() => {
  processes = createProcessExecutor({ environment });
  executors = {
    process: remembering(processes.execute),
    builtin: createBuiltinExecutorOnDemand(createWorld({ home, environment })),
    prompt: runPrompt,
  };
});
afterAll(async () => {
  await processes.close();
  rmSync(base, { recursive: true, force: true });
});

let places = 0;

/** A workspace with the scripts of the corpus, and nothing else yet. */
function newPlace(): string {
  const root = join(base, `w${places++}`);
  cpSync(join(corpus, "scripts"), join(root, "scripts"), { recursive: true });
  return root;
}

function load(root: string): readonly Hook[] {
  const place = { home, cwd: root, environment };
  const workspace = resolveWorkspace(root, place);
  const { hooks, findings } = loadHooks({ ...place, workspace, trust: "unchecked" });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  return hooks.filter(({ fromWorkspace }) => fromWorkspace);
}

/** The hooks of one declaration: docker-agent has an event that stands for two of ours. */
function declarationsIn(hooks: readonly Hook[]): readonly (readonly Hook[])[] {
  return [...Map.groupBy(hooks, ({ name, origin }) => JSON.stringify([name, origin])).values()];
}

function convert(hooks: readonly Hook[], to: DialectName, root: string): Conversion {
  return convertHooks(hooks, { to, isPlain: false, level: "workspace", root });
}

/** Writes a conversion into a workspace of its own and reads it again. */
function written({ files }: Conversion, from: string): { readonly root: string; readonly hooks: readonly Hook[] } {
  const root = newPlace();
  // Programs that lie beside a declaration go on lying there.
  if (existsSync(join(from, ".agents")))
    cpSync(join(from, ".agents"), join(root, "kept", ".agents"), { recursive: true });
  for (const { path, text, isExecutable } of files) {
    const moved = text.replaceAll("./.agents/", "./kept/.agents/");
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), moved, { mode: isExecutable ? 0o755 : 0o644 });
  }
  return { root, hooks: load(root) };
}

/** What may be different on account of a loss: whether it ran, how it failed, or what it said. */
type Difference = "ran" | "failed" | "said";
const allowed: Readonly<Record<LossAspect, readonly Difference[]>> = {
  declaration: [],
  event: [],
  executor: [],
  matcher: [],
  scope: [],
  order: [],
  mode: [],
  failure: ["failed"],
  timeout: ["failed"],
  lane: [],
  concurrency: [],
  payload: ["said"],
  answer: [],
  place: [],
  name: [],
  metadata: [],
};

function differences(one: Meaning, other: Meaning): readonly Difference[] {
  if (one.runs.length !== other.runs.length) return ["ran"];
  if (one.runs.join() === other.runs.join() && one.verdict === other.verdict) return [];
  const hasFailed = [...one.runs, ...other.runs].some((run) => run.startsWith("failed"));
  return [hasFailed ? "failed" : "said"];
}

/** What hooks mean before they are converted, which is asked again for every dialect and both ways. */
const meant = new Map<readonly Hook[], Map<EventName, Promise<readonly Meaning[]>>>();

function meaningsBefore(hooks: readonly Hook[], event: EventName, payloads: readonly Payload[]) {
  const known = meant.get(hooks) ?? new Map<EventName, Promise<readonly Meaning[]>>();
  meant.set(hooks, known);
  const meanings = known.get(event) ?? meaningsOf(hooks, event, payloads, executors);
  known.set(event, meanings);
  return meanings;
}

async function expectSameMeaning(before: readonly Hook[], after: readonly Hook[], losses: readonly Loss[]) {
  const tolerated = new Set(losses.flatMap(({ aspect }) => allowed[aspect]));
  for (const event of new Set(before.map((hook) => hook.event))) {
    const payloads = payloadsOf(event, payloadCount, 4);
    const meant = await meaningsBefore(before, event, payloads);
    const means = await meaningsOf(after, event, payloads, executors);
    meant.forEach((one, index) => {
      const other = means[index] as Meaning;
      const found = differences(one, other).filter((difference) => !tolerated.has(difference));
      if (found.length > 0)
        expect({ payload: payloads[index], ...other }).toEqual({ payload: payloads[index], ...one });
    });
  }
}

describe.each(dialectNames)("hooks of %s", (from) => {
  const origin = newPlace();
  cpSync(join(corpus, from), origin, { recursive: true });
  const declarations = declarationsIn(load(origin));

  it("are many", () => expect(declarations.length).toBeGreaterThan(15));

  describe.each(dialectNames.filter((to) => to !== from))("as hooks of %s", (to) => {
    it.each(declarations.map((hooks) => [hooks[0]?.name ?? "", hooks] as const))("%s", async (_name, hooks) => {
      const there = convert(hooks, to, origin);
      if (there.files.length === 0) {
        expect(there.losses.map(({ aspect }) => aspect)).toContainEqual(expect.stringMatching(/^(?:event|executor)$/));
        return;
      }
      const away = written(there, origin);
      await expectSameMeaning(hooks, away.hooks, there.losses);

      const back = convert(away.hooks, from, away.root);
      const home = written(back, away.root);
      await expectSameMeaning(hooks, home.hooks, [...there.losses, ...back.losses]);
    });
  });
});

describe("a conversion that loses nothing", () => {
  it.each(dialectNames.flatMap((from) => dialectNames.filter((to) => to !== from).map((to) => [from, to] as const)))(
    "from %s to %s gives the same text after having been there and back",
    (from, to) => {
      const origin = newPlace();
      cpSync(join(corpus, from), origin, { recursive: true });
      let compared = 0;
      for (const hooks of declarationsIn(load(origin))) {
        const there = convert(hooks, to, origin);
        // What other agents do not understand is written all the same.
        if (there.losses.some(({ aspect }) => aspect !== "answer") || there.files.length === 0) continue;
        const away = written(there, origin);
        const home = written(convert(away.hooks, from, away.root), away.root);
        const again = convert(home.hooks, to, home.root);
        const textOf = ({ files }: Conversion) =>
          files.map(({ path, text }) => [path, text.replaceAll("./kept/", "./")]);
        expect(textOf(again)).toEqual(textOf(there));
        compared++;
      }
      expect(compared).toBeGreaterThan(from === "agent-hooks" && to === "docker-agent" ? -1 : 0);
    },
  );
});

describe("a whole workspace", () => {
  it.each(dialectNames.flatMap((from) => dialectNames.filter((to) => to !== from).map((to) => [from, to] as const)))(
    "of %s runs its hooks in the same order under %s",
    (from, to) => {
      const origin = newPlace();
      cpSync(join(corpus, from), origin, { recursive: true });
      const hooks = load(origin);
      const there = convert(hooks, to, origin);
      const away = written(there, origin);
      const orderOf = (list: readonly Hook[]) =>
        createEngine({ hooks: list })
          .hooks()
          .map(({ event, name }) => [event, name]);
      const names = new Set(away.hooks.map(({ event, name }) => JSON.stringify([event, name])));
      const expected = orderOf(hooks).filter((one) => names.has(JSON.stringify(one)));
      expect(orderOf(away.hooks)).toEqual(expected);
      // Whatever is not there was named.
      const missing = hooks.filter(({ event, name }) => !names.has(JSON.stringify([event, name])));
      const named = new Set(there.losses.map(({ hook }) => hook));
      expect(missing.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
    },
  );
});
