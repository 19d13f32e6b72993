import type { Argument } from "./argument.ts";
import { onlyReadsWithAwk } from "./awk-program.ts";
import type { Given } from "./options.ts";
import { onlyReadsWithSed } from "./sed-script.ts";
import type { OperandKind } from "./taxonomy/read.ts";
import { isHarmlessVariable } from "./variables.ts";

/** True when the operands keep a command read-only whose options already do. */
export function fits(kind: Exclude<OperandKind, "find-expression">, { operands, options }: Given): boolean {
  switch (kind) {
    case "any":
      return true;
    case "none":
      return operands.length === 0;
    case "at-most-one":
      return operands.length === 0 || (operands.length === 1 && !(operands[0] as Argument).maySplit);
    case "plain":
      return operands.every(({ isFixed, text }) => isFixed && /^[\w./@%+,*-]+$/.test(text));
    case "printf-format":
      // `%n` assigns to a variable.
      return operands[0]?.isFixed === true && !/%[^a-zA-Z%]*n/.test(operands[0].text);
    case "date-format":
      return operands.every(({ isFixed, text, maySplit }) => text.startsWith("+") && (isFixed || !maySplit));
    case "variable-names":
      return operands.every(({ isFixed, text }) => isFixed && isHarmlessVariable(text));
    case "shell-options":
      return operands.every(({ isFixed, text }) => isFixed && shellOptions.test(text));
    case "test-expression":
      return isHarmlessTest(operands);
    case "sed-script":
      return onlyReadsWithSed(textsOf(options, operands, "-e", "--expression"));
    case "awk-program":
      return onlyReadsWithAwk(operands[0]);
    case "git-config":
      return operands.length === 1 || options.some(({ name }) => gitConfigAsks.has(name));
  }
}

/** The shell options that make a script stricter or more talkative. */
const shellOptions = /^(?:[-+][euvx]+o?|[-+]o|pipefail|errexit|nounset|verbose|xtrace)$/;

const gitConfigAsks: ReadonlySet<string> = new Set([
  "-l",
  "--list",
  "--get",
  "--get-all",
  "--get-regexp",
  "--get-urlmatch",
]);

/** `-v` and `-R` look into a variable whose name may hold a command; two open words side by side may become that. */
function isHarmlessTest(operands: readonly Argument[]): boolean {
  return operands.every(
    ({ isFixed, maySplit, text }, at) =>
      !maySplit &&
      !(isFixed && (text === "-v" || text === "-R")) &&
      (isFixed || at === 0 || operands[at - 1]?.isFixed === true),
  );
}

/** Scripts given by option, or else the first operand. */
function textsOf(options: Given["options"], operands: readonly Argument[], ...names: string[]): readonly Argument[] {
  const given = options.filter(({ name }) => names.includes(name)).flatMap(({ value }) => value ?? []);
  return given.length > 0 ? given : operands.slice(0, 1);
}
