import { TemplateError } from "./template-error.ts";
import type { Place } from "./text.ts";

/** `eq` as Go has it: texts, numbers and booleans, each with its own kind. A missing value equals only a missing value. */
export function isEqual(first: unknown, second: unknown, place: Place): boolean {
  const [a, b] = [first ?? null, second ?? null];
  if (a === null || b === null) return a === b;
  checkKinds(a, b, place);
  return a === b;
}

/** Negative when `first` comes before `second`. */
export function compare(first: unknown, second: unknown, place: Place): number {
  checkKinds(first, second, place);
  if (typeof first === "number" && typeof second === "number") return first - second;
  if (typeof first === "string" && typeof second === "string") return first < second ? -1 : first > second ? 1 : 0;
  throw new TemplateError(place.line, "only texts and numbers have an order");
}

function checkKinds(first: unknown, second: unknown, place: Place): void {
  if (!isBasic(first) || !isBasic(second)) {
    throw new TemplateError(place.line, "only texts, numbers and booleans can be compared");
  }
  if (typeof first !== typeof second) {
    throw new TemplateError(place.line, `a ${typeof first} cannot be compared with a ${typeof second}`);
  }
}

function isBasic(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
