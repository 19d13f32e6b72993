import { isTable } from "../../../lib/source-document.ts";

type Fields = Readonly<Record<string, unknown>>;

/*
 * The keys of an answer. Agentao's own are read in camel and in snake case; `hookSpecificOutput` is Claude Code's place
 * for what only some events understand.
 */

export function specificOf(object: Fields): Fields {
  const specific = object.hookSpecificOutput;
  return isTable(specific) ? specific : {};
}

/** The value of the first of these keys that has one. */
export function pick(object: Fields, ...keys: readonly string[]): unknown {
  for (const key of keys) if (object[key] !== undefined && object[key] !== null) return object[key];
  return undefined;
}

/** The first of these keys that holds a text. */
export function pickText(object: Fields, ...keys: readonly string[]): string | undefined {
  const value = pick(object, ...keys);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The error with which a hook blocks; undefined when it does not. An error without a text is one all the same. */
export function blockingErrorIn(object: Fields, otherwise: string): string | undefined {
  const error = pick(object, "blockingError", "blocking_error");
  if (error === undefined || error === false) return undefined;
  const text = (typeof error === "string" ? error : JSON.stringify(error)).trim();
  return text === "" || error === true ? otherwise : text;
}

export function stopReasonIn(object: Fields): string | undefined {
  return pickText(object, "stopReason", "stop_reason");
}

export function systemMessageIn(object: Fields): string | undefined {
  return pickText(object, "systemMessage", "system_message");
}

export function suppressesOutput(object: Fields): boolean {
  return pick(object, "suppressOutput", "suppress_output") === true;
}

/** Whether a `decision` is absent, or one of the words with which programs say that they have nothing against it. */
export function isConsent(decision: unknown): boolean {
  return decision === undefined || decision === null || consents.has(decision);
}

const consents: ReadonlySet<unknown> = new Set(["", "approve", "allow"]);

/** The contexts of an answer: what Claude Code's place has first, then the top level. */
export function contextsIn(object: Fields): string[] {
  return [specificOf(object), object].flatMap((place) => contextKeys.flatMap((key) => textsIn(place[key])));
}

const contextKeys = ["additionalContext", "additional_context", "additionalContexts", "additional_contexts"];

function textsIn(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    const text = typeof one === "string" ? one.trim() : one === undefined || one === null ? "" : JSON.stringify(one);
    return text === "" ? [] : [text];
  });
}

const commonKeys = [
  ["continue", "hookSpecificOutput", "decision", "reason"],
  ["stopReason", "stop_reason", "suppressOutput", "suppress_output", "systemMessage", "system_message"],
  ["blockingError", "blocking_error", "preventContinuation", "prevent_continuation"],
].flat();

/** The keys of an answer that mean nothing on its event. `specific` are those that `hookSpecificOutput` may have there. */
export function unreadKeys(
  object: Fields,
  event: string,
  known: { readonly top?: readonly string[]; readonly specific?: readonly string[] } = {},
): string[] {
  const top = new Set([...commonKeys, ...contextKeys, ...(known.top ?? [])]);
  const inside = new Set(["hookEventName", ...contextKeys, ...(known.specific ?? [])]);
  const specific = specificOf(object);
  const isOther = specific.hookEventName !== undefined && specific.hookEventName !== event;
  return [
    ...Object.keys(object).filter((key) => !top.has(key) && object[key] !== null),
    ...Object.keys(specific)
      .filter((key) => (!inside.has(key) && specific[key] !== null) || (key === "hookEventName" && isOther))
      .map((key) => `hookSpecificOutput.${key}`),
    ...(object.hookSpecificOutput !== undefined && !isTable(object.hookSpecificOutput) ? ["hookSpecificOutput"] : []),
  ];
}
