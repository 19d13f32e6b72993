import { isSecretUnder } from "./assignment.ts";
import { findSecrets, mayHoldSecret, merged, type Secret } from "./find-secrets.ts";
import { marker } from "./placeholder.ts";

export interface Redactor {
  /** Replaces every secret in a text; what stands around them is kept as it is. Doing it again changes nothing. */
  readonly redactText: (text: string) => string;
  /** Does so with every text of a JSON value, keys of objects left alone. Answers with the value itself when nothing was found. */
  readonly redactValue: (value: unknown) => unknown;
  readonly findSecrets: (text: string) => Secret[];
  /** A quick look: false means that there is nothing to redact. */
  readonly mayHoldSecret: (text: string) => boolean;
}

export interface RedactorOptions {
  /** Texts that are known to be secret, wherever they turn up. Those under eight characters are left out: they are words. */
  readonly known?: readonly string[];
}

/** Makes a redactor that knows the rules and, on top, the very secrets it is given. */
export function createRedactor({ known = [] }: RedactorOptions = {}): Redactor {
  const spellings = [...new Set(known.filter((value) => value.length >= shortestKnown).flatMap(spellingsOf))];
  const find =
    spellings.length === 0
      ? findSecrets
      : (text: string) => merged([...findKnown(text, spellings), ...findSecrets(text)]);
  const mayHold =
    spellings.length === 0
      ? mayHoldSecret
      : (text: string) => mayHoldSecret(text) || spellings.some((spelling) => text.includes(spelling));
  const replaceAll = (text: string) => replaceSecrets(text, find);
  return {
    redactText: replaceAll,
    redactValue: (value) => redactCopy(value, replaceAll, 0),
    findSecrets: find,
    mayHoldSecret: mayHold,
  };
}

const shortestKnown = 8;
/** Values nest as deep as their author likes; the walk must not run out of stack. */
const deepest = 200;
/** A replacement can bring two pieces together that make a find of their own; it never takes many rounds. */
const mostRounds = 8;

const plain = createRedactor();
export const { redactText, redactValue } = plain;

/** A secret in JSON, in an address or in base64 is still that secret. */
function spellingsOf(value: string): string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    Buffer.from(value).toString("base64").replace(/=+$/, ""),
  ];
}

function findKnown(text: string, spellings: readonly string[]): Secret[] {
  const found: Secret[] = [];
  for (const spelling of spellings) {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
      found.push({ start: at, end: at + spelling.length, rule: "known-value" });
    }
  }
  return found;
}

function replaceSecrets(text: string, find: (text: string) => Secret[]): string {
  let safe = text;
  for (let round = 0; round < mostRounds; round++) {
    const secrets = find(safe);
    if (secrets.length === 0) return safe;
    safe = replaced(safe, secrets);
  }
  return safe;
}

function replaced(text: string, secrets: readonly Secret[]): string {
  let out = "";
  let done = 0;
  for (const { start, end } of secrets) {
    out += text.slice(done, start) + marker;
    done = end;
  }
  return out + text.slice(done);
}

function redactCopy(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return marker;
  return Array.isArray(value) ? redactList(value, redact, depth + 1) : redactObject(value, redact, depth + 1);
}

function redactList(list: readonly unknown[], redact: (text: string) => string, depth: number): unknown {
  let copy: unknown[] | null = null;
  list.forEach((item, at) => {
    const isAfterFlag = typeof item === "string" && isSecretAfterFlag(list[at - 1], item);
    const safe = isAfterFlag ? marker : redactCopy(item, redact, depth);
    if (safe === item) return;
    copy ??= [...list];
    copy[at] = safe;
  });
  return copy ?? list;
}

/** `["--password", "…"]` is how programs hand over what a shell would write in one line. */
function isSecretAfterFlag(before: unknown, value: string): boolean {
  return typeof before === "string" && /^--?[A-Za-z][\w-]{0,60}$/.test(before) && isSecretUnder(before, value);
}

function redactObject(object: object, redact: (text: string) => string, depth: number): unknown {
  let copy: Record<string, unknown> | null = null;
  for (const [key, item] of Object.entries(object)) {
    const isNamed = typeof item === "string" && isSecretUnder(key, item);
    const safe = isNamed ? marker : redactCopy(item, redact, depth);
    if (safe === item) continue;
    copy ??= { ...object } as Record<string, unknown>;
    // Assigning to `__proto__` would set the prototype instead of a key.
    Object.defineProperty(copy, key, { value: safe, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? object;
}
