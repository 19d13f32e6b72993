import type { Word, WordPart } from "unbash";

/** What a shell will make of the variables and directories in a word; null when only the shell can say. */
export interface WordValues {
  readonly variable: (name: string) => string | null;
  readonly cwd: string | null;
  /** The folder of the script that the word stands in. */
  readonly scriptFolder: string | null;
}

/** The text that a word becomes, when that can be told before it runs. */
export function resolveWord(word: Word, values: WordValues): string | null {
  // A tilde is the home of whoever runs it.
  if (word.text.startsWith("~")) return null;
  if (word.parts === undefined) return word.value;
  return joined(word.parts, values, false);
}

function joined(parts: readonly WordPart[], values: WordValues, isQuoted: boolean): string | null {
  let text = "";
  for (const part of parts) {
    const piece = textOf(part, values, isQuoted);
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

function textOf(part: WordPart, values: WordValues, isQuoted: boolean): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return joined(part.parts, values, true);
    case "SimpleExpansion":
      return oneWord(values.variable(part.text.slice(1)), isQuoted);
    case "ParameterExpansion": {
      if (ownFolder.test(part.text)) return values.scriptFolder;
      if (part.prefix !== undefined || part.index !== undefined) return null;
      const value = values.variable(part.parameter);
      // `${NAME:-else}` is NAME where there is one.
      const isDefault = part.operation?.type === "Default" && /^:?[-=?]$/.test(part.operation.operator);
      if (part.operation !== undefined && (!isDefault || value === "")) return null;
      return oneWord(value, isQuoted);
    }
    case "CommandExpansion":
      if (ownFolder.test(part.text)) return values.scriptFolder;
      return /^(?:\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(part.text) ? values.cwd : null;
    default:
      return null;
  }
}

/** Outside of quotes a shell makes several words of a value with blanks, and looks for files when there are wildcards in it. */
function oneWord(value: string | null, isQuoted: boolean): string | null {
  return value === null || isQuoted || !/[\s*?[\]{}~]/.test(value) ? value : null;
}

const self = String.raw`"?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\})"?`;
const ownDirname = String.raw`\$\(\s*dirname\s+(?:--\s+)?${self}\s*\)`;

/** The ways in which scripts ask for the folder that they lie in. */
const ownFolder = new RegExp(
  [
    `^${ownDirname}$`,
    String.raw`^\$\(\s*(?:CDPATH=\s+)?cd\s+(?:-P\s+)?(?:--\s+)?"?${ownDirname}"?\s*(?:>\s*/dev/null\s*)?(?:2>&1\s*)?(?:&&|;)\s*pwd(?:\s+-P)?\s*\)$`,
    String.raw`^\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}$`,
  ].join("|"),
);
