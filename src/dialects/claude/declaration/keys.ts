import { closest } from "../../../lib/closest.ts";
import type { Tell } from "../../declaring.ts";
import { ignoredOptions } from "./ignored-options.ts";

type Table = Readonly<Record<string, unknown>>;

const knownKeys = [
  "type",
  "command",
  "args",
  "shell",
  "prompt",
  "url",
  "headers",
  "allowedEnvVars",
  "matcher",
  "timeout",
  "async",
  "on_failure",
  "onFailure",
  "name",
  "description",
];

/** Reports every key that means nothing here: a misspelt guard must not look like a working one. */
export function tellStrangeKeys(table: Table, tell: Tell): void {
  for (const [key, value] of Object.entries(table)) {
    if (knownKeys.includes(key)) continue;
    if (isReserved(key, value)) {
      tell("HOOK_KEY_RESERVED", [key], { key });
      continue;
    }
    const effect = ignoredOptions.get(key);
    if (effect === undefined) tell("CLAUDE_KEY_UNKNOWN", [key], { key, suggestion: closest(key, knownKeys) });
    else if (hasOption(table, key)) tell("CLAUDE_OPTION_IGNORED", [key], { option: key, effect });
  }
}

/** Whether a rule makes use of an option. */
export function hasOption(table: Table, key: string): boolean {
  const value = table[key];
  return value !== undefined && value !== false && value !== null;
}

/** What is decided about a hook from outside; a file that says it of itself is up to something. */
function isReserved(key: string, value: unknown): boolean {
  return /^(?:trust|trusted|from_?workspace)$/i.test(key) || (key === "source" && value === "native");
}
