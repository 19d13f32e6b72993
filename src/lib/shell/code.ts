import type { Argument } from "./argument.ts";
import { type Context, deepest, type Feed, inside, joined, noFeed } from "./context.ts";
import { isFetched } from "./fetches.ts";
import { optionSet, sortArguments } from "./options.ts";
import { destructive, safe, unknown, type Verdict, worse } from "./verdict.ts";

/*
 * Commands that run code: shells, `eval`, interpreters. The code may be an argument, a file, or whatever comes down the pipe.
 */

const remoteCode = destructive("remote-code", "high", "Runs code from another machine that nobody has read.");
const hiddenCode = destructive("hidden-code", "high", "Runs code that was written so that it cannot be read.");

const shellOptions = optionSet(
  "+ -abcefhiklmnprstuvxBCEHPT -o: -O: --login --norc --noprofile --posix --verbose --noediting --restricted --rcfile= --init-file= --version --help",
);
/** With these a shell runs files of somebody's choosing, or lifts its own guards. */
const doubtful: ReadonlySet<string> = new Set(["-i", "-O", "-o", "-a", "-k", "-s", "--rcfile", "--init-file"]);

/** Judges `sh -c …`, `sh file` and `… | sh`. */
export function judgeShell(name: string, args: readonly Argument[], context: Context): Verdict {
  const { options, operands, stranger } = sortArguments(args, shellOptions);
  const has = (wanted: string) => options.some((option) => option.name === wanted);
  if (has("--version") || has("--help")) return safe;
  const doubt =
    stranger !== null || options.some((option) => doubtful.has(option.name))
      ? unknown(`\`${name}\` is called with options that may make it run more than this.`)
      : safe;
  const [code] = operands;
  if (has("-c"))
    return worse(
      doubt,
      code === undefined ? unknown(`\`${name}\` is not told what to run.`) : judgeCode(code, context),
    );
  if (code === undefined || has("-s")) return worse(doubt, judgeFeed(name, context));
  if (has("-n")) return doubt;
  if (isFetched(code)) return remoteCode;
  return worse(doubt, unknown(`\`${name}\` runs a script that is not part of the command.`));
}

/** Judges `eval` and whoever else hands its arguments to a shell as one text. */
export function judgeEval(args: readonly Argument[], context: Context): Verdict {
  if (args.some(isFetched)) return remoteCode;
  const { text, isExact } = joined(args);
  return judgeShellText(text, isExact, context);
}

/** Judges a single argument that a shell will run. */
export function judgeCode(code: Argument, context: Context): Verdict {
  return judgeEval([code], context);
}

/** Judges `source`, whose code is in a file. */
export function judgeSource(args: readonly Argument[]): Verdict {
  return args.some(isFetched) ? remoteCode : unknown("It runs a file that is not part of the command.");
}

/** Judges a language other than the shell's. What it does is not known, but where its code comes from may be. */
export function judgeInterpreter(args: readonly Argument[], context: Context): Verdict {
  if (args.some(isFetched)) return remoteCode;
  const readsInput = args.every(({ text }) => text === "-" || (text.startsWith("-") && !/^-(?:c|e|m|r|E)/.test(text)));
  if (!readsInput) return safe;
  const feed = context.feed();
  return feed.kind === "unseen" ? codeFrom(feed) : safe;
}

function judgeFeed(name: string, context: Context): Verdict {
  const feed = context.feed();
  switch (feed.kind) {
    case "nothing":
      return unknown(`\`${name}\` runs whatever it is given.`);
    case "text": {
      const verdict = judgeShellText(feed.text, feed.isExact, context);
      return feed.isDecoded
        ? worse(verdict, unknown("The code it runs is written so that it cannot be read."))
        : verdict;
    }
    case "unseen":
      return worse(codeFrom(feed), unknown(`\`${name}\` runs whatever comes down the pipe.`));
  }
}

function codeFrom(feed: Extract<Feed, { kind: "unseen" }>): Verdict {
  if (feed.isFetched) return remoteCode;
  return feed.isDecoded ? hiddenCode : safe;
}

function judgeShellText(text: string, isExact: boolean, context: Context): Verdict {
  if (context.depth >= deepest) return unknown("Commands are wrapped in each other too often.");
  const verdict = context.judgeText(text, inside(context, noFeed));
  return isExact ? verdict : worse(verdict, unknown("It runs code that is only put together when it runs."));
}
