import { knownSecrets } from "../../lib/redact/known-secrets.ts";
import { marker } from "../../lib/redact/placeholder.ts";

/**
 * Takes the very secrets of an environment out of a text, and nothing that only looks like one: a transcript has to stay what
 * the agent said and saw. Undefined when the environment holds none.
 */
export function hideKnownSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): ((text: string) => string) | undefined {
  // The longest first, so that a secret which begins like another one is not left in part.
  const spellings = knownSecrets(environment)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  if (spellings.length === 0) return undefined;
  return (text) => spellings.reduce((safe, spelling) => safe.replaceAll(spelling, marker), text);
}
