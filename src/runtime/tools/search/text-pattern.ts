import { RE2JS } from "re2js";
import { Problem } from "../../../errors/problem.ts";

/** What is looked for in files. */
export interface TextPattern {
  /** A quick look at a whole text: false means that no line fits. Lines must end in plain line feeds. */
  readonly mayBeIn: (text: string) => boolean;
  /** Where in the line it begins; -1 when it is not there. */
  readonly findIn: (line: string) => number;
}

/** Compiles a regular expression, which takes linear time whatever it is, or a plain text. */
export function textPattern(pattern: string, options: { isPlain: boolean; ignoresCase: boolean }): TextPattern {
  const { isPlain, ignoresCase } = options;
  if (!ignoresCase && (isPlain || /^[\w\s"'/<>=,;:@#%&!~`-]+$/.test(pattern))) return plainPattern(pattern);
  const expression = compile(isPlain ? RE2JS.quote(pattern) : pattern, ignoresCase);
  // These speak of the beginning and the end of the text, and for us a text is one line.
  const isAboutEnds = /\\[Az]/.test(pattern);
  return {
    mayBeIn: (text) => isAboutEnds || expression.test(text),
    findIn: (line) => {
      const matcher = expression.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}

function plainPattern(wanted: string): TextPattern {
  return { mayBeIn: (text) => text.includes(wanted), findIn: (line) => line.indexOf(wanted) };
}

function compile(pattern: string, ignoresCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    throw new Problem("TOOL_PATTERN_INVALID", { pattern, why }, { cause: error });
  }
}
