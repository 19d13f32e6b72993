import { createRequire } from "node:module";
import { isAbsolute, resolve } from "node:path";
import type { Assignment, Command, ParsedScript, SyntaxNode } from "unbash";
import { type Argument, fixedArgument } from "../../lib/shell/argument.ts";
import { lookOver } from "../../lib/shell/readable.ts";
import type { Span } from "./named-program.ts";
import { resolveWord } from "./resolve-word.ts";

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
  readonly args: readonly ShellArgument[];
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
}

/** Lists every simple command of a shell text, also those in substitutions; null when the text cannot be read. */
export function commandsIn(text: string, scene: ShellScene): ShellCommand[] | null {
  const script = parsed(text);
  if (script === null) return null;
  const { functions, assigned } = namesIn(script);
  const found: ShellCommand[] = [];

  function walk(node: SyntaxNode, here: { cwd: string | null }): void {
    const scope = ownScope.has(node.type) ? { ...here } : here;
    unbash().forEachChild(node, (child) => walk(child, scope));
    if (node.type === "Command") take(node, here);
  }

  function take(node: Command, here: { cwd: string | null }): void {
    if (node.name === undefined) return;
    const words = [node.name, ...node.args];
    const args = words.map((word): ShellArgument => argumentOf(word, here.cwd));
    const [name] = args;
    const inputs = node.redirects.flatMap((redirect) =>
      redirect.type === "Redirect" && redirect.operator === "<" && redirect.target
        ? [argumentOf(redirect.target, here.cwd)]
        : [],
    );
    found.push({ args, inputs, cwd: here.cwd, isFunction: name?.isFixed === true && functions.has(name.text) });
    if (name?.isFixed && /^(?:cd|pushd|popd)$/.test(name.text)) here.cwd = afterChange(name.text, args, here.cwd);
  }

  function argumentOf(word: Command["args"][number] | NonNullable<Command["name"]>, cwd: string | null): ShellArgument {
    const place = { span: [word.pos, word.end] as const, written: word.text };
    const value = word.type === "Word" ? resolveWord(word, { cwd, variable }) : literalAssignment(word);
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

  // What the text sets itself is not what we know of it.
  const variable = (name: string) => (assigned.has(name) ? null : scene.variable(name));
  walk(script as SyntaxNode, { cwd: scene.cwd });
  return found;
}

/** Changes of directory in these do not outlive them. */
const ownScope: ReadonlySet<string> = new Set([
  "Subshell",
  "Pipeline",
  "CommandExpansion",
  "ProcessSubstitution",
  "Coproc",
  "Function",
]);

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

function namesIn(script: ParsedScript): { functions: ReadonlySet<string>; assigned: ReadonlySet<string> } {
  const functions = new Set<string>();
  const assigned = new Set<string>();
  const walk = (node: SyntaxNode): void => {
    if (node.type === "Function") functions.add(node.name.value);
    if (node.type === "Assignment") assigned.add(node.name);
    if (node.type === "For" || node.type === "Select") assigned.add(node.name.value);
    if (node.type === "Command" && node.name && /^(?:read|unset|mapfile|readarray|getopts)$/.test(node.name.value))
      for (const arg of node.args) if (arg.type === "Word") assigned.add(arg.value);
    unbash().forEachChild(node, walk);
  };
  walk(script as SyntaxNode);
  return { functions, assigned };
}

/** `export A=b` is an argument as well; nothing in it names a program. */
function literalAssignment({ text }: Assignment): string | null {
  return /["'$`\\]/.test(text) ? null : text;
}

function afterChange(name: string, args: readonly ShellArgument[], cwd: string | null): string | null {
  const [target, ...more] = args.slice(1).filter(({ text }) => text !== "--" && text !== "-P" && text !== "-L");
  if (name !== "cd" || target === undefined || more.length > 0 || !target.isFixed || target.text === "-") return null;
  if (isAbsolute(target.text)) return resolve(target.text);
  return cwd === null ? null : resolve(cwd, target.text);
}
