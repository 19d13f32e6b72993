import { parse } from "unbash";
import { fixedArgument } from "./argument.ts";
import { judgeCommand } from "./command.ts";
import { type Context, noFeed } from "./context.ts";
import { hasLeftOver } from "./left-over.ts";
import { hasUnseenSubstitution } from "./raw-substitutions.ts";
import { lookOver } from "./readable.ts";
import { judgeScript } from "./script.ts";
import { unknown, type Verdict, worse } from "./verdict.ts";

/** Words, operators and quotes. A command with more of them is a program. */
const mostMarks = 400;

/** Says what a shell would do with a command, without running anything. It never throws; what it cannot read is unknown. */
export function classifyCommand(text: string): Verdict {
  try {
    return judgeText(text, outermost());
  } catch (error) {
    return unreadable(error);
  }
}

/** Like `classifyCommand`, for a command that is given as words and that no shell takes apart. */
export function classifyWords(words: readonly string[]): Verdict {
  try {
    if (words.length === 0) return unknown("There is no command.");
    const context = outermost();
    const { problem } = lookOver(words.join(" "), context.budget.marks);
    if (problem?.unread) return { kind: "unknown", ...problem };
    const verdict = judgeCommand(
      words.map((word) => fixedArgument(word)),
      context,
    );
    return problem === null ? verdict : worse(verdict, unknown(problem.reason));
  } catch (error) {
    return unreadable(error);
  }
}

function outermost(): Context {
  return { depth: 0, feed: noFeed, budget: { marks: mostMarks }, judgeText };
}

function judgeText(text: string, context: Context): Verdict {
  if (text.trim() === "") return unknown("There is no command.");
  const { marks, problem } = lookOver(text, context.budget.marks);
  if (problem?.unread) return { kind: "unknown", ...problem };
  context.budget.marks -= marks;
  const script = parse(text);
  if (script.commands.length === 0 && script.errors === undefined) return unknown("There is no command.");
  const verdict = judgeScript(script, context);
  if (problem !== null) return worse(verdict, unknown(problem.reason));
  if (verdict.kind !== "safe") return verdict;
  if (hasUnseenSubstitution(text, script))
    return unknown("Something in it looks like a substitution but was not read as one.");
  return hasLeftOver(text, script) ? unknown("A part of it was not understood.") : verdict;
}

function unreadable(error: unknown): Verdict {
  const reason = `The command could not be read: ${error instanceof Error ? error.message : String(error)}.`;
  return { kind: "unknown", reason, unread: true };
}
