/** Says whether a value under this name is likely a secret: `API_KEY`, `clientSecret`, `x-auth-token`; not `max_tokens`. */
export function isSecretName(name: string): boolean {
  if (!hint.test(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return joinedNames.test(words.join("")) || words.some((word) => isSecretWord(word, words));
}

/** A quick look at a whole text: false means that no name in it can be a secret's. */
export function mentionsSecret(text: string): boolean {
  return hint.test(text);
}

// Escaped characters (\u0074oken) could spell any name, so they count as a hint too.
const hint =
  /secret|token|passw|passphrase|passcode|(?:api|private|session|access|signing|encryption|ssh)[^a-z0-9]*key|authorization|bearer|credential|cookie|\\u00/i;

const joinedNames = /(?:api|private|session|access|signing|encryption|ssh)key/;
const secretWords = /secret(?!ar)|passw(?:or)?d|passphrase|passcode|authorization|bearer|credential|cookie/;

/** Words that turn "token" into something countable or descriptive. */
const aboutTokens = new Set(
  (
    "input output max min total prompt completion cached cache reasoning thinking budget limit count counts used " +
    "remaining usage num number estimated estimate context window per type kind"
  ).split(" "),
);

function isSecretWord(word: string, words: readonly string[]): boolean {
  if (secretWords.test(word)) return true;
  return /token(?!i[sz])/.test(word) && !words.some((other) => aboutTokens.has(other));
}
