import type { CompiledHook } from "../dialects/agent-hooks/declaration.ts";
import type { Hook } from "../engine/hook.ts";
import { type Finding, finding } from "../errors/problem.ts";
import { addShadow, type Pile } from "./pile.ts";

/**
 * Adds the hooks of the user and of the workspace, of those with the same name only one: the first of a folder, and the
 * workspace's in place of the user's. This is the only place where that is decided.
 */
export function settleNames(pile: Pile, yours: readonly CompiledHook[], theirs: readonly CompiledHook[]): void {
  const user = firstOfEach(pile, yours);
  const workspace = firstOfEach(pile, theirs).filter((hook) => mayReplace(pile, hook, user));
  const replacing = new Map(workspace.map((hook) => [hook.name, hook]));
  for (const hook of user) {
    const by = replacing.get(hook.name);
    if (by === undefined) pile.hooks.push(hook);
    else replace(pile, hook, by);
  }
  pile.hooks.push(...workspace);
  for (const { standIns, broken } of [...yours, ...theirs]) {
    pile.hooks.push(...standIns);
    if (broken) pile.broken.push(broken);
  }
}

/** A repository that replaces what the user declared for all workspaces does not do so unseen, nor before it is trusted. */
function replace(pile: Pile, yours: Hook, by: Hook): void {
  const params = { name: yours.name, place: placeOf(yours), isOff: false };
  pile.findings.push(finding("HOOK_REPLACES_YOURS", by.origin, params));
  const { file, line } = by.origin;
  if (file !== null) addShadow(pile, { dialect: by.dialect, file, line }, [by], [yours]);
}

/** Nor can it take away a guard that must not fail open: what would replace it does not run, and that is said. */
function mayReplace(pile: Pile, hook: Hook, user: readonly Hook[]): boolean {
  const guard = user.find(({ name, onFailure }) => name === hook.name && onFailure === "block");
  if (guard === undefined) return true;
  const params = { name: hook.name, place: placeOf(guard) };
  leaveOut(pile, hook, finding("AGENT_HOOK_CANNOT_REPLACE_YOURS", hook.origin, params));
  return false;
}

/** What cannot run takes nobody's name. */
function firstOfEach(pile: Pile, compiled: readonly CompiledHook[]): Hook[] {
  const first = new Map<string, Hook>();
  for (const { hook } of compiled) {
    if (hook === null) continue;
    const known = first.get(hook.name);
    if (known === undefined) first.set(hook.name, hook);
    else {
      const params = { name: hook.name, place: placeOf(known) };
      leaveOut(pile, hook, finding("AGENT_HOOK_NAME_REPEATED", hook.origin, params));
    }
  }
  return [...first.values()];
}

/** Reported with every dispatch of its event, so that nobody waits for it. */
function leaveOut(pile: Pile, { name, event, dialect, origin }: Hook, problem: Finding): void {
  pile.findings.push(problem);
  pile.broken.push({ name, event, dialect, ...origin, what: problem.what, fix: problem.fix });
}

function placeOf({ origin }: Hook): string {
  return `${origin.file}:${origin.line}`;
}
