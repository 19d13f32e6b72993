import { contractOf } from "../catalog/catalog.ts";
import type { Outcome } from "../engine/run.ts";
import type { Decision, Verdict } from "../engine/verdict.ts";
import type { Style } from "./terminal.ts";

export const outcomeStyle: Readonly<Record<Outcome, Style>> = {
  applied: "green",
  denied: "red",
  failed: "yellow",
  skipped: "yellow",
  dropped: "yellow",
  rejected: "yellow",
};

type Words = readonly [words: string, style: Style];

/** How a verdict is called in a line for people. Nobody ran, nobody objected and somebody allowed it are three things. */
export function decisionWords({ event, decision, runs }: Pick<Verdict, "event" | "decision" | "runs">): Words {
  // After the fact nothing can be refused any more; whoever reads DENY must not think that it was.
  if (decision === "deny" && contractOf(event).deny === "stops-chain") return ["DENY (only stops later hooks)", "red"];
  if (decision !== "none") return decided[decision];
  if (runs.length === 0) return ["no hook ran", "dim"];
  const unanswered = runs.filter(({ outcome }) => ["failed", "skipped", "dropped"].includes(outcome)).length;
  if (unanswered === 0) return ["no opinion", "dim"];
  if (unanswered === runs.length) return ["no hook gave an answer", "yellow"];
  return [`no opinion, but ${unanswered} of ${runs.length} hooks gave no answer`, "yellow"];
}

const decided: Readonly<Record<Exclude<Decision, "none">, Words>> = {
  deny: ["DENY", "red"],
  ask: ["ASK", "yellow"],
  allow: ["ALLOW", "green"],
};
