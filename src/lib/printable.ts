import { stripVTControlCharacters } from "node:util";

// What can move the cursor, recolour, reorder or hide text: C0 but tab and newline, DEL, C1, zero-width and direction marks.
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Makes text from hooks, files and payloads safe to print: no terminal control, no invisible or reordering characters. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(unprintable, "");
}

/** The same on one line, for table cells and one-line messages. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s*\r?\n\s*/g, " ").replaceAll("\t", " ")).trim();
}

/** Keeps such characters but shows them as `\u{200b}`, for whoever has to judge what a text really contains. */
export function visible(text: string): string {
  return text.replaceAll(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

const unsafeInJson = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** JSON that means the same and is plain to look at: what `JSON.stringify` leaves bare and a terminal obeys is escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null").replaceAll(
    unsafeInJson,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
