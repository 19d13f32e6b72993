/*
 * The parser is linear on what people write and quadratic on some of what they do not (`{` ten thousand times takes it
 * minutes). What would cost too much is therefore never handed to it: a text that takes fifty times as long as others to
 * judge would be a way to keep everybody waiting.
 */

const mostCharacters = 8 * 1024;
/** Brackets that are open at the same time, and what comes of each looking through the rest of the text. */
const mostOpen = 12;
const mostOpenLooks = 16_000;
/** The same for brackets that are never closed. */
const mostUnclosedLooks = 1500;
/** The same for all brackets, closed again or seemingly so: the closing one may be quoted. */
const mostLooks = 40_000;
/** Inside of brackets these can be operators of an arithmetic expression. */
const mostSigns = 1000;
/** Backquotes look the same on both sides. */
const mostBackquotes = 24;

const plain = 0;
const sign = 1;
const blank = 2;
const mark = 3;
const operator = 4;
const backquote = 5;
const control = 6;
const wide = 7;
const opener = 8;
const closer = 11;

const classes = new Uint8Array(128).fill(control, 0, 32);
classes[127] = control;
for (const [characters, kind] of [
  [" \t\n", blank],
  [",:%^/-.", sign],
  ["'\"\\!#=~*?@+$", mark],
  ["|&;<>", operator],
  ["`", backquote],
  ["(", opener],
  ["[", opener + 1],
  ["{", opener + 2],
  [")", closer],
  ["]", closer + 1],
  ["}", closer + 2],
] as const) {
  for (const character of characters) classes[character.charCodeAt(0)] = kind;
}

export interface Look {
  /** How many words, operators and quotes there are. */
  readonly marks: number;
  /** Why the text cannot be taken at its word; null when it can. */
  readonly problem: Unreadable | null;
}

export interface Unreadable {
  readonly reason: string;
  /** True when the text must not even be parsed. */
  readonly unread: boolean;
}

/** Looks for what no parser should be trusted with: too much of anything, and characters that do not show. */
export function lookOver(text: string, mostMarks: number): Look {
  const { length } = text;
  if (length > mostCharacters) return { marks: 0, problem: tooLong };
  let marks = 0;
  let signs = 0;
  let backquotes = 0;
  let openers = 0;
  // Of each kind by itself: a bracket of another kind closes nothing.
  const open: [round: number, square: number, curly: number] = [0, 0, 0];
  let deepest = 0;
  let isBetweenWords = true;
  let hasControl = false;
  let hasWide = false;
  for (let at = 0; at < length && marks <= mostMarks && deepest <= mostOpen; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (classes[code] as number) : wide;
    if (kind === blank) {
      isBetweenWords = true;
      if (code === newline) marks++;
      continue;
    }
    if (isBetweenWords) marks++;
    isBetweenWords = kind === operator;
    if (kind === plain) continue;
    if (kind === sign) signs++;
    else if (kind === control) hasControl = true;
    else if (kind === wide) hasWide = true;
    else marks++;
    if (kind === backquote) backquotes++;
    else if (kind >= closer) open[kind - closer] = Math.max(0, (open[kind - closer] ?? 0) - 1);
    else if (kind >= opener) {
      openers++;
      open[kind - opener] = (open[kind - opener] ?? 0) + 1;
      deepest = Math.max(deepest, open[0] + open[1] + open[2]);
    }
  }
  const isTooMuch =
    marks > mostMarks ||
    deepest > mostOpen ||
    backquotes > mostBackquotes ||
    deepest * length > mostOpenLooks ||
    (open[0] + open[1] + open[2] + (backquotes % 2)) * length > mostUnclosedLooks ||
    openers * length > mostLooks ||
    (openers > 0 && signs > mostSigns);
  return { marks, problem: isTooMuch ? tooIntricate : problemOf(text, hasControl, hasWide) };
}

const tooLong: Unreadable = { unread: true, reason: "The command is too long to be read." };
const newline = 10;
const tooIntricate: Unreadable = { unread: true, reason: "The command is too intricate to be read through." };

function problemOf(text: string, hasControl: boolean, hasWide: boolean): Unreadable | null {
  if (hasControl) return { unread: false, reason: "The command contains a control character." };
  if (!hasWide || !oddCharacters.test(text)) return null;
  return {
    unread: false,
    reason: "The command contains a character that does not show, or a blank that is not a space.",
  };
}

/** Everything but letters, marks, digits, punctuation, symbols and the three ordinary blanks. */
const oddCharacters = /[^\n\t \p{L}\p{M}\p{N}\p{P}\p{S}]/u;
