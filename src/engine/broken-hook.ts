import type { EventName } from "../catalog/catalog.ts";
import type { EventContract } from "../catalog/contract.ts";
import type { Finding } from "../errors/problem.ts";
import { type BrokenHook, defaultPriority, type Hook } from "./hook.ts";
import { matchesEverything } from "./matcher.ts";

/** Describes a declaration that cannot run, with the first of its problems. */
export function brokenHook(
  declared: Omit<BrokenHook, "what" | "fix">,
  reasons: readonly Pick<Finding, "what" | "fix">[],
): BrokenHook {
  const [first] = reasons;
  const others = reasons.length - 1;
  const more = others > 0 ? ` (and ${others} more ${others === 1 ? "problem" : "problems"})` : "";
  return { ...declared, what: `${first?.what ?? "It cannot be read."}${more}`, fix: first?.fix ?? "" };
}

type Place = Pick<Hook, "source" | "skillSource" | "scope" | "tieBreak"> & Partial<Pick<Hook, "matcher" | "lane">>;

/** A hook that refuses in place of a broken guard; null on events that nobody can refuse. */
export function standInFor(broken: BrokenHook, contract: EventContract, place: Place): Hook | null {
  if (!contract.sync || contract.deny !== "refuses") return null;
  const where = broken.file === null ? "the command line" : `${broken.file}:${broken.line}`;
  // The failure is told inside a sentence, which brings its own full stop.
  const phrase = broken.what.replace(/\.$/, "");
  return {
    name: broken.name ?? where,
    event: contract.name as EventName,
    dialect: broken.dialect,
    mode: "sync",
    required: true,
    onFailure: "block",
    priority: defaultPriority[place.source],
    timeoutMs: 0,
    matcher: matchesEverything,
    lane: "default",
    together: false,
    executor: { kind: "broken", detail: `its declaration (${where}) is broken: ${phrase}` },
    wire: null,
    metadata: {},
    origin: { file: broken.file, line: broken.line },
    ...place,
  };
}
