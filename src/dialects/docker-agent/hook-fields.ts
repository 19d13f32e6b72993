import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath } from "../../lib/source-document.ts";
import type { Tell } from "./site.ts";

type Table = Readonly<Record<string, unknown>>;

/** Reads the fields of one declaration; what does not fit is told and counts as missing. */
export interface FieldReader {
  readonly text: (key: string) => string | null;
  readonly flag: (key: string) => boolean;
  readonly choice: <const C extends string>(key: string, choices: readonly C[]) => C | null;
  readonly whole: (key: string) => number | null;
  readonly texts: (key: string) => readonly string[];
  readonly textMap: (key: string) => Readonly<Record<string, string>>;
}

export function readFields(table: Table, tell: Tell): FieldReader {
  const wrong = (key: string, expected: string, value: unknown, at: KeyPath = [key]): null => {
    tell("HOOK_FIELD_INVALID", at, { key, expected, got: describeValue(value) });
    return null;
  };
  const given = (key: string) => table[key] ?? undefined;
  const plain = (key: string, value: unknown, at: KeyPath): string | null => {
    if (typeof value !== "string") return wrong(key, "text", value, at);
    // No operating system can hand a NUL to a program.
    return value.includes("\0") ? wrong(key, "a text without NUL characters", "one with them", at) : value;
  };
  return {
    text(key) {
      const value = given(key);
      return value === undefined ? null : plain(key, value, [key]);
    },
    flag(key) {
      const value = given(key);
      if (value !== undefined && typeof value !== "boolean") wrong(key, "true or false", value);
      return value === true;
    },
    choice(key, choices) {
      const value = given(key);
      if (value === undefined || value === "") return null;
      const known = choices.find((choice) => choice === value);
      return known ?? wrong(key, `one of ${choices.join(", ")}`, value);
    },
    whole(key) {
      const value = given(key);
      if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value))) return value ?? null;
      return wrong(key, "a whole number of seconds", value);
    },
    texts(key) {
      const value = given(key);
      if (value === undefined) return [];
      if (!Array.isArray(value)) wrong(key, "a list of texts", value);
      else {
        const read = value.map((entry, index) => plain(`${key}[${index}]`, entry, [key, index]));
        if (read.every((entry) => entry !== null)) return read;
      }
      return [];
    },
    textMap(key) {
      const value = given(key);
      if (value === undefined) return {};
      if (!isTable(value)) {
        wrong(key, "a mapping from names to texts", value);
        return {};
      }
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, entry]) => {
          const isName = name !== "" && !/[=\0]/.test(name);
          if (!isName) wrong(`a name in ${key}`, 'a word without "="', name, [key, name]);
          const read = plain(`${key}.${name}`, entry, [key, name]);
          return isName && read !== null ? [[name, read]] : [];
        }),
      );
    },
  };
}

/** Reports every key that means nothing here: a misspelt guard must not look like a working one. */
export function tellUnknownKeys(table: Table, allowed: readonly string[], tell: Tell): void {
  for (const key of Object.keys(table)) {
    if (allowed.includes(key)) continue;
    tell("HOOK_KEY_UNKNOWN", [key], { key, suggestion: closest(key, allowed), allowed: allowed.join(", ") });
  }
}
