import { TemplateError } from "./template-error.ts";
import { isObject } from "./values.ts";

/** Where in the template something happens, and how long a text may become there. */
export interface Place {
  readonly line: number;
  readonly limit: number;
}

const deepest = 100;

/** Prints a value as Go does: `<no value>` for a missing one, `map[a:1 b:2]` for an object, `[1 2]` for a list. */
export function textOf(value: unknown, place: Place): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "<no value>";
  return inner(value, place, 0);
}

function inner(value: unknown, place: Place, depth: number): string {
  if (depth > deepest) throw new TemplateError(place.line, `the value is nested more than ${deepest} levels deep`);
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value))
    return `[${spaced(
      value.map((item) => inner(item, place, depth + 1)),
      place,
    )}]`;
  if (!isObject(value)) return String(value);
  const entries = Object.keys(value).sort();
  return `map[${spaced(
    entries.map((key) => `${key}:${inner(value[key], place, depth + 1)}`),
    place,
  )}]`;
}

function spaced(parts: readonly string[], place: Place): string {
  return joined(
    parts.flatMap((part, at) => (at === 0 ? [part] : [" ", part])),
    place,
  );
}

/** Puts texts together, refusing before the result is too long to be held. */
export function joined(parts: readonly string[], place: Place): string {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > place.limit) throw new TemplateError(place.line, `the text is longer than ${place.limit} characters`);
  return parts.join("");
}

/** Go writes small numbers with an exponent earlier than JavaScript, and exponents with two digits. */
export function numberText(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e21) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
