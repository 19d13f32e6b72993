/** Deeper arguments are of no use to any tool, and reading or writing them can exhaust the stack of everybody who meets them. */
const deepest = 64;

/** The arguments of a call as a model wrote them; of those that are nested too deep, what is wrong with them. */
export function boundedArguments(text: string): string {
  return isTooDeep(text) ? `(left out: they are nested more than ${deepest} levels deep)` : text;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInText) {
      if (character === "\\") at++;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === "[" || character === "{") {
      if (++depth > deepest) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
