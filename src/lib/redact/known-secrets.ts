import { isSecretName } from "../secret-name.ts";
import { isPlaceholder, isReference } from "./placeholder.ts";

/** The values of an environment that stand under secret-looking names. */
export function knownSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) && isWorthHiding(value) ? [value] : [],
  );
}

/** Paths lead to secrets (`SSH_KEY_FILE=/home/…`), and hiding them wherever they occur would make texts unreadable. */
function isWorthHiding(value: string): boolean {
  return (
    value.length >= 8 && !/^(?:\.{0,2}\/|~|[A-Za-z]:\\)/.test(value) && !isPlaceholder(value) && !isReference(value)
  );
}
