import { isDeepStrictEqual } from "node:util";
import type { Hook } from "./hook.ts";
import type { Judgement } from "./judge.ts";
import { nothingToRun, type Plan, toPlan } from "./plan.ts";
import type { Run } from "./run.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Hooks are asked once more, about what some of them have made of a payload. */
export interface SecondLook {
  /** What it is about. Nobody may change these fields any more: a hook that wants to is `rejected`. */
  readonly fixed: readonly string[];
  /** Runs of hooks that have seen exactly this, or have written it. They are not asked again. */
  readonly seenIn: readonly Run[];
}

/** The part of a plan that is asked again. Observers were told already. */
export function planAgain(plan: Plan, { fixed, seenIn }: SecondLook): Plan {
  const seen = new Set(seenIn.map(({ source, dialect, hook_name }) => keyOf(source, dialect, hook_name)));
  const keys = plan.sync.map(keyOfHook);
  // Of two hooks that are called the same nobody knows which one has seen it.
  const isSeen = (key: string) => seen.has(key) && keys.indexOf(key) === keys.lastIndexOf(key);
  const again = toPlan(plan.sync.filter((hook) => !isSeen(keyOfHook(hook))));
  return again === nothingToRun ? again : { ...again, fixed };
}

/** The same judgement, without a change of what nobody may change. Whatever else the hook said still counts. */
export function keepFixed(fixed: readonly string[], hook: Hook, payload: Fields, judged: Judgement): Judgement {
  const changed = fixed.filter((field) => judged.payload[field] !== payload[field]);
  if (changed.length === 0) return judged;
  const kept = { ...judged, payload: { ...judged.payload, ...pick(payload, changed) } };
  const wanted = changed.filter((field) => !isDeepStrictEqual(judged.payload[field], payload[field]));
  if (wanted.length === 0 || judged.outcome === "denied") return kept;
  const rejection = `${wanted.join(" and ")} can no longer be changed: other hooks have already been asked about it`;
  const problem = {
    code: "HOOK_PATCH_REJECTED",
    hook: hook.name,
    failure: null,
    what: `Hook "${hook.name}" was asked again about what hooks had made of it, and its change was refused: ${rejection}.`,
    fix: "Make the hook leave alone what needs no change any more, or let it run after the hook whose change it corrects.",
  } as const;
  return { ...kept, outcome: "rejected", rejection, problems: [...judged.problems, problem] };
}

function keyOfHook({ source, dialect, name }: Hook): string {
  return keyOf(source, dialect, name);
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function pick(payload: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, payload[field]]));
}
