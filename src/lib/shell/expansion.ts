import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParameterOperation,
  ParsedScript,
  Word,
  WordPart,
} from "unbash";
import { isNumber, isSeparator } from "./argument.ts";
import { isHarmlessVariable } from "./variables.ts";
import { safe, unknown, type Verdict, worse, worst } from "./verdict.ts";

/** Judges a script inside a substitution. */
export type JudgeScript = (script: ParsedScript | undefined) => Verdict;

const calculates = unknown("Arithmetic on a variable runs commands that stand in its value.");
const indirect = unknown("It looks up a variable whose name is only known when it runs.");

/** Judges everything that happens while a word is expanded. */
export function judgeWord({ parts }: Word, judgeScript: JudgeScript): Verdict {
  return parts === undefined ? safe : judgeParts(parts, judgeScript);
}

export function judgeParts(parts: readonly WordPart[], judgeScript: JudgeScript): Verdict {
  return worst(parts, (part) => judgePart(part, judgeScript));
}

function judgePart(part: WordPart, judgeScript: JudgeScript): Verdict {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return safe;
    case "AnsiCQuoted":
      return plainEscapes.test(part.text) ? safe : unknown("It has an escape that shells do not agree on.");
    case "DoubleQuoted":
    case "LocaleString":
      return judgeParts(part.parts, judgeScript);
    case "Glob":
    case "ExtendedGlob":
      return judgeParts(part.parts ?? [], judgeScript);
    case "BraceExpansion":
      return worse(
        judgeParts(part.parts ?? [], judgeScript),
        /\d{6}/.test(part.text) ? unknown("It makes very many words.") : safe,
      );
    case "SimpleExpansion":
      return isSeparator(part) ? unknown("It uses `$IFS` in place of blanks.") : safe;
    case "ParameterExpansion":
      return judgeParameter(part, judgeScript);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return judgeScript(part.script);
    case "ArithmeticExpansion":
      return judgeArithmetic(part.expression, judgeScript);
    default:
      return unknown("It has an expansion that is not known.");
  }
}

/** A NUL ends the text early, and a backslash before a new line stays there. */
const plainEscapes = /^\$'(?:[^\\']|\\[abeEfnrtv\\'"?]|\\x[1-7][0-9a-fA-F]|\\1[0-7]{2})*'$/;

function judgeParameter(part: ParameterExpansionPart, judgeScript: JudgeScript): Verdict {
  const { parameter, prefix, index, operation } = part;
  if (isSeparator(part)) return unknown("It uses `$IFS` in place of blanks.");
  const isList = index !== undefined && /^[@*]$/.test(index.value);
  const lookup = prefix === "!" && !isList && operation?.type !== "Names" ? indirect : safe;
  const position =
    index === undefined || isList || /^\d+$/.test(index.text) ? safe : worse(calculates, judgeWord(index, judgeScript));
  return worse(
    worse(lookup, position),
    operation === undefined ? safe : judgeOperation(parameter, operation, judgeScript),
  );
}

function judgeOperation(parameter: string, operation: ParameterOperation, judgeScript: JudgeScript): Verdict {
  switch (operation.type) {
    case "Default": {
      const assigns = operation.operator.endsWith("=") && !isHarmlessVariable(parameter);
      const assignment = assigns ? unknown(`It sets \`${parameter}\`, which may change what programs do.`) : safe;
      return worse(assignment, judgeWord(operation.operand, judgeScript));
    }
    case "Remove":
      return judgeWord(operation.operand, judgeScript);
    case "Replace":
      return worse(judgeWord(operation.pattern, judgeScript), judgeWord(operation.replacement, judgeScript));
    case "Slice":
      return worse(
        judgeNumber(operation.offset, judgeScript),
        operation.length === undefined ? safe : judgeNumber(operation.length, judgeScript),
      );
    case "CaseModification":
      return operation.operand === undefined ? safe : judgeWord(operation.operand, judgeScript);
    case "Transform":
      return /^[aAEkKLQuU]$/.test(operation.operand.text)
        ? safe
        : unknown("It expands a variable's value once more, commands included.");
    case "Names":
      return safe;
    case "Unknown":
      return unknown("It has an expansion that is not known.");
  }
}

/** Judges a word that the shell calculates with. Only plain numbers are beyond doubt. */
export function judgeNumber(word: Word, judgeScript: JudgeScript): Verdict {
  if (/^\s*-?\d+\s*$/.test(word.text)) return safe;
  const parts = unquoted(word.parts ?? []);
  return parts.length === 1 && parts.every(isNumber) ? safe : worse(calculates, judgeWord(word, judgeScript));
}

/** Judges an arithmetic expression, which is harmless when it is made of plain numbers. */
export function judgeArithmetic(expression: ArithmeticExpression | undefined, judgeScript: JudgeScript): Verdict {
  if (expression === undefined) return calculates;
  switch (expression.type) {
    case "ArithmeticWord": {
      if (/^\s*\d+\s*$/.test(expression.value)) return safe;
      const parts = unquoted(expression.parts ?? []);
      return parts.length === 1 && parts.every(isNumber)
        ? safe
        : worse(calculates, judgeParts(expression.parts ?? [], judgeScript));
    }
    case "ArithmeticCommandExpansion":
      return worse(calculates, judgeScript(expression.script));
    case "ArithmeticGroup":
      return judgeArithmetic(expression.expression, judgeScript);
    case "ArithmeticUnary":
      return judgeArithmetic(expression.operand, judgeScript);
    case "ArithmeticBinary":
      return worse(judgeArithmetic(expression.left, judgeScript), judgeArithmetic(expression.right, judgeScript));
    case "ArithmeticTernary":
      return worst([expression.test, expression.consequent, expression.alternate], (part) =>
        judgeArithmetic(part, judgeScript),
      );
    default:
      return calculates;
  }
}

function unquoted(parts: readonly WordPart[]): readonly WordPart[] {
  const [only] = parts;
  return parts.length === 1 && only?.type === "DoubleQuoted" ? only.parts : parts;
}
