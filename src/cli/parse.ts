import { parseArgs } from "node:util";
import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import type { Command, Flag, Flags } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

type FlagValue = string | boolean | readonly string[];

export interface Parsed {
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly args: readonly string[];
}

/** Finds which word of the command line is the command: the first that is neither a flag nor a global flag's value. */
export function commandIndex(argv: readonly string[]): number {
  return tokensOf(argv, globalFlags).find((token) => token.kind === "positional")?.index ?? -1;
}

/** Reads the words after the command. Throws a Problem that names the word and what was probably meant. */
export function parseCommandLine(command: Command, argv: readonly string[]): Parsed {
  const known: Flags = { ...globalFlags, ...command.flags };
  const flags: Record<string, FlagValue> = {};
  const args: string[] = [];
  for (const token of tokensOf(argv, known)) {
    if (token.kind === "positional") args.push(token.value);
    if (token.kind !== "option") continue;
    const flag = known[token.name];
    if (!flag) throw notAFlag(command, argv[token.index] ?? "", token.rawName, known);
    if (flag.type === "boolean") flags[token.name] = booleanValue(token);
    else if (flag.optional) flags[token.name] = token.inlineValue ? (token.value ?? "") : "";
    else if (flag.many) flags[token.name] = [...listOf(flags[token.name]), stringValue(token, flag)];
    else flags[token.name] = stringValue(token, flag);
  }
  // Asking for help is never wrong usage.
  if (!flags.help) checkArguments(command, args);
  return { flags, args };
}

function listOf(value: FlagValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

interface OptionToken {
  readonly kind: "option";
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function tokensOf(argv: readonly string[], flags: Flags) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => {
      const { short } = flag;
      // A flag that may stand alone must not swallow the word behind it.
      const type = flag.type === "string" && flag.optional ? "boolean" : flag.type;
      return [name, short ? { type, short } : { type }];
    }),
  );
  // Not strict: Node's own messages do not say what to do next, ours do.
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function booleanValue(token: OptionToken): true {
  if (token.inlineValue) {
    throw new Problem("USAGE_FLAG_TAKES_NO_VALUE", { flag: token.rawName, value: token.value ?? "" });
  }
  return true;
}

function stringValue(token: OptionToken, flag: Extract<Flag, { type: "string" }>): string {
  const { value, rawName } = token;
  const looksLikeFlag = !token.inlineValue && value !== undefined && /^-[^\d]/.test(value);
  if (value === undefined || looksLikeFlag) {
    throw new Problem("USAGE_FLAG_NEEDS_VALUE", { flag: rawName, value: flag.value });
  }
  if (flag.choices && !flag.choices.includes(value)) {
    throw new Problem("USAGE_VALUE_INVALID", {
      name: rawName,
      value,
      allowed: flag.choices.join(", "),
      suggestion: closest(value, flag.choices),
    });
  }
  return value;
}

function checkArguments(command: Command, args: readonly string[]): void {
  const missing = command.args.find((argument, index) => !argument.optional && args[index] === undefined);
  if (missing) throw new Problem("USAGE_ARGUMENT_MISSING", { command: command.name, argument: missing.name });
  const extra = command.args.at(-1)?.many ? undefined : args[command.args.length];
  if (extra !== undefined) throw new Problem("USAGE_ARGUMENT_EXTRA", { command: command.name, argument: extra });
  command.args.forEach((argument, index) => {
    const value = args[index];
    if (value === undefined || !argument.choices || argument.choices.includes(value)) return;
    throw new Problem("USAGE_VALUE_INVALID", {
      name: `<${argument.name}>`,
      value,
      allowed: argument.choices.join(", "),
      suggestion: closest(value, argument.choices),
    });
  });
}

function notAFlag(command: Command, word: string, rawName: string, known: Flags): Problem {
  // Somebody's text, such as a message to an agent: no name of a flag has blanks in it.
  if (command.args.length > 0 && /^[^=]*\s/.test(word))
    return new Problem("USAGE_TEXT_LIKE_FLAG", { command: command.name, text: word });
  const suggestion = rawName.startsWith("--") ? closest(rawName.slice(2), Object.keys(known)) : null;
  return new Problem("USAGE_FLAG_UNKNOWN", {
    command: command.name,
    flag: rawName,
    suggestion: suggestion && `--${suggestion}`,
  });
}
