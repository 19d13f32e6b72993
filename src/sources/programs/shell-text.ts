import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, resolve } from "node:path";
import type { AndOr, Assignment, Command, If, ParsedScript, SyntaxNode, Word } from "unbash";
import { type Argument, fixedArgument } from "../../lib/shell/argument.ts";
import { lookOver } from "../../lib/shell/readable.ts";
import type { Span } from "./named-program.ts";
import { resolveWord, type WordValues } from "./resolve-word.ts";

// Loaded with the first text: most commands of ours look at none, and every start would pay for it.
let parser: typeof import("unbash") | null = null;
function unbash(): typeof import("unbash") {
  parser ??= createRequire(import.meta.url)("unbash") as typeof import("unbash");
  return parser;
}

/** A word of a shell text and where it stands. */
export interface ShellArgument extends Argument {
  readonly span: Span;
  readonly written: string;
}

/** One command of a shell text, wherever in the text it stands. */
export interface ShellCommand {
  /** Empty for a command that only assigns. */
  readonly args: readonly ShellArgument[];
  /** The variables that it sets, for itself or for what follows; values as they were written. */
  readonly assigns: readonly { readonly name: string; readonly value: string }[];
  /** The files that it reads its input from. */
  readonly inputs: readonly ShellArgument[];
  /** Where it runs; null when nobody can tell. */
  readonly cwd: string | null;
  /** True for a function that the text defines itself. */
  readonly isFunction: boolean;
}

export interface ShellScene {
  readonly cwd: string | null;
  readonly variable: (name: string) => string | null;
  readonly scriptFolder: string | null;
}

interface Scope {
  cwd: string | null;
}

/** Lists every simple command of a shell text, also those in substitutions; null when the text cannot be read. */
export function commandsIn(text: string, scene: ShellScene): ShellCommand[] | null {
  const script = parsed(text);
  if (script === null) return null;
  const { functions, movers, assigned } = namesIn(script);
  const found: ShellCommand[] = [];

  function walk(node: SyntaxNode, here: Scope): void {
    switch (node.type) {
      case "If":
        walkIf(node, here);
        return;
      case "AndOr":
        walkAndOr(node, here);
        return;
      case "Case":
      case "While":
      case "For":
      case "Select":
      case "ArithmeticFor": {
        // Once more round it starts where the last one ended.
        const inner = { cwd: changesDirectory(node) ? null : here.cwd };
        unbash().forEachChild(node, (child) => walk(child, inner));
        here.cwd = inner.cwd;
        return;
      }
      case "Function": {
        // Called from wherever its callers are.
        const inner = { cwd: changesDirectory(script as SyntaxNode) ? null : here.cwd };
        unbash().forEachChild(node, (child) => walk(child, inner));
        return;
      }
      case "Pipeline":
        for (const command of node.commands) walk(command, node.commands.length === 1 ? here : { ...here });
        return;
      default: {
        const scope = ownScope.has(node.type) ? { ...here } : here;
        unbash().forEachChild(node, (child) => walk(child, scope));
        if (node.type === "Command") take(node, here);
      }
    }
  }

  function walkIf({ clause, then, elif, else: otherwise }: If, here: Scope): void {
    const asked = { ...here };
    walk(clause, asked);
    const ends = [then, ...elif, ...(otherwise ? [otherwise] : [])].map((branch) => {
      const inner = { ...asked };
      walk(branch, inner);
      return inner.cwd;
    });
    if ([asked.cwd, ...ends].some((cwd) => cwd !== here.cwd)) here.cwd = null;
  }

  /** `cd x && ./y` runs in x or not at all; what comes behind such a list is somewhere if only some of it has run. */
  function walkAndOr({ commands, operators }: AndOr, here: Scope): void {
    const start = here.cwd;
    let isCertain = true;
    for (const [index, command] of commands.entries()) {
      const before = here.cwd;
      const isElse = operators[index - 1] === "||";
      if (isElse) {
        const other = { cwd: start };
        walk(command, other);
        if (other.cwd !== start) isCertain = false;
        continue;
      }
      walk(command, here);
      // A change of directory that we know to succeed is certain only when nothing else decides whether it is tried.
      const isFirst = commands.slice(0, index).every((earlier) => changesDirectory(earlier));
      if (here.cwd !== before && !isFirst) isCertain = false;
    }
    if (!isCertain) here.cwd = null;
  }

  function take(node: Command, here: Scope): void {
    const assigns = node.prefix.flatMap((one) =>
      one.type === "Assignment" ? [{ name: one.name, value: one.text.slice(one.text.indexOf("=") + 1) }] : [],
    );
    const words = node.name === undefined ? [] : [node.name, ...node.args];
    if (words.length === 0 && assigns.length === 0) return;
    const args = words.map((word): ShellArgument => argumentOf(word, here.cwd));
    const [name] = args;
    const inputs = node.redirects.flatMap((redirect) =>
      redirect.type === "Redirect" && redirect.operator === "<" && redirect.target
        ? [argumentOf(redirect.target, here.cwd)]
        : [],
    );
    const isFunction = name?.isFixed === true && functions.has(name.text) && !name.text.includes("/");
    found.push({ args, assigns, inputs, cwd: here.cwd, isFunction });
    if (name?.isFixed) here.cwd = afterCommand(name.text, args, here.cwd);
  }

  function afterCommand(name: string, args: readonly ShellArgument[], cwd: string | null): string | null {
    if (movers.has(name)) return null;
    const isIndirect = /^(?:command|builtin|eval)$/.test(name);
    if (isIndirect) return args.some(({ text }) => /\b(?:cd|pushd|popd)\b/.test(text)) ? null : cwd;
    if (!/^(?:cd|pushd|popd)$/.test(name)) return cwd;
    return assigned.has("CDPATH") || scene.variable("CDPATH") !== null ? null : afterChange(name, args, cwd);
  }

  function argumentOf(word: Command["args"][number] | Word, cwd: string | null): ShellArgument {
    const place = { span: [word.pos, word.end] as const, written: word.text };
    const value = word.type === "Word" ? resolveWord(word, valuesAt(cwd)) : literalAssignment(word);
    if (value !== null) return { ...fixedArgument(value), ...place };
    return {
      text: word.text,
      isFixed: false,
      maySplit: true,
      mayBeOption: /^["']?-/.test(word.text),
      word: null,
      ...place,
    };
  }

  function valuesAt(cwd: string | null, depth = 0): WordValues {
    const { scriptFolder } = scene;
    const variable = (name: string): string | null => {
      if (!assigned.has(name)) return name === "PWD" ? cwd : scene.variable(name);
      // What the text sets itself is not what we know of it, unless it does so once and plainly.
      const value = assigned.get(name);
      return value && depth < deepestValue ? resolveWord(value, valuesAt(cwd, depth + 1)) : null;
    };
    return { cwd, variable, scriptFolder };
  }

  walk(script as SyntaxNode, { cwd: scene.cwd });
  return found;
}

/** A variable may be made of others. */
const deepestValue = 4;

/** Changes of directory in these do not outlive them. */
const ownScope: ReadonlySet<string> = new Set(["Subshell", "CommandExpansion", "ProcessSubstitution", "Coproc"]);

function changesDirectory(node: SyntaxNode): boolean {
  if (node.type === "Command" && /^(?:cd|pushd|popd|eval|builtin|command)$/.test(node.name?.value ?? "")) return true;
  let isFound = false;
  unbash().forEachChild(node, (child) => {
    isFound ||= !ownScope.has(child.type) && changesDirectory(child);
  });
  return isFound;
}

function parsed(text: string): ParsedScript | null {
  const { problem } = lookOver(text, Number.MAX_SAFE_INTEGER);
  if (problem?.unread) return null;
  try {
    const script = unbash().parse(text);
    return script.errors === undefined || script.errors.length === 0 ? script : null;
  } catch {
    return null;
  }
}

interface Names {
  readonly functions: ReadonlySet<string>;
  /** The functions that change the directory. */
  readonly movers: ReadonlySet<string>;
  /** What is assigned; with its value when that happens once and plainly. */
  readonly assigned: ReadonlyMap<string, Word | null>;
}

function namesIn(script: ParsedScript): Names {
  const functions = new Set<string>();
  const movers = new Set<string>();
  const assigned = new Map<string, Word | null>();
  const assign = (name: string, value: Word | null) => assigned.set(name, assigned.has(name) ? null : value);
  const walk = (node: SyntaxNode, isPlain: boolean): void => {
    if (node.type === "Function") functions.add(node.name.value);
    if (node.type === "Function" && changesDirectory(node.body as SyntaxNode)) movers.add(node.name.value);
    if (node.type === "Assignment") {
      const isWhole = isPlain && node.value.type === "Word" && !node.append && !node.index;
      assign(node.name, isWhole ? (node.value as Word) : null);
    }
    if (node.type === "For" || node.type === "Select") assign(node.name.value, null);
    if (node.type === "Command" && node.name && /^(?:read|unset|mapfile|readarray|getopts)$/.test(node.name.value))
      for (const arg of node.args) if (arg.type === "Word") assign(arg.value, null);
    // What is set for one command, or perhaps not at all, says nothing of the others.
    const isCommand = node.type === "Command" && node.name !== undefined && !setters.has(node.name.value);
    const isSure = isPlain && !isCommand && !maybe.has(node.type);
    unbash().forEachChild(node, (child) => walk(child, isSure));
  };
  walk(script as SyntaxNode, true);
  return { functions, movers, assigned };
}

const setters: ReadonlySet<string> = new Set(["export", "readonly", "declare", "typeset"]);

/** What stands in these may happen, or not, or somewhere else. */
const maybe: ReadonlySet<string> = new Set(
  "If AndOr Case While For Select ArithmeticFor Function Pipeline Subshell CommandExpansion ProcessSubstitution Coproc".split(
    " ",
  ),
);

/** `export A=b` is an argument as well; nothing in it names a program. */
function literalAssignment({ text }: Assignment): string | null {
  return /["'$`\\]/.test(text) ? null : text;
}

function afterChange(name: string, args: readonly ShellArgument[], cwd: string | null): string | null {
  const [target, ...more] = args.slice(1).filter(({ text }) => text !== "--" && text !== "-P" && text !== "-L");
  if (name !== "cd" || target === undefined || more.length > 0 || !target.isFixed || target.text === "-") return null;
  if (!isAbsolute(target.text) && cwd === null) return null;
  const folder = resolve(cwd ?? "/", target.text);
  // Where there is no such folder, the shell may stay where it is.
  return isFolder(folder) ? folder : null;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
