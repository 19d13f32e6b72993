import { closest } from "../../lib/closest.ts";
import type { KeyPath } from "../../lib/source-document.ts";
import type { Tell } from "./draft.ts";

/** What only the place of a declaration may say about it; a file that writes it would give itself power. */
const reservedKeys = new Set([
  "source",
  "skill_source",
  "scope",
  "trust",
  "trusted",
  "fromWorkspace",
  "from_workspace",
  "bound",
  "dialect",
]);

/** Reports every key that means nothing here: a misspelt guard must not look like a working one. */
export function tellUnknownKeys(
  table: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  at: KeyPath,
  tell: Tell,
): void {
  for (const key of Object.keys(table)) {
    if (allowed.includes(key)) continue;
    const path = [...at, key];
    const written = path.join(".");
    if (reservedKeys.has(key)) tell("HOOK_KEY_RESERVED", path, { key: written });
    else {
      const suggestion = closest(key, allowed);
      tell("HOOK_KEY_UNKNOWN", path, { key: written, suggestion, allowed: allowed.join(", ") });
    }
  }
}
