import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { brokenHook as describeBroken, standInFor } from "../../engine/broken-hook.ts";
import type { BrokenHook, Hook, Lane } from "../../engine/hook.ts";
import { type Matcher, matchesEverything } from "../../engine/matcher.ts";
import type { Finding } from "../../errors/problem.ts";
import { type DockerEvent, dockerEvents } from "./events.ts";
import type { Owner } from "./owner.ts";
import { agentCondition, scopeOf } from "./scope.ts";

export const dialect = "docker-agent";

export interface Place {
  readonly file: string | null;
  readonly line: number | null;
}

/** Describes a declaration that cannot run, with the first of its problems. */
export function brokenHook(
  { file, line }: Place,
  name: string | null,
  event: EventName | null,
  reasons: readonly Pick<Finding, "what" | "fix">[],
): BrokenHook {
  return describeBroken({ name, event, dialect, file, line }, reasons);
}

/** What of a declaration says whether its failure may open the gate. */
export interface FailureWords {
  readonly on_error?: unknown;
  readonly on_failure?: unknown;
}

/** Whether a hook on this event must not fail open: the event says so, or its author does. */
export function mustHold(event: DockerEvent, { on_error, on_failure }: FailureWords): boolean {
  if (on_error === "block" || on_failure === "block") return event.blocks;
  return failsClosed(event) && on_failure !== "open";
}

/** True for events on which a failed hook blocks although nobody asked for it. */
export function failsClosed(event: DockerEvent): boolean {
  return event.events.some((name) => contractOf(name).failsClosedIn.includes(dialect));
}

/** Hooks that refuse in place of a broken guard: one for each event that can be refused. */
export function standIns(
  event: DockerEvent,
  broken: BrokenHook,
  owner: Owner,
  matcher: Matcher = matchesEverything,
  lane: Lane = "default",
): Hook[] {
  const conditions = [...matcher.conditions, ...agentCondition(owner)];
  return event.events.flatMap((name) => {
    const contract = contractOf(name);
    const place = {
      source: "config",
      skillSource: null,
      scope: scopeOf(contract, owner),
      tieBreak: "declaration",
    } as const;
    return standInFor(broken, contract, { ...place, matcher: { conditions }, lane }) ?? [];
  });
}

/**
 * Looks for guards in a file that cannot be parsed at all. The text is cut where an event begins; a piece whose hooks must
 * not fail open becomes a hook that refuses, for every agent, because nobody can tell whose it is.
 */
export function guardsInText(file: string, text: string, owner: Owner, reason: Finding): Hook[] {
  // `on_error` is an event and also a key of every hook; a key has its value beside it.
  const heading = new RegExp(
    `^[ \\t]*["']?(${dockerEvents.map(({ name }) => name).join("|")})["']?[ \\t]*:[ \\t]*(?=$|[[{#])`,
    "gm",
  );
  const starts = [...text.matchAll(heading)];
  return starts.flatMap((start, index) => {
    const event = dockerEvents.find(({ name }) => name === start[1]);
    const piece = text.slice(start.index, starts[index + 1]?.index);
    if (!event || !/^[^#\n]*\b(?:type|command|hooks)["']?[ \t]*:/m.test(piece)) return [];
    const words = { on_error: saysBlock(piece, "on_error"), on_failure: saysBlock(piece, "on_failure") };
    if (!mustHold(event, words)) return [];
    const line = text.slice(0, start.index).split("\n").length;
    const broken = brokenHook({ file, line }, null, null, [reason]);
    return standIns(event, broken, { ...owner, agent: null });
  });
}

function saysBlock(piece: string, key: string): "block" | undefined {
  return new RegExp(`^[^#\\n]*\\b${key}["']?[ \\t]*:[ \\t]*["']?block\\b`, "m").test(piece) ? "block" : undefined;
}
