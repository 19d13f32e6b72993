import { found, type Look, nothing } from "./rule.ts";
import { isJsonObject } from "./validate.ts";

/*
 * Signed and encrypted JSON tokens. Their parts may be of any length, so patterns would have to look at the same text again
 * and again. Walking outwards from the dot looks at each part once.
 */

const longestHeader = 4_096;
const shortestPart = 10;

/** Finds a signed token around the dot before its second part. The signature may be missing. */
export function findJwt(text: string, dot: number): Look {
  const start = headerStart(text, dot);
  if (start < 0 || !text.startsWith("eyJ", dot + 1) || !isHeader(text.slice(start, dot))) return nothing;
  const payloadEnd = partEnd(text, dot + 1);
  if (payloadEnd - dot - 1 < shortestPart) return nothing;
  const end = text[payloadEnd] === "." ? partEnd(text, payloadEnd + 1) : payloadEnd;
  // A dot without a signature may be the end of the sentence.
  return found(start, end === payloadEnd + 1 ? payloadEnd : end);
}

/** Finds an encrypted token: a header and four more parts, none of which can be read. */
export function findJwe(text: string, start: number): Look {
  const headerEnd = partEnd(text, start, start + longestHeader);
  if (text[headerEnd] !== "." || !isHeader(text.slice(start, headerEnd))) return { secret: null, done: headerEnd };
  let end = headerEnd;
  let parts = 1;
  while (parts < 5 && text[end] === ".") {
    end = partEnd(text, end + 1);
    parts++;
  }
  return parts === 5 && end - headerEnd > 40 ? found(start, end) : { secret: null, done: end };
}

function headerStart(text: string, dot: number): number {
  let at = dot;
  while (at > 0 && dot - at < longestHeader && isPartChar(text.charCodeAt(at - 1))) at--;
  const inside = text.slice(at, dot).indexOf("eyJ");
  return inside < 0 ? -1 : at + inside;
}

/** The format is certain: what does not decode to an object is no token. */
function isHeader(header: string): boolean {
  return header.length >= shortestPart && isJsonObject(header);
}

function partEnd(text: string, from: number, limit = text.length): number {
  let at = from;
  while (at < limit && isPartChar(text.charCodeAt(at))) at++;
  return at;
}

function isPartChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 95
  );
}
