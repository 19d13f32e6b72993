import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { type BrokenHook, defaultPriority, type Hook, type Lane } from "../../engine/hook.ts";
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
  place: Place,
  name: string | null,
  event: EventName | null,
  reasons: readonly Pick<Finding, "what" | "fix">[],
): BrokenHook {
  const [first] = reasons;
  const others = reasons.length - 1;
  const more = others > 0 ? ` (and ${others} more ${others === 1 ? "problem" : "problems"})` : "";
  return {
    name,
    event,
    dialect,
    ...place,
    what: `${first?.what ?? "It cannot be read."}${more}`,
    fix: first?.fix ?? "",
  };
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
  const place = broken.file === null ? "the command line" : `${broken.file}:${broken.line}`;
  // The failure is told inside a sentence, which brings its own full stop.
  const phrase = broken.what.replace(/\.$/, "");
  return event.events
    .map((name) => contractOf(name))
    .filter((contract) => contract.sync && contract.deny === "refuses")
    .map((contract) => ({
      name: broken.name ?? place,
      event: contract.name as EventName,
      dialect,
      source: "config",
      skillSource: null,
      mode: "sync",
      required: true,
      onFailure: "block",
      priority: defaultPriority.config,
      timeoutMs: 0,
      matcher: { conditions: [...matcher.conditions, ...agentCondition(owner)] },
      scope: scopeOf(contract, owner),
      tieBreak: "declaration",
      lane,
      together: false,
      executor: { kind: "broken", detail: `its declaration (${place}) is broken: ${phrase}` },
      wire: null,
      metadata: {},
      origin: { file: broken.file, line: broken.line },
    }));
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
