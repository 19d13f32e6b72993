import type { Glob } from "../lib/glob.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The arguments that hold a shell command, whatever the tool is called. */
const commandArguments = ["cmd", "command"];

/**
 * Says whether an allow rule's condition, which fits, also covers the call. A pattern that allows a command must not allow
 * what somebody appends to it: `ls*` is neither about `ls; rm -rf /` nor about `lsof`.
 */
export function coversCommand(argument: string, { plain }: Glob, input: Fields): boolean {
  const text = input[argument];
  if (!commandArguments.includes(argument) || typeof text !== "string") return true;
  // Everything there is: the author knew what is allowed.
  if (plain?.hasStar && plain.text === "") return true;
  // With two commands in one call, the other one may be what runs.
  if (commandArguments.some((name) => Object.hasOwn(input, name) && input[name] !== text)) return false;
  if (plain === null) return isSimple(text);
  if (!hasSameOptions(text, plain.text)) return false;
  return !plain.hasStar || (isSimple(text) && endsAtWord(text, plain.text.length));
}

/** Says whether conditions spell out the command of a call, in the same case: `-d` is not `-D`. */
export function grantsCommand(
  conditions: readonly { readonly argument: string; readonly value: Glob }[],
  input: Fields,
  wholeTool: boolean,
): boolean {
  const argument = commandArguments.find((name) => Object.hasOwn(input, name) && typeof input[name] === "string");
  const command = argument === undefined ? null : (input[argument] as string);
  if (command !== null && !isSimple(command)) return false;
  const [only, ...more] = conditions;
  if (!only) return wholeTool;
  if (command === null || more.length > 0 || only.argument !== argument) return false;
  const { plain } = only.value;
  if (plain === null || plain.text === "") return false;
  if (!plain.hasStar) return command === plain.text;
  return command.startsWith(plain.text) && endsAtWord(command, plain.text.length);
}

/** Beyond the program's name, the other case means something else: `git branch -d` is careful, `-D` is not. */
function hasSameOptions(command: string, pattern: string): boolean {
  const name = /^[^ \t]*/.exec(pattern)?.[0].length ?? 0;
  return command.slice(name).startsWith(pattern.slice(name));
}

/** One command, without a way to run a second one or to write somewhere. */
function isSimple(command: string): boolean {
  return !/[;&|<>`\r\n]|\$\(/.test(command);
}

/** `mkdir*` is about `mkdir -p x`, not about `mkdirs`. */
function endsAtWord(command: string, length: number): boolean {
  // What else looks like a blank is a letter to a shell.
  return command.length === length || /[ \t]/.test(command.slice(Math.max(0, length - 1), length + 1));
}
