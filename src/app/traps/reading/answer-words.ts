/** What an answer asks for. */
export type Wish = "deny" | "ask" | "rewrite";

/*
 * Answers are JSON, but scripts write them in pieces: as a literal, through jq with bare keys, as a Python dictionary. So keys
 * may go without quotes and `true` may be `True`. A key must stand alone, so that `undeny: true` is none.
 */
const key = (names: string) => `(?<![\\w$-])\\\\?["']?(?:${names})\\\\?["']?\\s*(?::|=>)\\s*`;
const word = (words: string) => `\\\\?["'](?:${words})\\\\?["']`;

const wishes: readonly (readonly [Wish, RegExp])[] = [
  ["deny", new RegExp(`${key("deny|Deny")}[Tt]rue\\b`)],
  ["deny", new RegExp(key("decision|permissionDecision|permission_decision|behavior") + word("deny|block|reject"))],
  ["deny", new RegExp(`${key("continue")}[Ff]alse\\b`)],
  [
    "deny",
    new RegExp(`${key("blockingError|blocking_error|preventContinuation|prevent_continuation")}(?!null|[Ff]alse|None)`),
  ],
  ["deny", /["']hook_blocking_error["']/],
  ["deny", new RegExp(`${key("force_continue|forceContinue")}[Tt]rue\\b`)],
  ["ask", new RegExp(key("decision|permissionDecision|permission_decision") + word("ask"))],
  ["rewrite", new RegExp(key("modified_input|updatedInput|updated_input"))],
];

/** What a text with an answer in it asks for. */
export function wishesIn(text: string): readonly Wish[] {
  return wishes.filter(([, pattern]) => pattern.test(text)).map(([wish]) => wish);
}

/** Words with which a person says that something is being refused. */
export const refusalWords =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus(?:ed|ing|es?)|forbid(?:den)?|prohibited|not allowed|not permitted|disallowed|reject(?:ed|ing)?|protected|dangerous|unsafe|restricted)\b/i;
