import { contractOf, type EventName, isEventName } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import { brokenHook as describeBroken, standInFor } from "../../engine/broken-hook.ts";
import type { BrokenHook, Hook } from "../../engine/hook.ts";
import { everywhere, type Scope } from "../../engine/matcher.ts";
import type { Finding } from "../../errors/problem.ts";
import type { Draft } from "./draft.ts";
import type { Owner } from "./owner.ts";

/** Describes a declaration that cannot run, with the first of its problems. */
export function brokenHook(
  { file, line }: Draft,
  name: string | null,
  event: EventName | null,
  reasons: readonly Finding[],
): BrokenHook {
  return describeBroken({ name, event, dialect: "agh", file, line }, reasons);
}

/** A hook that refuses in place of a broken guard, when the declaration says that it must not fail open. */
export function brokenGuard(
  draft: Draft,
  owner: Owner,
  broken: BrokenHook,
  contract: EventContract,
  scope: Scope,
): Hook | null {
  const { required, on_failure } = draft.table as { required?: unknown; on_failure?: unknown };
  // Somebody who writes `required: yes` or "blocks" wants a guard that holds, even where it is not how to say it.
  const mustHold = /^\s*(?:true|yes|on|1)\s*$/i.test(wordOf(required)) || /^\s*bl?oc?k/i.test(wordOf(on_failure));
  if (!mustHold) return null;
  return standIn(owner, broken, contract, scope);
}

/** Tables of a TOML file cannot be turned into text. */
function wordOf(value: unknown): string {
  return typeof value === "object" ? "" : String(value);
}

/**
 * Looks for guards in a file that cannot be parsed at all. The text is cut where declarations begin; a piece that names an
 * event and says that it must not fail open becomes a hook that refuses.
 */
export function guardsInText(file: string, text: string, owner: Owner, reason: Finding): Hook[] {
  const pieces = text.split(/^(?=\s*(?:\[\[|- ))/m);
  let line = 1;
  return pieces.flatMap((piece) => {
    const start = line;
    line += piece.split("\n").length - 1;
    const event = /^[\s-]*["']?event["']?\s*[:=]\s*["']?([a-z._]+)/m.exec(piece)?.[1];
    const mustHold = /^[\s-]*["']?(?:required["']?\s*[:=]\s*true|on_failure["']?\s*[:=]\s*["']?block)\b/m.test(piece);
    if (!event || !isEventName(event) || !mustHold) return [];
    const name = /^[\s-]*["']?name["']?\s*[:=]\s*["']?([^"'\n]+?)["']?\s*$/m.exec(piece)?.[1] ?? null;
    const broken = { name, event, dialect: "agh", file, line: start, what: reason.what, fix: reason.fix };
    return standIn(owner, broken, contractOf(event), { ...everywhere, agentName: owner.agentName }) ?? [];
  });
}

function standIn(
  { source, skillSource }: Owner,
  broken: BrokenHook,
  contract: EventContract,
  scope: Scope,
): Hook | null {
  return standInFor(broken, contract, { source, skillSource, scope, tieBreak: "name" });
}
