import type { Argument } from "./argument.ts";

/** Whether an option takes a value: never, always, or only when it is written in the same word. */
type Value = "none" | "required" | "attached";

/** The options a command may be given, made from the notation of the taxonomy. */
export interface OptionSet {
  readonly known: ReadonlyMap<string, Value>;
  /** True when options end with the first operand. */
  readonly stopsAtOperand: boolean;
}

export interface Given {
  readonly options: readonly { readonly name: string; readonly value: Argument | null }[];
  readonly operands: readonly Argument[];
  /** The first option that is not in the set; null when all are. */
  readonly stranger: Argument | null;
}

const sets = new Map<string, OptionSet>();

/**
 * Reads the notation: `-abc` are three options, `-n:` takes a value, `-U?` may have one attached; `--all` stands alone,
 * `--lines=` takes a value, `--color=?` may have one attached; `-=json` is a long name behind a single dash. A leading `+`
 * means that options end with the first operand.
 */
export function optionSet(notation: string): OptionSet {
  const made = sets.get(notation) ?? readNotation(notation);
  sets.set(notation, made);
  return made;
}

/** Sorts arguments into options and operands; whoever is not in the set is named, and taken to have no value. */
export function sortArguments(args: readonly Argument[], { known, stopsAtOperand }: OptionSet): Given {
  const options: { name: string; value: Argument | null }[] = [];
  const operands: Argument[] = [];
  let stranger: Argument | null = null;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    if (arg.text === "--" && arg.isFixed) {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!arg.mayBeOption) {
      operands.push(arg);
      if (!stopsAtOperand) continue;
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!arg.isFixed && (arg.maySplit || !/^--[a-z-]+=/.test(arg.text))) {
      stranger ??= arg;
      operands.push(arg);
      if (!stopsAtOperand) continue;
      operands.push(...args.slice(at + 1));
      break;
    }
    for (const { name, attached, rest } of namesIn(arg.text, known)) {
      const value = known.get(name);
      if (value === undefined || (attached && value === "none" && name.startsWith("--"))) stranger ??= arg;
      const next = value === "required" && !attached ? args[++at] : undefined;
      // A value that may fall apart into several words may bring options of its own.
      if (next?.maySplit || (value === "required" && !attached && next === undefined)) stranger ??= arg;
      options.push({ name, value: next ?? (attached ? { ...arg, text: rest } : null) });
    }
  }
  return { options, operands, stranger };
}

interface Name {
  readonly name: string;
  readonly attached: boolean;
  readonly rest: string;
}

/** Nobody writes more short options than there are letters. */
const longestCluster = 60;

/** The options in one word: one long one, or a cluster of short ones of which the last may carry a value. */
function namesIn(text: string, known: ReadonlyMap<string, Value>): readonly Name[] {
  const whole = text.startsWith("--") ? text.indexOf("=") : -1;
  if (text.startsWith("--"))
    return [{ name: whole < 0 ? text : text.slice(0, whole), attached: whole >= 0, rest: text.slice(whole + 1) }];
  if (text.length > longestCluster) return [{ name: text, attached: false, rest: "" }];
  const equals = text.indexOf("=");
  const single = equals < 0 ? text : text.slice(0, equals);
  if (single.length > 2 && known.has(single))
    return [{ name: single, attached: equals >= 0, rest: equals < 0 ? "" : text.slice(equals + 1) }];
  const names: Name[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`;
    const takesRest = known.get(name) !== undefined && known.get(name) !== "none";
    const rest = text.slice(at + 1);
    names.push({ name, attached: takesRest && rest !== "", rest: takesRest ? rest : "" });
    if (takesRest) break;
  }
  return names;
}

function readNotation(notation: string): OptionSet {
  const known = new Map<string, Value>();
  const words = notation.split(/\s+/).filter((word) => word !== "" && word !== "+");
  for (const word of words) {
    const [, name = word, sign = ""] = /^(.*?)(:|\?|=\??)?$/.exec(word) ?? [];
    const value = sign === "" ? "none" : sign.endsWith("?") ? "attached" : "required";
    for (const key of keysOf(name, value)) known.set(key, value);
  }
  return { known, stopsAtOperand: notation.startsWith("+") };
}

function keysOf(name: string, value: Value): readonly string[] {
  if (name.startsWith("-=")) return [`-${name.slice(2)}`];
  if (name.startsWith("--") || value !== "none") return [name];
  return [...name.slice(1)].map((letter) => `-${letter}`);
}
