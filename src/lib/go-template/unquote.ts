import { TemplateError } from "./template-error.ts";

const simple: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([\s\S]))/g;

/** Replaces the escapes of a quoted Go text, which is given without its quotes. */
export function unquote(text: string, line: number): string {
  return text.replace(escapes, (whole, byte, short, long, octal, letter) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const hex = byte ?? short ?? long;
    if (hex !== undefined) return character(Number.parseInt(hex, 16), whole, line);
    const meaning = Object.hasOwn(simple, letter) ? simple[letter] : undefined;
    if (meaning === undefined) throw new TemplateError(line, `${whole} is not an escape that texts know`);
    return meaning;
  });
}

function character(code: number, whole: string, line: number): string {
  if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw new TemplateError(line, `${whole} is not a character`);
  }
  return String.fromCodePoint(code);
}
