import { adapterFlags } from "../../dialects/adapter-call.ts";
import { translationOf } from "../../dialects/translations.ts";
import type { Argument } from "../../lib/shell/argument.ts";
import { optionSet, sortArguments } from "../../lib/shell/options.ts";

/** What `hookline` is told to run by its arguments. */
export type AdapterCommand =
  | { readonly kind: "words"; readonly words: readonly Argument[]; readonly cwd: string | null }
  | { readonly kind: "text"; readonly text: Argument; readonly cwd: string | null }
  /** It only shows when it runs. */
  | { readonly kind: "open" };

const flags = optionSet(
  Object.entries(adapterFlags)
    .map(([name, { type }]) => `--${name}${type === "string" ? "=" : ""}`)
    .join(" "),
);

/** Finds the command in the arguments of `hookline adapt`; null when there is none: other verbs, built-in hooks and texts. */
export function adapterCommand(args: readonly Argument[]): AdapterCommand | null {
  const { options, operands, stranger } = sortArguments(args, flags);
  const [verb, dialect, , ...command] = operands;
  if (!operands.some(({ text, isFixed }) => text === "adapt" || !isFixed)) return null;
  const place = options.findLast(({ name }) => name === "--cwd")?.value ?? null;
  const isClear = verb?.isFixed && verb.text === "adapt" && dialect?.isFixed && place?.isFixed !== false;
  if (!isClear || stranger !== null) return { kind: "open" };
  if (options.some(({ name }) => name === "--builtin" || name === "--prompt")) return null;
  const cwd = place?.text ?? null;
  const [text, ...others] = command;
  const isText = text !== undefined && others.length === 0 && translationOf(dialect.text)?.usesShell === true;
  return isText ? { kind: "text", text, cwd } : { kind: "words", words: command, cwd };
}
