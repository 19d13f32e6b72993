import type { Fields } from "./contract.ts";

/** Puts the patch's values in place of the payload's, for those of `fields` about which the patch says something. */
export function replaceFields(payload: Fields, patch: Fields, fields: readonly string[]): Record<string, unknown> {
  const next: Record<string, unknown> = { ...payload };
  for (const field of fields) {
    const value = patch[field];
    if (value !== undefined && value !== null) next[field] = value;
  }
  return next;
}

/** The non-blank texts of a list, trimmed, each once, in order of first appearance. */
export function distinctTexts(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const texts = list.filter((entry) => typeof entry === "string").map((entry) => entry.trim());
  return [...new Set(texts)].filter((entry) => entry !== "");
}
