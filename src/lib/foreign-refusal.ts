type Fields = Readonly<Record<string, unknown>>;

const refusingWord = /^(?:ask|block(?:ed)?|den(?:y|ied)|reject(?:ed)?|refused?)$/i;
const refusingFlag = /^(?:block(?:ed)?|den(?:y|ied)|reject(?:ed)?|refused?)$/i;
const consentingFlag = /^(?:allow(?:ed)?|approved?|continue|ok|permit(?:ted)?)$/i;

/**
 * Among the fields of an answer that mean nothing to its reader, finds the first that seems to refuse: the words of another
 * program, or a slip of the pen. Who answers so wanted to refuse and must not pass for somebody without an opinion.
 * A field inside another is named `outer.inner`.
 */
export function foreignRefusal(answer: Fields, unread: readonly string[]): string | null {
  return unread.find((path) => refuses(path.split(".").at(-1) ?? path, valueAt(answer, path))) ?? null;
}

function refuses(key: string, value: unknown): boolean {
  if (typeof value === "string") return refusingWord.test(value.trim());
  return value === true ? refusingFlag.test(key) : value === false && consentingFlag.test(key);
}

function valueAt(answer: Fields, path: string): unknown {
  if (Object.hasOwn(answer, path)) return answer[path];
  return path
    .split(".")
    .reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? (at as Fields)[key] : undefined), answer);
}
