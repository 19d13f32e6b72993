import type { Word, WordPart } from "unbash";

/** What a shell will make of the variables and directories in a word; null when only the shell can say. */
export interface WordValues {
  readonly variable: (name: string) => string | null;
  readonly cwd: string | null;
}

/** The text that a word becomes, when that can be told before it runs. */
export function resolveWord(word: Word, values: WordValues): string | null {
  // A tilde is the home of whoever runs it.
  if (word.text.startsWith("~")) return null;
  if (word.parts === undefined) return word.value;
  return joined(word.parts, values);
}

function joined(parts: readonly WordPart[], values: WordValues): string | null {
  let text = "";
  for (const part of parts) {
    const piece = textOf(part, values);
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

function textOf(part: WordPart, values: WordValues): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return joined(part.parts, values);
    case "SimpleExpansion":
      return values.variable(part.text.slice(1));
    case "ParameterExpansion": {
      if (part.prefix !== undefined || part.index !== undefined) return null;
      // `${NAME:-else}` is NAME where there is one.
      const isDefault = part.operation?.type === "Default" && /^:?[-=?]$/.test(part.operation.operator);
      return part.operation === undefined || isDefault ? values.variable(part.parameter) : null;
    }
    case "CommandExpansion":
      return /^(?:\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(part.text) ? values.cwd : null;
    default:
      return null;
  }
}
