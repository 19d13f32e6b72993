import { type Hook, hookSources, skillSources } from "./hook.ts";

/** Sorts hooks into the order in which they run. The input is left as it is. */
export function inRunOrder(hooks: readonly Hook[]): Hook[] {
  return hooks
    .map((hook, declared) => ({ hook, declared }))
    .sort((a, b) => compare(a.hook, b.hook) || a.declared - b.declared)
    .map(({ hook }) => hook);
}

function compare(a: Hook, b: Hook): number {
  return (
    hookSources.indexOf(a.source) - hookSources.indexOf(b.source) ||
    b.priority - a.priority ||
    skillRank(a) - skillRank(b) ||
    tieRank(a) - tieRank(b) ||
    (a.tieBreak === "name" ? compareBytes(a.name, b.name) : 0)
  );
}

function skillRank(hook: Hook): number {
  return hook.skillSource === null ? skillSources.length : skillSources.indexOf(hook.skillSource);
}

/** Hooks ordered by name come before hooks ordered by declaration; comparing across the two would not be transitive. */
function tieRank(hook: Hook): number {
  return hook.tieBreak === "name" ? 0 : 1;
}

function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
