import { expandEnvironment } from "../../dialects/docker-agent/expand.ts";
import { isSecretName } from "../../lib/secret-name.ts";
import type { FileContext } from "./agent-file.ts";
import type { Values } from "./values.ts";

const reference = /\$\{env\.([A-Za-z_]\w*)\}/g;

export interface FilledIn {
  readonly values: Readonly<Record<string, string>>;
  /** Those that were something else before, as they were written. */
  readonly written: Readonly<Record<string, string>>;
}

/** Fills in `${env.NAME}` in the values of a mapping. */
export function fillIn(written: Readonly<Record<string, string>>, { environment }: FileContext): FilledIn {
  const entries = Object.entries(written).map(([name, text]) => [name, expandEnvironment(text, environment)] as const);
  const values = Object.fromEntries(entries);
  return {
    values,
    written: Object.fromEntries(Object.entries(written).filter(([name, text]) => values[name] !== text)),
  };
}

/**
 * Fills in `${env.NAME}` in a text that goes to a model. Nobody looks at such a text before it is sent, so a repository's
 * file cannot have secrets sent with it.
 */
export function fillInText(values: Values, key: string, text: string, context: FileContext): string {
  const { environment, fromWorkspace } = context;
  const kept = new Set<string>();
  const filled = text.replace(reference, (whole, name: string) => {
    if (!fromWorkspace || !isSecretName(name)) return environment[name] ?? "";
    kept.add(name);
    return whole;
  });
  for (const variable of kept)
    values.tell("AGENT_SECRET_KEPT_BACK", key, { key: values.labelOf(key) || "The instruction", variable });
  return filled;
}
