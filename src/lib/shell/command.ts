import { type Argument, fixedArgument } from "./argument.ts";
import { judgeEval, judgeInterpreter, judgeShell, judgeSource } from "./code.ts";
import { type Context, deepest } from "./context.ts";
import { judgeFind } from "./find-expression.ts";
import { harmOf } from "./harm-rules.ts";
import { readingOf } from "./read-rules.ts";
import { aliases, interpreters, shells } from "./taxonomy/names.ts";
import { destructive, safe, unknown, type Verdict, worse } from "./verdict.ts";
import { judgeWrapped } from "./wrapped.ts";

/** Judges one simple command, words already expanded as far as they can be. */
export function judgeCommand(args: readonly Argument[], context: Context): Verdict {
  const [first, ...rest] = args;
  if (first === undefined) return safe;
  if (context.depth >= deepest) return unknown("Commands are wrapped in each other too often.");
  if (!first.isFixed) return unknown("Which command this is only shows when it runs.");
  if (first.text.length > longestName) return unknown("The command's name is longer than any that is known.");
  const { name, words, isElsewhere } = nameOf(first.text);
  if (!plainName.test(name)) return unknown("The command's name is not one that programs have.");
  const verdict = judgeNamed(
    name,
    words.length === 0 ? rest : [...words.map((word) => fixedArgument(word)), ...rest],
    context,
  );
  return isElsewhere
    ? worse(verdict, unknown(`\`${first.text.slice(0, 80)}\` is a program of its own, whatever it is called.`))
    : verdict;
}

function judgeNamed(name: string, args: readonly Argument[], context: Context): Verdict {
  if (name === "eval" || name === "trap") return judgeEval(name === "eval" ? args : args.slice(0, 1), context);
  if (name === "source" || name === ".") return judgeSource(args);
  if (shells.has(name)) return judgeShell(name, args, context);
  const wrapped = judgeWrapped(name, args, context, judgeCommand);
  if (wrapped !== null) return wrapped;
  const harm = worse(harmOf(name, args), interpreters.has(name) ? judgeInterpreter(args, context) : safe);
  if (harm.kind === "destructive") return harm;
  if (name.startsWith("mkfs."))
    return destructive("block-device", "high", "Makes a new file system; what was there is gone.");
  return judgeReading(name, args, context);
}

function judgeReading(name: string, args: readonly Argument[], context: Context): Verdict {
  const reading = readingOf(name, args);
  switch (reading.kind) {
    case "reads":
      return safe;
    case "find":
      return judgeFind(args, context, judgeCommand);
    case "unsure":
      return unknown(
        `${[`\`${name}\``, reading.because].filter((part) => part !== "").join(" ")} is not known to only read.`,
      );
    case "stranger":
      return unknown(`\`${name.slice(0, 80)}\` is not on the list of commands that only read.`);
  }
}

const longestName = 200;
/** In particular no blanks: the rules are found by name and verbs with a blank between them. */
const plainName = /^[\w.+:@[-]+$/;

/** Where programs of the system are; a name elsewhere proves nothing. */
const systemFolders = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/[^/]+$/;

/** Languages of which several versions live side by side: `python3.12`. */
const numbered = /^(python|pip|ruby|perl|php|lua)\d(?:\.\d+)?$/;

/** The name under which the rules know a program, with the verbs that its own name stands for. */
function nameOf(text: string): { name: string; words: readonly string[]; isElsewhere: boolean } {
  const file = text.slice(text.lastIndexOf("/") + 1);
  const base = numbered.exec(file)?.[1] ?? file;
  const [name = base, ...words] = aliases.get(base) ?? [base];
  return { name, words, isElsewhere: file !== text && !systemFolders.test(text) };
}
