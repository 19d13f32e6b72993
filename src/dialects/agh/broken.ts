import { contractOf, type EventName, isEventName } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import { type BrokenHook, defaultPriority, type Hook } from "../../engine/hook.ts";
import { everywhere, matchesEverything, type Scope } from "../../engine/matcher.ts";
import type { Finding } from "../../errors/problem.ts";
import type { Draft } from "./draft.ts";
import type { Owner } from "./owner.ts";

/** Describes a declaration that cannot run, with the first of its problems. */
export function brokenHook(
  draft: Draft,
  name: string | null,
  event: EventName | null,
  reasons: readonly Finding[],
): BrokenHook {
  const [first] = reasons;
  const others = reasons.length - 1;
  const more = others > 0 ? ` (and ${others} more ${others === 1 ? "problem" : "problems"})` : "";
  return {
    name,
    event,
    dialect: "agh",
    file: draft.file,
    line: draft.line,
    what: `${first?.what ?? "It cannot be read."}${more}`,
    fix: first?.fix ?? "",
  };
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
  const mustHold = /^\s*(?:true|yes|on|1)\s*$/i.test(String(required)) || /^\s*bl?oc?k/i.test(String(on_failure));
  if (!mustHold) return null;
  return standIn(owner, broken, contract, scope);
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

function standIn(owner: Owner, broken: BrokenHook, contract: EventContract, scope: Scope): Hook | null {
  if (!contract.sync || contract.deny !== "refuses") return null;
  // The failure is told inside a sentence, which brings its own full stop.
  const phrase = broken.what.replace(/\.$/, "");
  return {
    name: broken.name ?? `${broken.file}:${broken.line}`,
    event: contract.name as EventName,
    dialect: "agh",
    source: owner.source,
    skillSource: owner.skillSource,
    mode: "sync",
    required: true,
    onFailure: "block",
    priority: defaultPriority[owner.source],
    timeoutMs: 0,
    matcher: matchesEverything,
    scope,
    tieBreak: "name",
    lane: "default",
    together: false,
    executor: { kind: "broken", detail: `its declaration (${broken.file}:${broken.line}) is broken: ${phrase}` },
    wire: null,
    metadata: {},
    origin: { file: broken.file, line: broken.line },
  };
}
