import { isSecretName, mentionsSecret } from "./secret-name.ts";

export const masked = "[masked]";

// Replies nest as deep as their author likes; the walk must not run out of stack.
const deepest = 200;

/** Copies a JSON value with every text under a secret-looking name replaced. Numbers and booleans stay. */
export function maskSecrets(value: unknown): unknown {
  return copy(value, false, 0);
}

/** Replaces the value part of `NAME=value`, `"name": "value"`, `--name value`, `Bearer …` and `://user:password@` in a text. */
export function maskText(text: string): string {
  const safe = text.includes("://") ? text.replace(urlPassword, `$1${masked}@`) : text;
  return mentionsSecret(safe) ? maskAssignments(safe).replace(bearer, `$1${masked}`) : safe;
}

const urlPassword = /(:\/\/[^\s:/@]{0,256}:)[^\s/@]+@/g;
const bearer = /\b(bearer[ \t]+)[\w.~+/=-]{8,}/gi;

function copy(value: unknown, isSecret: boolean, depth: number): unknown {
  if (typeof value === "string") return isSecret ? masked : maskString(value, depth);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return masked;
  if (Array.isArray(value)) return copyList(value, isSecret, depth + 1);
  return copyObject(value as Record<string, unknown>, isSecret, depth + 1);
}

function copyList(list: readonly unknown[], isSecret: boolean, depth: number): unknown[] {
  return list.map((item, at) => copy(item, isSecret || isSecretFlag(list[at - 1]), depth));
}

function copyObject(object: Readonly<Record<string, unknown>>, isSecret: boolean, depth: number): unknown {
  // `{ "name": "API_KEY", "value": "…" }` is how many tools spell an environment variable.
  const label = object.name ?? object.key;
  const namesSecret = typeof label === "string" && isSecretName(label);
  return Object.fromEntries(
    Object.entries(object).map(([key, item]) => [
      key,
      copy(item, isSecret || isSecretName(key) || (namesSecret && key === "value"), depth),
    ]),
  );
}

/** True for `--token` in an argument list: the next argument is the secret. */
function isSecretFlag(before: unknown): boolean {
  return typeof before === "string" && /^--?[\w-]+$/.test(before) && isSecretName(before);
}

function maskString(text: string, depth: number): string {
  return maskInnerJson(text, depth) ?? maskText(text);
}

function maskInnerJson(text: string, depth: number): string | null {
  if (!/^\s*[[{]/.test(text) || !mentionsSecret(text)) return null;
  try {
    const inner: unknown = JSON.parse(text);
    const safe = JSON.stringify(copy(inner, false, depth + 1));
    return safe === JSON.stringify(inner) ? text : safe;
  } catch {
    return null;
  }
}

// The look-behind lets each run of name characters be tried once, which keeps the search linear on hostile text.
const assignment = /(?<![\w.-])(-{0,2}[A-Za-z_][\w.-]*)(?:\\*["'])?(?:[ \t]{0,8}([=:])[ \t]{0,8}|[ \t]+)/g;

function maskAssignments(text: string): string {
  let out = "";
  let done = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found; found = assignment.exec(text)) {
    const [whole, name = "", sign = ""] = found;
    const from = found.index + whole.length;
    const end = isSecretName(name) ? secretEnd(text, from, name, sign) : from;
    if (end === from) {
      // The separator may be the blank in front of the next name.
      assignment.lastIndex = Math.max(found.index + name.length, from - 1);
      continue;
    }
    const value = text.slice(from, end);
    const quote = /^\\*["']/.exec(value)?.[0] ?? "";
    const closing = quote !== "" && value.length > quote.length && value.endsWith(quote) ? quote : "";
    out += text.slice(done, from) + quote + masked + closing;
    done = end;
    assignment.lastIndex = end;
  }
  return out + text.slice(done);
}

/** Where the secret that starts at `from` ends; `from` itself when what stands there is not certainly one. */
function secretEnd(text: string, from: number, name: string, sign: string): number {
  const isHeader = sign === ":" && /authorization$|cookie$/i.test(name);
  if (isHeader) return endOf(/[^\r\n"']*/y, text, from);
  // `--token value`, but neither `--token --verbose` nor a sentence about a token.
  if (sign === "") return name.startsWith("-") && text[from] !== "-" ? endOfValue(text, from) : from;
  const end = endOfValue(text, from);
  if (sign === "=") return text[from] === "=" || text[from] === ">" ? from : end;
  const isQuoted = /^\\*["']/.test(text.slice(from, from + 8));
  // After a colon a bare word may be prose or a type (`password: string`); a secret is long and has digits.
  return isQuoted || (end - from >= 8 && /\d/.test(text.slice(from, end))) ? end : from;
}

function endOfValue(text: string, from: number): number {
  return endOf(/\\*"[^"]*"?|\\*'[^']*'?|(?:(?:bearer|basic|digest|token)[ \t]+)?[^\s"'&;,|)}\]\\]+/iy, text, from);
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
