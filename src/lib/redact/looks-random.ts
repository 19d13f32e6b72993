import { distinct } from "./placeholder.ts";

/** Says whether a value has the variety of a generated secret rather than that of a word or a name. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || distinct(value, 9) < 9 || !hasLettersAndDigits(value)) return false;
  return entropy(value) >= 3 && !isSlug(value);
}

export function hasLettersAndDigits(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Says whether a value is made of words, numbers and separators: `user-session-2024`, `myApp.authToken`, `v1.2.3-rc.1`. */
export function isSlug(value: string): boolean {
  const parts = value.split(/[-_./:\s@]+|(?<=[a-z])(?=[A-Z])/);
  return parts.every((part) => /^(?:[A-Za-z]?[a-z]*|[A-Z]+|v?\d{1,4}|[a-z]{2,}\d{1,2}|[A-Z]{2,}\d{1,2})$/.test(part));
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

/** Bits per character, from how often each occurs. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
