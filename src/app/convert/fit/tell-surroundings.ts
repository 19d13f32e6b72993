import type { DialectName } from "../../../dialects/translation.ts";
import type { Lose } from "../loss.ts";
import type { PortableHook } from "../portable/portable-hook.ts";
import type { Target } from "../targets/target.ts";
import { unspeakable } from "./unspeakable.ts";

/** In which way a hook gets into the target. */
export interface Way {
  /** Other hooks of the event stand beside it. */
  readonly hasNeighbours: boolean;
  readonly isNative: boolean;
  readonly usesAdapter: boolean;
  /** What it is called there. */
  readonly name: string;
  /** What its event is called there. */
  readonly event: string;
}

/** Tells what gets lost because of what the target and its agents are like, whatever the hook runs. */
export function tellSurroundings(hook: PortableHook, target: Target, way: Way, lose: Lose): void {
  const { dialect } = target;
  if (hook.lane === "preempt" && !way.isNative) {
    const what = `${dialect} has no hooks that go before an approval given in advance.`;
    const others = "it is asked with the other hooks of the event.";
    lose(
      "lane",
      "preempt_yolo",
      what,
      way.usesAdapter ? `Hookline still asks it first. Elsewhere ${others}` : `So ${others}`,
    );
  }
  if (hook.together && way.hasNeighbours && !way.isNative)
    lose("concurrency", "event", `${dialect} runs hooks one after another.`, "It waits for those before it.");
  if (hook.mode === "async" && !target.hasAsync) {
    const what = `${dialect} waits for every hook.`;
    const instead = way.usesAdapter
      ? "Hookline still does not wait for it. Other agents do, and are given no answer."
      : "It is waited for, and its answer counts.";
    lose("mode", hook.dialect === "agh" ? "mode" : "async", what, instead);
  }
  if (!target.hasMetadata && Object.keys(hook.metadata).length > 0)
    lose("metadata", "metadata", `${dialect} has no place for it.`, "It was left out.");
  if (!target.hasDescription && hook.description !== null)
    lose("metadata", "description", `${dialect} has no place for it.`, "It was left out.");
  for (const name of way.isNative && dialect === "docker-agent" ? [] : Object.keys(hook.borrowedEnv)) {
    const what = `The value of ${name} comes from your environment, which ${dialect} cannot say.`;
    lose("place", "env", what, "It is not set. Values of yours are never written into a file.");
  }
  if (!way.usesAdapter && way.name !== hook.name)
    lose("name", "name", `${dialect} cannot call a hook ${JSON.stringify(hook.name)}.`, `It is called ${way.name}.`);
  const unsaid = way.isNative || !way.usesAdapter || hook.mode === "async" ? [] : unspeakableBy(hook, dialect);
  if (unsaid.length > 0) {
    const what = `On ${way.event} agents that speak ${dialect} give a hook no way to ${listed(unsaid)}.`;
    lose("answer", "answer", what, `Hookline still obeys it. ${elsewhere(unsaid)}`);
  }
  if (!way.usesAdapter && !way.isNative && hook.runs.kind !== "builtin") {
    const what = `The program was written for the JSON of ${hook.dialect}; ${dialect} writes and reads another one.`;
    lose("payload", "command", what, "It is run all the same. Change the program, or convert without --plain.");
  }
  // The one built-in that hands on what a hook of its dialect would read.
  if (hook.runs.kind === "builtin" && hook.runs.name === "http_post" && !way.isNative && !way.usesAdapter)
    lose("payload", "command", `It posts what hooks of ${dialect} read.`, "The receiver gets other JSON.");
}

/** A text that is added never says anything else; nobody knows what a program will say. */
function unspeakableBy({ event, dialect, runs }: PortableHook, target: DialectName): readonly string[] {
  const all = unspeakable(event, dialect, target);
  return runs.kind === "prompt" ? all.filter((what) => what === "add context") : all;
}

function elsewhere(unsaid: readonly string[]): string {
  const isAsking = unsaid.includes("have the user asked") && !unsaid.includes("refuse");
  const asked = isAsking ? ", and a wish to have the user asked is a refusal" : "";
  return `Under other agents this part of an answer is only told on standard error${asked}.`;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
