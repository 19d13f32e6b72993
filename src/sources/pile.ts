import { guardsInText } from "../dialects/agh/broken.ts";
import { type Compiled, compileDeclaration } from "../dialects/agh/compile-declaration.ts";
import type { Draft } from "../dialects/agh/draft.ts";
import type { HookFile } from "../dialects/agh/hook-file.ts";
import type { Owner } from "../dialects/agh/owner.ts";
import type { BrokenHook, Hook } from "../engine/hook.ts";
import type { Finding } from "../errors/problem.ts";
import { type Shadow, shadowOver } from "./trust/shadow.ts";

/** What has been read so far. */
export interface Pile {
  readonly hooks: Hook[];
  readonly broken: BrokenHook[];
  readonly findings: Finding[];
  /** Where a workspace takes the place of what the user has. */
  readonly shadows: Shadow[];
}

export function emptyPile(): Pile {
  return { hooks: [], broken: [], findings: [], shadows: [] };
}

/** Adds a file with one owner: its declarations, or what can be said of a file that cannot be read. */
export function addFile(pile: Pile, file: HookFile, text: string, owner: Owner): void {
  addFindings(pile, file, text, owner);
  for (const draft of file.drafts) addDraft(pile, draft, owner);
}

/** Adds what is wrong with a file, but not its declarations. */
export function addFindings(pile: Pile, file: HookFile, text: string, owner: Owner): void {
  pile.findings.push(...file.findings);
  if (!file.unreadable) return;
  pile.broken.push(brokenFile(file.unreadable));
  pile.hooks.push(...guardsInText(file.file, text, owner, file.unreadable));
}

/** Adds one declaration and tells whether it can be what its author meant. */
export function addDraft(pile: Pile, draft: Draft, owner: Owner): "sound" | "broken" {
  const compiled = compileDeclaration(draft, owner);
  addCompiled(pile, compiled);
  return compiled.broken ? "broken" : "sound";
}

/** Stands for all declarations of a file that could not be read: nobody knows how many there are. */
export function brokenFile({ file, line, what, fix }: Finding, dialect = "agh"): BrokenHook {
  return { name: null, event: null, dialect, file, line, what, fix };
}

/** Tells that what a workspace says takes the place of hooks of the user's, so that these go on while it is not trusted. */
export function addShadow(
  pile: Pile,
  place: Pick<Shadow, "dialect" | "file" | "line">,
  by: readonly Hook[],
  yours: readonly Hook[],
): void {
  const shadow = shadowOver(place, by, yours);
  if (shadow !== null) pile.shadows.push(shadow);
}

function addCompiled(pile: Pile, { hook, broken, findings }: Compiled): void {
  if (hook) pile.hooks.push(hook);
  if (broken) pile.broken.push(broken);
  for (const finding of findings) pile.findings.push(finding);
}
