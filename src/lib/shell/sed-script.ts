import type { Argument } from "./argument.ts";

/*
 * sed can write files (`w`) and run commands (`e`), also as flags of `s`. Only scripts made of a few kinds of commands that
 * can be recognised beyond doubt are taken to read.
 */
const address = String.raw`(?:\d+|\$|/(?:\\.|${charClass("/")}|[^\\/\n[])+/I?)`;
const range = String.raw`(?:${address}(?:~\d+)?(?:,(?:${address}|[+~]\d+))?\s*!?\s*)?`;
const simple = new RegExp(`^\\s*${range}[pdDPnNgGhHxlq=]?\\s*$`);
const quit = new RegExp(`^\\s*${range}[qQ]\\s*\\d*\\s*$`);
const delimiters = ["/", "|", "#", ",", ":", "@", "%", "_", "~"] as const;
const substitutions = delimiters.map((mark) => new RegExp(`^\\s*${range}${substitution(mark)}[gpiIM0-9]*\\s*$`));

/** True when every script is made of printing, deleting and replacing text on its way through. */
export function onlyReadsWithSed(scripts: readonly Argument[]): boolean {
  return (
    scripts.length > 0 && scripts.every(({ isFixed, text }) => isFixed && text.length <= longest && isHarmless(text))
  );
}

const longest = 300;

function isHarmless(script: string): boolean {
  if (substitutions.some((pattern) => pattern.test(script))) return true;
  // Where a `;` may be part of a pattern, a piece of it would not be a command and nothing is let through.
  return script
    .split(/[;\n]/)
    .every((command) => [simple, quit, ...substitutions].some((pattern) => pattern.test(command)));
}

function substitution(mark: string): string {
  const delimiter = mark === "|" ? "\\|" : mark;
  const pattern = String.raw`(?:\\.|${charClass(delimiter)}|[^\\\n[${delimiter}])*`;
  const replacement = String.raw`(?:\\[^\n]|[^\\\n${delimiter}])*`;
  return `s${delimiter}${pattern}${delimiter}${replacement}${delimiter}`;
}

/** A bracket expression that ends where everybody thinks it ends, without the delimiter in it. */
function charClass(delimiter: string): string {
  return String.raw`\[(?!\^?\])\^?(?:\[:[a-z]+:\]|[^\]\[\\\n${delimiter}])+\]`;
}
