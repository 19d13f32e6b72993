import { type Argument, fixedArgument } from "./argument.ts";
import { fits } from "./operand-kinds.ts";
import { type OptionSet, optionSet, sortArguments } from "./options.ts";
import { verbOptions } from "./taxonomy/names.ts";
import type { OperandKind, Read, ReadTable } from "./taxonomy/read.ts";
import { fileReads } from "./taxonomy/reads-files.ts";
import { gitReads } from "./taxonomy/reads-git.ts";
import { systemReads } from "./taxonomy/reads-system.ts";
import { toolReads, verbShapes, versionWords } from "./taxonomy/reads-tools.ts";

export type Reading =
  /** It only reads. */
  | { readonly kind: "reads" }
  /** The command is known, but not to read when it is called like this. */
  | { readonly kind: "unsure"; readonly because: string }
  | { readonly kind: "stranger" }
  /** `find` has a grammar of its own and may hold other commands. */
  | { readonly kind: "find" };

const reads: Reading = { kind: "reads" };

const rules: ReadonlyMap<string, Read> = byPath([fileReads, systemReads, gitReads, toolReads]);
/** Every beginning of a path that has verbs, so that other commands need not be looked at further. */
const beginnings: ReadonlySet<string> = new Set(
  [...rules.keys()].flatMap((path) => path.split(" ").map((_, at, words) => words.slice(0, at).join(" "))),
);

/** What is known about a call: that it only reads, or why that cannot be said. `name` has been freed of aliases. */
export function readingOf(name: string, args: readonly Argument[]): Reading {
  if (asksForVersion(name, args)) return reads;
  const own = verbOptions.get(name);
  const { path, isKnown, rule, rest } = findRule(name, own === undefined ? args : withoutVerbOptions(args, own));
  if (rule === undefined)
    return rest !== null && fitsShape(name, args) ? reads : { kind: isKnown ? "unsure" : "stranger", because: "" };
  if (rule === true || rest === null) return rest === null ? unsure(args[0]) : reads;
  const [notation, kind]: readonly [string, OperandKind] = typeof rule === "string" ? [rule, "any"] : rule;
  if (kind === "find-expression") return { kind: "find" };
  const given = lacksOptions.has(kind)
    ? { options: [], operands: rest, stranger: null }
    : sortArguments(rest, optionsOf(path, notation, own));
  if (given.stranger !== null) return unsure(given.stranger);
  return fits(kind, given) ? reads : { kind: "unsure", because: "with these operands" };
}

const optionsByPath = new Map<string, OptionSet>();

/** Made once for each rule: the notations are long, and making them into sets takes longer than using them. */
function optionsOf(path: string, notation: string, own: string | undefined): OptionSet {
  const made = optionsByPath.get(path) ?? optionSet(own === undefined ? notation : `${notation} ${own}`);
  optionsByPath.set(path, made);
  return made;
}

/** Commands whose words have their own order, options and operands alike. */
const lacksOptions: ReadonlySet<OperandKind> = new Set(["test-expression", "shell-options"]);

/** `node --version` and its like, for programs that run code when they are asked anything else. */
function asksForVersion(name: string, args: readonly Argument[]): boolean {
  const [only] = args;
  return args.length === 1 && only?.isFixed === true && versionWords.get(only.text)?.has(name) === true;
}

interface Found {
  /** The name and the verbs that the rule is about. */
  readonly path: string;
  /** True when the name is known, though perhaps not the verb. */
  readonly isKnown: boolean;
  readonly rule: Read | undefined;
  /** The arguments behind the verbs; null when an option before the verb is not harmless. */
  readonly rest: readonly Argument[] | null;
}

/** The rule of the longest path that the words spell out. */
function findRule(name: string, args: readonly Argument[] | null): Found {
  if (args === null) return { path: name, isKnown: true, rule: true, rest: null };
  let path = name;
  let rest: readonly Argument[] = args;
  let found: Found = { path, isKnown: rules.has(name) || beginnings.has(name), rule: rules.get(name), rest };
  while (beginnings.has(path)) {
    const [next, ...others] = rest;
    if (next === undefined || !next.isFixed || next.text.includes(" ")) break;
    path = `${path} ${next.text}`;
    const own = verbOptions.get(path);
    const behind = own === undefined ? others : withoutVerbOptions(others, own);
    if (behind === null) return { path, isKnown: true, rule: true, rest: null };
    rest = behind;
    const rule = rules.get(path);
    if (rule !== undefined) found = { path, isKnown: true, rule, rest };
  }
  return found;
}

/** Takes harmless options off the front, where they stand before the verb; null when one of them is not. */
function withoutVerbOptions(args: readonly Argument[], notation: string): readonly Argument[] | null {
  if (args[0]?.mayBeOption !== true) return args;
  const { known } = optionSet(notation);
  let at = 0;
  for (; at < args.length; at++) {
    const { text, isFixed, mayBeOption } = args[at] as Argument;
    if (!mayBeOption) break;
    if (!isFixed) return null;
    const [name = text] = text.split("=");
    const value = known.get(name) ?? known.get(text.slice(0, 2));
    // Verbs such as `git --version` look like options; the rules decide about those.
    if (value === undefined) return at === 0 ? args : null;
    if (value === "required" && name === text && (text.startsWith("--") || text.length === 2)) at++;
  }
  if (args.slice(0, at).some(({ maySplit }) => maySplit)) return null;
  return args.slice(at);
}

function fitsShape(name: string, args: readonly Argument[]): boolean {
  return verbShapes.some(([program, shape, notation]) => {
    if (program !== name) return false;
    const given = sortArguments(args, optionSet(`${notation} ${verbOptions.get(name) ?? ""}`));
    if (given.stranger !== null || given.operands.some(({ isFixed }) => !isFixed)) return false;
    return shape.test(given.operands.map(({ text }) => text).join(" "));
  });
}

function unsure(argument: Argument = fixedArgument("")): Reading {
  return { kind: "unsure", because: argument.text === "" ? "" : `with \`${argument.text.slice(0, 80)}\`` };
}

function byPath(tables: readonly ReadTable[]): ReadonlyMap<string, Read> {
  return new Map(
    tables.flatMap((table) =>
      Object.entries(table).flatMap(([paths, rule]) => paths.split("|").map((path) => [path, rule] as const)),
    ),
  );
}
