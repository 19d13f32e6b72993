import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath } from "../../lib/source-document.ts";
import { type ModelScript, scriptedErrorCodes, scriptedFinishes } from "./script.ts";

/** Something in a script that is not as it should be. */
export interface ScriptMistake {
  readonly path: KeyPath;
  /** Continues "`answers.0.text` …". */
  readonly what: string;
}

/** Checks a script. Everything that is wrong is told in one pass. */
export function readScript(value: unknown): ModelScript | { readonly mistakes: readonly ScriptMistake[] } {
  const mistakes = script(value, []);
  return mistakes.length > 0 ? { mistakes } : (value as ModelScript);
}

/** Names what is wrong with the value at a place. */
type Check = (value: unknown, path: KeyPath) => ScriptMistake[];

const wrong =
  (isRight: (value: unknown) => boolean, expected: string): Check =>
  (value, path) =>
    isRight(value) ? [] : [{ path, what: `has to be ${expected}, but is ${describeValue(value)}` }];

const text = wrong((value) => typeof value === "string", "a text");
const yesOrNo = wrong((value) => typeof value === "boolean", "true or false");
const count = wrong((value) => Number.isSafeInteger(value) && Number(value) >= 0, "a whole number, 0 or more");
const positive = wrong((value) => Number.isSafeInteger(value) && Number(value) >= 1, "a whole number, 1 or more");
// A pause longer than an hour is a typing error, and a timer that cannot be set.
const pause = wrong(
  (value) => typeof value === "number" && value >= 0 && value <= 3_600_000,
  "a number of milliseconds, at most an hour",
);
const oneOf = (names: readonly string[]): Check =>
  wrong((value) => typeof value === "string" && names.includes(value), `one of ${names.join(", ")}`);

const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, [...path, index]))
      : [{ path, what: `has to be a list, but is ${describeValue(value)}` }];

const tableOf =
  (check: Check): Check =>
  (value, path) =>
    isTable(value)
      ? Object.entries(value).flatMap(([key, item]) => check(item, [...path, key]))
      : [{ path, what: `has to be a table, but is ${describeValue(value)}` }];

/** A table with these keys and no others. */
const shape =
  (keys: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, path) => {
    if (!isTable(value)) return [{ path, what: `has to be a table, but is ${describeValue(value)}` }];
    const missing = required
      .filter((key) => !Object.hasOwn(value, key))
      .map((key) => ({ path, what: `has no \`${key}\`` }));
    const found = Object.entries(value).flatMap(([key, item]) => {
      const check = Object.hasOwn(keys, key) ? keys[key] : undefined;
      return check ? check(item, [...path, key]) : [{ path: [...path, key], what: unknownKey(key, Object.keys(keys)) }];
    });
    return [...missing, ...found];
  };

function unknownKey(key: string, known: readonly string[]): string {
  const meant = closest(key, known);
  return `is not known; ${meant === null ? `there are ${known.join(", ")}` : `did you mean \`${meant}\`?`}`;
}

/** As much as may be said in an answer. With aliases a small file can stand for arguments without end. */
const mostArguments = 8 * 1024 * 1024;
const toolArguments = wrong(
  (value) => (typeof value === "string" || isTable(value)) && roomAfter(value, mostArguments) >= 0,
  `a table or a text of at most ${mostArguments / 1024 / 1024} MiB`,
);

/** What is left of so much room once a value is in it; less than nothing, as soon as that is known. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length;
  if (typeof value !== "object" || value === null) return room - 1;
  let left = room - 1;
  for (const [key, item] of Object.entries(value)) {
    left = roomAfter(item, left - key.length);
    if (left < 0) break;
  }
  return left;
}

const pace = { delay_ms: pause, chunk: count, chunk_delay_ms: pause };

const answer = shape({
  ...pace,
  when: shape({ last_message_contains: text, last_message_lacks: text }),
  thought: text,
  text,
  tool_calls: listOf(shape({ name: text, arguments: toolArguments, id: text }, ["name"])),
  usage: shape({ input_tokens: count, output_tokens: count }),
  finish: oneOf(scriptedFinishes),
  error: shape(
    { code: oneOf(scriptedErrorCodes), message: text, times: positive, after_text: yesOrNo, retry_after_ms: pause },
    ["code"],
  ),
});

const agent = { answers: listOf(answer), compaction_summary: text };
const script = shape({ ...agent, ...pace, agents: tableOf(shape(agent)), context_limit: positive });
