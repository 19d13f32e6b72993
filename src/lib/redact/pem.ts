import { found, type Look, nothing } from "./rule.ts";

/*
 * Private keys as blocks of lines. Only the body is the secret: which kind of key it was stays readable. The block may be
 * cut off at either end, written as one line with `\n` in it, or put together from quoted pieces.
 */

/** A line of a key has at least so many characters; words of a text that follows a cut-off key have fewer. */
const shortestLine = 16;
const longestBody = 64 * 1024;

const beginning = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----|private-lines:[ \t]{0,4}\d{1,4}/iy;
const headers =
  /(?:(?:\\{1,4}[rn]|\s){0,4}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\r\n\\"]{0,120}){0,6}/y;
/** Within a key there is none; what comes after it belongs to something else. */
const emptyLine = /\n[ \t]*\r?\n/;
const ending = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY/y;

/** Finds the body that follows the first line of a private key. */
export function findKeyBody(text: string, at: number): Look {
  const bodyAt = endOf(headers, text, endOf(beginning, text, at));
  if (bodyAt <= at) return nothing;
  let start = -1;
  let end = -1;
  let next = skipBetween(text, bodyAt);
  while (next < text.length && next - bodyAt < longestBody) {
    const runEnd = base64End(text, next);
    const after = skipBetween(text, runEnd);
    const isLine = runEnd - next >= shortestLine;
    // The last line may be short; that it is the last shows only where the key or the text ends.
    const isLast = runEnd > next && (text.startsWith("-----", after) || after >= text.length);
    if ((!isLine && !isLast) || (start >= 0 && emptyLine.test(text.slice(end, next)))) break;
    if (start < 0) start = next;
    end = runEnd;
    next = after;
  }
  return end - start >= shortestLine ? found(start, end) : nothing;
}

/** Finds what is left of a private key whose beginning has been cut off. */
export function findKeyTail(text: string, at: number): Look {
  if (endOf(ending, text, at) < 0) return nothing;
  let start = at;
  let end = -1;
  let next = skipBetweenBackwards(text, at);
  while (next > 0 && at - next < longestBody) {
    const runStart = base64Start(text, next);
    if (next - runStart < shortestLine && end >= 0) break;
    if (runStart === next || !beginsLine(text, runStart)) break;
    if (end < 0) end = next;
    start = runStart;
    next = skipBetweenBackwards(text, runStart);
  }
  return end - start >= 2 * shortestLine ? found(start, end) : nothing;
}

/** Finds a private key that is itself encoded, as in Kubernetes secrets. */
export function findEncodedPem(text: string, at: number): Look {
  const head = Buffer.from(text.slice(at, at + 64), "base64").toString("latin1");
  if (!/^-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE/.test(head)) return nothing;
  const end = base64End(text, at);
  return end - at >= 64 ? found(at, end) : nothing;
}

function endOf(pattern: RegExp, text: string, from: number): number {
  if (from < 0) return -1;
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function base64End(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBase64(text.charCodeAt(at))) at++;
  return at;
}

function base64Start(text: string, end: number): number {
  let at = end;
  while (at > 0 && isBase64(text.charCodeAt(at - 1)) && text[at - 2] !== "\\") at--;
  return at;
}

/** `DEK-Info: AES-128-CBC,0A1B…` ends in something that looks like a line of a key, but is none. */
function beginsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 2] === "\\" || " \t\r\n\"'`".includes(text[at - 1] as string);
}

function isBase64(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 61
  );
}

/** Blanks, quotes, escapes and signs that join the lines of a key in source code. */
function skipBetween(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "\\") at += "nrt".includes(text[at + 1] ?? " ") ? 1 : 0;
    else if (!joints.includes(char)) break;
  }
  return at;
}

function skipBetweenBackwards(text: string, from: number): number {
  let at = from;
  for (; at > 0; at--) {
    const char = text[at - 1] as string;
    if ("nrt".includes(char) && text[at - 2] === "\\") at--;
    else if (char !== "\\" && !joints.includes(char)) break;
  }
  return at;
}

const joints = " \t\r\n\"'`,|>*#";
