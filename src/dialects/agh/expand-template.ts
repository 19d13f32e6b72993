import { isSecretName } from "../../lib/secret-name.ts";

export interface TemplateValues {
  readonly configDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Says whether a variable that looks like a secret may be handed out all the same. */
  readonly isAllowed: (variable: string) => boolean;
}

export type Expansion = { readonly text: string } | { readonly bad: string } | { readonly secret: string };

const template = /\{\{\s*config_dir\s*\}\}|\{\{\s*env:([^{}]*)\}\}/g;

/** Fills in `{{config_dir}}` and `{{env:NAME}}`, once: what a variable contains is not expanded again. */
export function expandTemplate(text: string, values: TemplateValues): Expansion {
  const trimmed = text.trim();
  if (/\{\{\s*env:(?![^{}]*\}\})/.test(trimmed)) return { bad: 'a "{{env:" is not closed with "}}"' };
  let refused: string | null = null;
  let bad: string | null = null;
  const expanded = trimmed.replace(template, (_whole, variable: string | undefined) => {
    if (variable === undefined) return values.configDir;
    const name = variable.trim();
    if (name === "") bad = '"{{env:}}" names no variable';
    else if (mayHoldSecret(name) && !values.isAllowed(name)) refused ??= name;
    else return Object.hasOwn(values.environment, name) ? (values.environment[name] ?? "") : "";
    return "";
  });
  if (bad !== null) return { bad };
  return refused === null ? { text: expanded } : { secret: refused };
}

/** Wider than for showing values: here a wrong guess costs the operator one line of configuration. */
function mayHoldSecret(name: string): boolean {
  return (
    isSecretName(name) || /(?:^|_)(?:KEYS?|PATS?|DSN|AUTH|PASS|PWD|(?:DATABASE|DB|REDIS|MONGO\w*)_UR[LI])$/i.test(name)
  );
}
