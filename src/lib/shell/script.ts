import type {
  AndOr,
  Assignment,
  Command,
  CommandArgument,
  CompoundList,
  Function as FunctionNode,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  TestExpression,
  Word,
} from "unbash";
import { type Argument, argumentsOf, fixedArgument } from "./argument.ts";
import { judgeCommand } from "./command.ts";
import { type Context, noFeed, once } from "./context.ts";
import { judgeArithmetic, judgeNumber, judgeParts, judgeWord } from "./expansion.ts";
import { feedFrom, outputOf } from "./feed.ts";
import { judgeRedirect } from "./redirect.ts";
import { isHarmlessVariable } from "./variables.ts";
import { destructive, safe, unknown, type Verdict, worse, worst } from "./verdict.ts";

type Node = PipelineNode | AndOr | CompoundList;

/** Judges a parsed script: every command in it, wherever it stands, and everything that happens around the commands. */
export function judgeScript(script: ParsedScript | undefined, context: Context): Verdict {
  if (script === undefined) return unknown("It has a substitution that cannot be read.");
  const verdict = judgeStatements(script.commands, context);
  const [error] = script.errors ?? [];
  return error === undefined ? verdict : worse(verdict, unknown(`The shell cannot read this: ${error.message}.`));
}

function judgeStatements(statements: readonly Statement[], context: Context): Verdict {
  return worst(statements, ({ command }) => judgeNode(command, context));
}

function judgeNode(node: Node, context: Context): Verdict {
  const script = (inner: ParsedScript | undefined) => judgeScript(inner, { ...context, feed: noFeed });
  switch (node.type) {
    case "Command":
      return judgeSimple(node, context);
    case "Pipeline":
      return judgePipeline(node, context);
    case "AndOr":
      return worst(node.commands, (command) => judgeNode(command, context));
    case "CompoundList":
      return judgeStatements(node.commands, context);
    case "Redirected":
      return worse(
        worst(node.redirects, (redirect) => judgeRedirection(redirect, context)),
        judgeNode(node.command, { ...context, feed: feedFrom(node.redirects, context.feed) }),
      );
    case "Subshell":
    case "BraceGroup":
      return judgeNode(node.body, context);
    case "If": {
      const branches = [
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
        ...(node.else ? [node.else] : []),
      ];
      return worst(branches, (branch) => judgeNode(branch, context));
    }
    case "While":
      return worse(judgeNode(node.clause, context), judgeNode(node.body, context));
    case "For":
    case "Select":
      return worse(
        worse(
          judgeVariable(node.name.value),
          worst(node.wordlist ?? [], (word) => judgeWord(word, script)),
        ),
        judgeNode(node.body, context),
      );
    case "ArithmeticFor":
      return worse(
        worst([node.initialize, node.test, node.update], (part) =>
          part === undefined ? safe : judgeArithmetic(part, script),
        ),
        judgeNode(node.body, context),
      );
    case "Case":
      return worse(
        judgeWord(node.word, script),
        worst(node.items, ({ pattern, body }) =>
          worse(
            worst(pattern, (word) => judgeWord(word, script)),
            judgeNode(body, context),
          ),
        ),
      );
    case "TestCommand":
      return judgeTest(node.expression, context);
    case "ArithmeticCommand":
      return judgeArithmetic(node.expression, script);
    case "Function":
      return judgeFunction(node, context);
    case "Coproc":
      return worse(unknown("It starts a process that goes on beside the shell."), judgeNode(node.body, context));
    default:
      return unknown("It has a part that is not known.");
  }
}

/** Every command reads what the one before it writes. */
function judgePipeline({ commands }: Pipeline, context: Context): Verdict {
  let verdict = safe;
  let { feed } = context;
  for (const command of commands) {
    verdict = worse(verdict, judgeNode(command, { ...context, feed }));
    const before = feed;
    feed = once(() => outputOf(command, before));
  }
  return verdict;
}

function judgeSimple(node: Command, context: Context): Verdict {
  let verdict = safe;
  const args: Argument[] = [];
  const take = (item: CommandArgument | Redirection, isPrefix: boolean) => {
    if (item.type === "Word") {
      args.push(...argumentsOf(item));
      verdict = worse(
        verdict,
        judgeWord(item, (inner) => judgeScript(inner, { ...context, feed: noFeed })),
      );
    } else if (item.type === "Assignment") {
      if (!isPrefix) args.push(argumentFrom(item));
      verdict = worse(verdict, judgeAssignment(item, context));
    } else verdict = worse(verdict, judgeRedirection(item, context));
  };
  for (const item of node.prefix) take(item, true);
  if (node.name !== undefined) take(node.name, false);
  for (const item of node.suffix) take(item, false);
  if (node.name === undefined) return verdict;
  return worse(verdict, judgeCommand(args, { ...context, feed: feedFrom(node.redirects, context.feed) }));
}

/** `export A=b`: an assignment that is an argument as well. */
function argumentFrom({ name, value, text }: Assignment): Argument {
  const [only, ...others] = value.type === "Word" ? argumentsOf(value) : [];
  if (only?.isFixed && others.length === 0) return fixedArgument(`${name}=${only.text}`);
  return { ...fixedArgument(text), isFixed: false, word: value.type === "Word" ? value : null };
}

function judgeAssignment({ name, value, index }: Assignment, context: Context): Verdict {
  const script = (inner: ParsedScript | undefined) => judgeScript(inner, { ...context, feed: noFeed });
  const words: readonly Word[] = value.type === "Word" ? [value] : value.elements;
  const expanded = worst(words, (word) => judgeWord(word, script));
  return worse(worse(judgeVariable(name), expanded), index === undefined ? safe : judgeNumber(index, script));
}

function judgeVariable(name: string): Verdict {
  return isHarmlessVariable(name)
    ? safe
    : unknown(`It sets \`${name.slice(0, 80)}\`, which may change what programs do.`);
}

function judgeRedirection(redirection: Redirection, context: Context): Verdict {
  const script = (inner: ParsedScript | undefined) => judgeScript(inner, { ...context, feed: noFeed });
  switch (redirection.type) {
    case "Redirect":
      return worse(
        judgeRedirect(redirection),
        redirection.target === undefined ? safe : judgeWord(redirection.target, script),
      );
    case "HereString":
      return redirection.target === undefined
        ? unknown("A redirection leads nowhere.")
        : judgeWord(redirection.target, script);
    case "HereDoc":
      if (redirection.closing === undefined) return unknown("A here-document has no end.");
      return judgeParts(redirection.body.parts ?? [], script);
    default:
      return unknown("It has a redirection that is not known.");
  }
}

const numeric: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

function judgeTest(test: TestExpression, context: Context): Verdict {
  const script = (inner: ParsedScript | undefined) => judgeScript(inner, { ...context, feed: noFeed });
  switch (test.type) {
    case "TestUnary": {
      const looksUp = test.operator === "-v" || test.operator === "-R";
      return worse(
        looksUp ? unknown("It looks up a variable whose name may hold a command.") : safe,
        judgeWord(test.operand, script),
      );
    }
    case "TestBinary": {
      const judge = numeric.has(test.operator) ? judgeNumber : judgeWord;
      return worse(judge(test.left, script), judge(test.right, script));
    }
    case "TestLogical":
      return worst(test.operands, (operand) => judgeTest(operand, context));
    case "TestNot":
      return judgeTest(test.operand, context);
    case "TestGroup":
      return judgeTest(test.expression, context);
    default:
      return unknown("It has a test that is not known.");
  }
}

/** A function changes what names mean, so what follows it cannot be taken at its word. One that calls itself may never end. */
function judgeFunction({ name, body }: FunctionNode, context: Context): Verdict {
  const verdict = worse(unknown("It defines a function."), judgeNode(body, context));
  return callsItself(body, name.value) ? worse(verdict, forkBomb) : verdict;
}

const forkBomb = destructive(
  "resource-exhaustion",
  "high",
  "Starts more and more of itself until nothing else can run.",
);

function callsItself(node: Node, name: string): boolean {
  switch (node.type) {
    case "Command":
      return node.name?.value === name;
    case "Pipeline":
      return node.commands.some((command) => callsItself(command, name));
    case "AndOr":
      return node.commands.some((command) => callsItself(command, name));
    case "CompoundList":
      return node.commands.some(({ command }) => callsItself(command, name));
    case "BraceGroup":
    case "Subshell":
      return callsItself(node.body, name);
    default:
      return false;
  }
}
