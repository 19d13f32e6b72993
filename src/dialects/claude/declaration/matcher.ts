import { type Matcher, matchesEverything } from "../../../engine/matcher.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import type { Tell } from "../../declaring.ts";
import type { ClaudeEvent } from "../events.ts";
import { type CompiledMatcher, compileGroupMatcher, compileMatcher, type MatcherRemark } from "../matcher/compile.ts";
import type { Owner } from "../owner.ts";

type Table = Readonly<Record<string, unknown>>;

/** The matcher of the group around a rule; null for a rule that stands alone. */
export type Group = { readonly matcher: unknown } | null;

/** A rule's own matcher counts before that of its group. Only groups, and rules in them, may have a text as a matcher. */
export function matcherOf(
  table: Table,
  { event, group }: { readonly event: ClaudeEvent; readonly group: Group },
  owner: Owner,
  tell: Tell,
  isGuard: boolean,
): Matcher {
  const isOwn = table.matcher !== undefined && table.matcher !== null;
  const written = isOwn ? table.matcher : group?.matcher;
  const { matcher, remarks }: CompiledMatcher =
    group !== null && typeof written === "string"
      ? compileGroupMatcher(written, event, owner)
      : compileMatcher(written, event, owner);
  const at = isOwn ? ["matcher"] : [];
  for (const remark of remarks) tellRemark(remark, at, event, owner, tell, isGuard);
  // A guard that nobody can tell the matcher of is taken to be for everything.
  return isGuard && remarks.some(({ kind }) => neverFits.has(kind)) ? matchesEverything : matcher;
}

/** What makes a matcher one that lets nothing pass. */
const neverFits: ReadonlySet<MatcherRemark["kind"]> = new Set([
  "not-an-object",
  "key-missing",
  "value-invalid",
  "pattern-invalid",
]);

function tellRemark(
  remark: MatcherRemark,
  at: readonly string[],
  { name: event }: ClaudeEvent,
  { mode }: Owner,
  tell: Tell,
  isGuard: boolean,
): void {
  const key = "key" in remark ? [...at, remark.key] : at;
  switch (remark.kind) {
    case "not-an-object":
      tell("CLAUDE_MATCHER_NOT_OBJECT", key, { event, got: describeValue(remark.value) });
      break;
    case "key-missing":
      tell(isGuard ? "CLAUDE_GUARD_KEY_UNKNOWN" : "CLAUDE_MATCHER_KEY_UNKNOWN", key, { ...remark, event });
      break;
    case "key-ignored":
      tell("CLAUDE_MATCHER_KEY_IGNORED", key, { ...remark, event });
      break;
    case "value-invalid":
      tell(isGuard ? "CLAUDE_GUARD_MATCHER_VALUE" : "CLAUDE_MATCHER_VALUE", key, {
        key: remark.key,
        got: describeValue(remark.value),
      });
      break;
    case "group-ignored":
      tell("CLAUDE_GROUP_MATCHER_IGNORED", key, { event });
      break;
    case "pattern-invalid":
      // Agentao takes such a pattern for a plain text, which is no way to keep a guard.
      tell(mode === "claude-code" || isGuard ? "CLAUDE_PATTERN_UNUSABLE" : "CLAUDE_PATTERN_AS_TEXT", key, remark);
  }
}
