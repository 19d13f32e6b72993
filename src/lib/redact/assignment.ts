import { hasLettersAndDigits, isSlug, isUuid, looksRandom } from "./looks-random.ts";
import { isPlaceholder } from "./placeholder.ts";
import { found, type Look, type Span } from "./rule.ts";

/*
 * Values that are secret because of their name: `PASSWORD=…`, `"apiKey": "…"`, `--token …`. Source code is full of such
 * names with nothing secret behind them, so the more the place looks like code, the more the value must look like a secret.
 */

const passwordWords = ["password", "passwd", "passphrase", "passcode", "pwd", "_pass", "dbpass"];
const otherWords = [
  "secret",
  "token",
  "credential",
  ...["api", "access", "private", "signing", "encryption", "auth", "master", "session", "account"].flatMap((kind) =>
    ["", "_", "-"].map((joint) => `${kind}${joint}key`),
  ),
];

/** The words by which such names are known. */
export const secretWords: readonly string[] = [...passwordWords, ...otherWords];

/** Words that, in front of it, make a name speak about a secret instead of holding one: `nextPageToken`, `max_tokens`. */
const aboutBefore = new Set(
  (
    "page next continuation sync cursor max min input output total prompt completion cached cache reasoning thinking context num " +
    "number estimated remaining used per reset forgot confirm repeat show hide toggle public invalid missing wrong no is has " +
    "generate create validate verify check get set fetch hash compare require"
  ).split(" "),
);

/** The same behind it: `token_count`, `password_hint`, `secretName`, `API_KEY_FILE`. */
const aboutBehind = new Set(
  (
    "id ids name names type types kind count counts url uri endpoint path file files dir length len size limit limits field " +
    "fields label hint policy policies regex pattern prompt expires expiry expiration expire ttl lifetime duration version arn " +
    "ref refs usage used budget hash hashed strength validator validation rule rules reset confirmation required enabled " +
    "disabled placeholder message error title text help prefix suffix index provider manager service store storage class " +
    "method format algorithm source scope scopes audience issuer window at date time timestamp header param params " +
    "variable var env input output list set map key keys stream handler rotation changed"
  ).split(" "),
);

interface Named {
  readonly isPassword: boolean;
  /** Written as variables of the environment are: `DB_PASSWORD`. */
  readonly isShouted: boolean;
}

const nameLimit = 64;
const valueLimit = 512;
/** So much of a value tells whether it is a secret. */
const longestLook = 128;

/** Finds the value that belongs to the name around `at`. */
export function findAssignment(text: string, at: number, keyword: string): Look {
  const nameEnd = walk(text, at + keyword.length, 1, isNameChar);
  const nameStart = walk(text, at, -1, isNameCharOrDot);
  const secret = secretBehind(text, text.slice(nameStart, nameEnd), nameEnd);
  // Whatever other words the name is made of, they are about the same value.
  return secret ? found(secret.start, secret.end) : { secret: null, done: nameEnd };
}

function secretBehind(text: string, name: string, nameEnd: number): Span | null {
  // Most names have nothing to do with an assignment, and looking at what follows is quicker than taking them apart.
  const joint = readJoint(text, nameEnd, name);
  const named = joint && readName(name);
  if (!named) return null;
  const value = readValue(text, joint.end, named, joint);
  if (!value) return null;
  const secret = text.slice(value.start, Math.min(value.end, value.start + longestLook));
  // "the --password option": after a blank a plain word belongs to the sentence.
  if (joint.sign === "" && /^[a-z]{1,11}[.,:;)]?$/.test(secret)) return null;
  return holdsSecret(secret, named, value.style) ? { start: value.start, end: fullEnd(text, value) } : null;
}

/** Says whether a JSON value is a secret because of its key. */
export function isSecretUnder(key: string, value: string): boolean {
  const named = readName(key);
  return named !== null && !value.includes("\n") && holdsSecret(value.slice(0, longestLook), named, "quoted");
}

function readName(name: string): Named | null {
  const lower = name.toLowerCase();
  if (!secretWords.some((word) => lower.includes(word))) return null;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  // The first word that names a secret; in `api_key` it is the second half.
  const at = words.findIndex((word, index) => isSecretWord.test(word) || (word === "key" && index > 0));
  if (at < 0 || notASecret.test(words[at] as string)) return null;
  // `DB_PASS`, but not `PASS_COUNT` or `STENCIL_PASS_DEPTH`.
  if (words[at] === "pass" && at < words.length - 1) return null;
  if (words.slice(0, at).some((word) => aboutBefore.has(word))) return null;
  if (words.slice(at + 1).some((word) => aboutBehind.has(word) && !(word === "key" && words[at] === "secret")))
    return null;
  return { isPassword: passwordWords.some((word) => lower.includes(word)), isShouted: /^[-A-Z0-9_.]*$/.test(name) };
}

const isSecretWord =
  /pass(?:w|phrase|code|$)|pwd|secret|token|credential|(?:api|access|private|signing|encryption|auth|master|session|account)key/;
const notASecret = /token(?:i[sz]|s$)|secretar|secretsm|credentials$/;

interface Joint {
  readonly end: number;
  /** `=` and `:` as written, blank for a flag and its argument. */
  readonly sign: string;
  readonly isTight: boolean;
}

const jointPattern =
  /(?:\\{0,4}["'`])?\]?([ \t]{0,16})(:=|=>|=(?![=~])|:(?!:)|,(?=[ \t]{0,4}\\{0,4}["']))([ \t]{0,16})/y;
const flagJoint = /[ \t]{1,8}(?=[^\s-])/y;

function readJoint(text: string, from: number, name: string): Joint | null {
  jointPattern.lastIndex = from;
  const found = jointPattern.exec(text);
  const isFlag = /^--?[a-zA-Z]/.test(name);
  if (found) {
    const [, before = "", sign = "", after = ""] = found;
    // A list such as `["password", "email"]` says nothing; `["--password", "…"]` does.
    if (sign === "," && !isFlag) return null;
    return { end: jointPattern.lastIndex, sign: sign === "," ? "" : sign, isTight: before === "" && after === "" };
  }
  flagJoint.lastIndex = from;
  return isFlag && flagJoint.test(text) ? { end: flagJoint.lastIndex, sign: "", isTight: true } : null;
}

/** How a value is written: as in a shell or a `.env` file, between quotes, or as it is. */
type Style = "variable" | "quoted" | "bare";

const opening = /(\\{0,4})(["'`])/y;

function readValue(text: string, from: number, named: Named, joint: Joint): (Span & { style: Style }) | null {
  const isVariable = joint.sign === "" || (named.isShouted && joint.sign === "=" && joint.isTight);
  opening.lastIndex = from;
  const quote = opening.exec(text);
  if (quote) {
    const start = opening.lastIndex;
    const end = quotedEnd(text, start, quote[0]);
    return end < 0 ? null : { start, end, style: isVariable ? "variable" : "quoted" };
  }
  const end = bareEnd(text, from, isVariable);
  // A call, an index or a member access: this is code that fetches the value from somewhere.
  if (end === from || "([".includes(text[end] ?? " ")) return null;
  return { start: from, end, style: isVariable ? "variable" : "bare" };
}

/** Where a quoted value ends: at the same quote, at the limit, or where the text is cut off. */
function quotedEnd(text: string, start: number, quote: string): number {
  const rest = text.slice(start, start + valueLimit);
  const lineEnd = rest.search(/[\r\n]/);
  const line = lineEnd < 0 ? rest : rest.slice(0, lineEnd);
  for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) {
    if (quote.length > 1 || line[at - 1] !== "\\") return start + at;
  }
  return lineEnd < 0 && rest !== "" ? start + rest.length : -1;
}

/** A value that reached the limit goes on; this is only asked of secrets, which are walked through once. */
function fullEnd(text: string, { start, end }: Span): number {
  if (end - start < valueLimit) return end;
  restOfValue.lastIndex = end;
  return restOfValue.test(text) ? restOfValue.lastIndex : end;
}

const restOfValue = /[^\s"'`\\<>]+/y;

function bareEnd(text: string, from: number, isVariable: boolean): number {
  const value = isVariable ? variableValue : codeValue;
  value.lastIndex = from;
  return value.test(text) ? value.lastIndex : from;
}

const variableValue = /[^\s"'`<>|\\]{1,512}/y;
const codeValue = /[^\s"'`,;&|<>(){}[\]\\]{1,512}/y;

function holdsSecret(value: string, named: Named, style: Style): boolean {
  // In this order: most values are turned down by how they look, and that is the quicker question.
  return value !== "" && looksSecret(value, named, style) && !isElsewhere.test(value) && !isPlaceholder(value);
}

function looksSecret(value: string, { isPassword, isShouted }: Named, style: Style): boolean {
  if (style === "variable") return isPassword ? isLikelyPassword(value) : isLikelyToken(value);
  if (isPassword) return isCertainPassword(value, style);
  if (style === "quoted") return !/\s/.test(value) && (isShouted ? isLikelyToken(value) : isCertainToken(value));
  return isCertainToken(value) && !/[.$]/.test(value);
}

/** Paths and addresses lead to a secret; they are not one. */
const isElsewhere =
  /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/|@)|^[\w.-]+\/[\w.-]+\/[\w./-]+$|^sha\d+[-:]|^arn:|^0x[0-9a-fA-F]{1,8}$|^(?:await|new|function|async|not|return|get|fetch)\b/;

function isLikelyPassword(value: string): boolean {
  return value.length >= 4 && !/^\d{1,3}$/.test(value) && !/^[\w.]+\($/.test(value);
}

/** In code a password must have something that words and names of variables lack. */
function isCertainPassword(value: string, style: Style): boolean {
  if (value.length < 6 || /\s/.test(value)) return false;
  if (style === "bare") return hasLettersAndDigits(value) && !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value);
  const isWord = /^[A-Za-z][a-z]*$|^[A-Z_]+$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+(?:[-_. :][A-Za-z]+)*[.:!?]?$/.test(
    value,
  );
  return !isWord && !/^[\w.]+\.[a-z]{2,4}$/.test(value);
}

function isLikelyToken(value: string): boolean {
  if (isUuid(value)) return true;
  if (value.length < 8 || /\s/.test(value) || isSlug(value)) return false;
  return hasLettersAndDigits(value) || value.length >= 20;
}

function isCertainToken(value: string): boolean {
  return !isUuid(value) && looksRandom(value) && !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(?$/.test(value);
}

function isNameChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

function isNameCharOrDot(code: number): boolean {
  return code === 46 || isNameChar(code);
}

/** Goes on from `from` while the characters ahead belong to a name, and tells where it stopped. */
function walk(text: string, from: number, step: 1 | -1, belongs: (code: number) => boolean): number {
  let at = from;
  for (let steps = 0; steps < nameLimit; steps++) {
    const ahead = step === 1 ? at : at - 1;
    if (ahead < 0 || ahead >= text.length || !belongs(text.charCodeAt(ahead))) break;
    at += step;
  }
  return at;
}
