import { contractOf, type EventName } from "../../../catalog/catalog.ts";
import type { EventContract } from "../../../catalog/contract.ts";
import { brokenHook as describeBroken, standInFor } from "../../../engine/broken-hook.ts";
import type { BrokenHook, Hook } from "../../../engine/hook.ts";
import { type Matcher, matchesEverything, type Scope } from "../../../engine/matcher.ts";
import type { Finding, Place } from "../../../errors/problem.ts";
import { type ClaudeEvent, claudeEvents } from "../events.ts";
import type { Owner } from "../owner.ts";

export const dialect = "claude";

/** Describes a declaration that cannot run, with the first of its problems. */
export function brokenRule(
  { file, line }: Place,
  name: string | null,
  event: EventName | null,
  reasons: readonly Pick<Finding, "what" | "fix">[],
): BrokenHook {
  return describeBroken({ name, event, dialect, file, line }, reasons);
}

/** Whether the author of a rule wants it to hold. Somebody who writes "blocked" does, even if that is not how to say it. */
export function mustHold({ on_failure, onFailure, required }: Readonly<Record<string, unknown>>): boolean {
  return required === true || [on_failure, onFailure].some((word) => /^\s*bl?oc?k/i.test(String(word)));
}

/** A hook that refuses in place of a broken guard; nothing on events that cannot be refused. */
export function standInsFor(
  event: ClaudeEvent,
  broken: BrokenHook,
  owner: Owner,
  matcher: Matcher = matchesEverything,
): Hook[] {
  const contract = contractOf(event.event);
  if (event.onlyObservedIn === owner.mode) return [];
  const place = {
    source: "config",
    skillSource: null,
    scope: scopeOf(contract, owner),
    tieBreak: "declaration",
  } as const;
  const standIn = standInFor(broken, contract, { ...place, matcher });
  return standIn === null ? [] : [standIn];
}

/** Where the hooks of an owner apply: to its workspace wherever a payload says which one it is about. */
export function scopeOf(contract: EventContract, { workspace }: Pick<Owner, "workspace">): Scope {
  const has = (field: string) => contract.payloadFields.has(field);
  return {
    agentName: null,
    workspaceId: workspace && has("workspace_id") ? workspace.id : null,
    workspaceRoot: workspace && has("workspace") ? workspace.root : null,
  };
}

const heading = new RegExp(`"(${claudeEvents.map(({ name }) => name).join("|")})"\\s*:`, "g");

/**
 * Looks for guards in a file that cannot be parsed at all. The text is cut where the rules of an event begin; a piece that
 * says that it must not fail open becomes a hook that refuses.
 */
export function guardsInText(file: string, text: string, owner: Owner, reason: Finding): Hook[] {
  const starts = [...text.matchAll(heading)];
  return starts.flatMap((start, index) => {
    const event = claudeEvents.find(({ name }) => name === start[1]);
    const piece = text.slice(start.index, starts[index + 1]?.index);
    if (!event || !/"(?:on_failure|onFailure)"\s*:\s*"block/.test(piece)) return [];
    const line = text.slice(0, start.index).split("\n").length;
    return standInsFor(event, brokenRule({ file, line }, null, null, [reason]), owner);
  });
}
