/** Deeper nesting is refused: no honest reply needs it, and it is what a stack overflow is made of. */
const deepest = 64;
/** Keys that turn a careless copy of an object into a change of all objects. */
const forbiddenKeys = new Set(["__proto__", "constructor"]);

export type StrictJson = { readonly value: unknown } | { readonly bad: string; readonly offset: number };

/** Parses one JSON value, refusing what parsers disagree about: repeated keys, great depth, prototype keys, overflow. */
export function parseStrictJson(text: string): StrictJson {
  const shape = measure(text);
  if (shape.depth > deepest) return { bad: `it is nested more than ${deepest} levels deep`, offset: 0 };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return syntaxError(error instanceof Error ? error.message : String(error), text);
  }
  const walk: Walk = { keys: 0, bad: null };
  inspect(value, walk);
  if (walk.bad !== null) return { bad: walk.bad, offset: 0 };
  // Every `:` outside a string belongs to one key, and a repeated key leaves only one property behind.
  if (walk.keys !== shape.keys) return { bad: "it has the same key twice in one object", offset: 0 };
  return { value };
}

/** Counts keys and depth without building anything; jumps from quote to quote, so long strings cost nothing. */
function measure(text: string): { keys: number; depth: number } {
  let keys = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x3a: // :
        keys++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++open > depth) depth = open;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open--;
        break;
    }
  }
  return { keys, depth };
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

interface Walk {
  keys: number;
  bad: string | null;
}

function inspect(value: unknown, walk: Walk): void {
  if (typeof value === "number" && !Number.isFinite(value)) walk.bad = "it has a number that is too large";
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, walk);
    return;
  }
  for (const key of Object.keys(value)) {
    walk.keys++;
    if (forbiddenKeys.has(key)) walk.bad = `it has the key "${key}", which is not allowed`;
    inspect((value as Record<string, unknown>)[key], walk);
  }
}

/** The parser's message quotes the text around the place, which may be a secret; only the place is kept. */
function syntaxError(message: string, text: string): StrictJson {
  const position = /at position (\d+)/.exec(message)?.[1];
  const bad = message.replace(/ in JSON at position .*$/s, "").replace(/, ("|\.\.\.).* is not valid JSON$/s, "");
  return {
    bad,
    offset: position === undefined ? (message.includes("end of JSON") ? text.length : 0) : Number(position),
  };
}
