import type { ParameterExpansionPart, Word, WordPart } from "unbash";

/** One word of a command as the program will get it, as far as that can be known without running anything. */
export interface Argument {
  /** The word after quote removal. Expansions stand in it as they were written. */
  readonly text: string;
  /** True when the program gets exactly `text`. */
  readonly isFixed: boolean;
  /** True when the shell may make several words of it, or none. */
  readonly maySplit: boolean;
  readonly mayBeOption: boolean;
  /** Where it was written; null for words that nobody wrote. */
  readonly word: Word | null;
}

/** A word that is just its text. */
export function fixedArgument(text: string, word: Word | null = null): Argument {
  return { text, isFixed: true, maySplit: false, mayBeOption: looksLikeOption(text), word };
}

/** Stands for words that only turn up when the command runs. */
export const anyArguments: Argument = Object.freeze({
  text: "",
  isFixed: false,
  maySplit: true,
  mayBeOption: true,
  word: null,
});

/** The arguments that one word becomes. Usually that is one; `$IFS` and braces can hide several in it. */
export function argumentsOf(word: Word): readonly Argument[] {
  const { parts } = word;
  if (parts === undefined) return [fixedArgument(word.value, word)];
  if (parts.every(isLiteral)) return [fixedArgument(word.value, word)];
  if (parts.some(isSeparator)) return splitAtSeparators(word, parts);
  const [only] = parts;
  if (parts.length === 1 && only?.type === "BraceExpansion") return expandBraces(word, only.text);
  return [openArgument(word, parts)];
}

/** True for `$IFS` outside quotes: it is nothing but blanks, and nobody but a deceiver writes it. */
export function isSeparator(part: WordPart): boolean {
  return (
    (part.type === "SimpleExpansion" && part.text === "$IFS") ||
    (part.type === "ParameterExpansion" && part.parameter === "IFS" && part.prefix === undefined)
  );
}

/** True for expansions that can only become a number. */
export function isNumber(part: WordPart): boolean {
  if (part.type === "SimpleExpansion") return numbers.has(part.text);
  return part.type === "ParameterExpansion" && part.prefix === "#" && part.operation === undefined;
}

const numbers: ReadonlySet<string> = new Set(["$?", "$#", "$$"]);

function looksLikeOption(text: string): boolean {
  return text.length > 1 && text.startsWith("-");
}

function isLiteral(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every(({ type }) => type === "Literal");
    default:
      return false;
  }
}

function splitAtSeparators(word: Word, parts: readonly WordPart[]): readonly Argument[] {
  const pieces: WordPart[][] = [[]];
  for (const part of parts) {
    if (isSeparator(part)) pieces.push([]);
    else pieces.at(-1)?.push(part);
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => pieceOf(word, piece));
}

function pieceOf(word: Word, parts: readonly WordPart[]): Argument {
  if (!parts.every(isLiteral)) return openArgument(word, parts);
  return fixedArgument(parts.map(literalValue).join(""), word);
}

function literalValue(part: WordPart): string {
  if ("value" in part) return part.value;
  if (part.type !== "DoubleQuoted" && part.type !== "LocaleString") return part.text;
  return part.parts.map((child) => ("value" in child ? child.value : child.text)).join("");
}

/** `{rm,-rf,x}` is the words in it; anything fancier stays closed. */
function expandBraces(word: Word, text: string): readonly Argument[] {
  if (!/^\{[\w./,:=~+-]*\}$/.test(text) || text.includes(".."))
    return [{ text: word.value, isFixed: false, maySplit: true, mayBeOption: true, word }];
  return text
    .slice(1, -1)
    .split(",")
    .filter((item) => item !== "")
    .map((item) => fixedArgument(item, word));
}

function openArgument(word: Word, parts: readonly WordPart[]): Argument {
  const maySplit = parts.some(splits);
  const first = parts[0];
  const mayBeOption = maySplit ? !startsPlainly(first) || parts.some(splitsAtBlanks) : mayStartWithDash(first);
  return { text: word.value, isFixed: false, maySplit, mayBeOption, word };
}

function splits(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "ProcessSubstitution":
    case "ArithmeticExpansion":
      return false;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.some(isList);
    case "SimpleExpansion":
    case "ParameterExpansion":
      return !isNumber(part);
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
    case "CommandExpansion":
      return true;
  }
}

/** Names found on disk begin as the pattern does; expanded text is cut at blanks and may begin anew with anything. */
function splitsAtBlanks(part: WordPart): boolean {
  if (part.type === "Glob" || part.type === "ExtendedGlob") return false;
  if (part.type === "BraceExpansion") return part.parts?.some(splitsAtBlanks) ?? false;
  return splits(part);
}

/** `"$@"` and its kin stay a list between quotes. */
function isList(part: WordPart): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  return part.type === "ParameterExpansion" && (part.parameter === "@" || endsInList(part));
}

function endsInList({ index, prefix, operation }: ParameterExpansionPart): boolean {
  return index?.value === "@" || (prefix === "!" && operation?.type === "Names");
}

function startsPlainly(part: WordPart | undefined): boolean {
  return part !== undefined && isLiteral(part) && /^[^-]/.test(literalValue(part));
}

function mayStartWithDash(part: WordPart | undefined): boolean {
  if (part === undefined || isNumber(part) || part.type === "ProcessSubstitution") return false;
  if (part.type === "DoubleQuoted" && part.parts[0]?.type === "Literal") return /^-/.test(part.parts[0].value);
  return !startsPlainly(part);
}
