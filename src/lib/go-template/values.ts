import { TemplateError } from "./template-error.ts";
import type { Place } from "./text.ts";

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Go's truth: nothing, false, 0 and everything empty are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) {
    for (const key in value) if (Object.hasOwn(value, key)) return true;
    return false;
  }
  return Boolean(value);
}

/** `len`: the bytes of a text, the entries of a list or of an object. */
export function sizeOf(value: unknown, place: Place): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  throw new TemplateError(place.line, `len does not know the length of ${describe(value)}`);
}

/** One step of `index`. */
export function lookUp(value: unknown, key: unknown, place: Place): unknown {
  if (Array.isArray(value)) {
    if (typeof key !== "number" || !Number.isInteger(key) || key < 0 || key >= value.length) {
      throw new TemplateError(place.line, `the list has no entry ${String(key)}; it has ${value.length}`);
    }
    return value[key];
  }
  if (isObject(value) && typeof key === "string") return Object.hasOwn(value, key) ? value[key] : null;
  throw new TemplateError(place.line, `index cannot look into ${describe(value)} this way`);
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return "a missing value";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
