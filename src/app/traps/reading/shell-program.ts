import {
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";

/** One simple command of a shell program, and what its surroundings make of it. */
export interface ShellCommand {
  readonly node: Command;
  /** After quote removal; empty when only running it would tell. */
  readonly name: string;
  /** After quote removal; expansions stand in them as they were written. */
  readonly args: readonly string[];
  readonly line: number;
  /** It may not run: something is asked before it, or a function must be called. */
  readonly isConditional: boolean;
  /** Somebody deals with its failure: it is a condition, or something follows after `||`. */
  readonly isExcused: boolean;
  /** What it prints is what the program prints. */
  readonly isHeard: boolean;
  /** What it prints goes to stderr or to a file. */
  readonly isRedirected: boolean;
  /** The texts of its here-documents. */
  readonly documents: readonly string[];
  /** The simple commands of the same list, in order: what runs when this one runs. */
  readonly block: readonly ShellCommand[];
  /** What was asked before: the commands of the nearest condition. */
  readonly condition: readonly ShellCommand[];
}

export interface ShellProgram {
  readonly script: ParsedScript;
  readonly commands: readonly ShellCommand[];
  /** The names of functions that it defines itself. */
  readonly functions: ReadonlySet<string>;
  readonly lineAt: (offset: number) => number;
}

/** Scripts are small. The parser is quadratic in some brackets, and a workspace's file must not keep us waiting. */
const longest = 64 * 1024;
const mostBrackets = 1_000;

/** Parses a shell program; null for what is no shell program, or too much of one to be read. */
export function readShell(text: string): ShellProgram | null {
  if (text.length > longest || (text.match(/[{([`]/g)?.length ?? 0) > mostBrackets) return null;
  try {
    return parsed(text);
  } catch {
    // Nested deeper than the stack is.
    return null;
  }
}

function parsed(text: string): ShellProgram | null {
  const script = parse(text);
  if (script.errors !== undefined && script.errors.length > 0) return null;
  const commands: ShellCommand[] = [];
  const functions = new Set<string>();
  const lineAt = linesOf(text);
  walkList(script.commands, outermost, { commands, functions, lineAt });
  return { script, commands, functions, lineAt };
}

/** Finds the line of an offset, however many are asked for. */
function linesOf(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Every node of a program, substitutions included. */
export function visit(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node);
  forEachChild(node, (child) => visit(child, look));
}

interface Around {
  readonly isConditional: boolean;
  readonly isExcused: boolean;
  readonly isHeard: boolean;
  readonly isRedirected: boolean;
  readonly condition: readonly ShellCommand[];
}

interface Found {
  readonly commands: ShellCommand[];
  readonly functions: Set<string>;
  readonly lineAt: (offset: number) => number;
}

const outermost: Around = {
  isConditional: false,
  isExcused: false,
  isHeard: true,
  isRedirected: false,
  condition: [],
};

/** The statements of a list are one block, however they are joined. */
function walkList(nodes: readonly SyntaxNode[], around: Around, found: Found): ShellCommand[] {
  const block: ShellCommand[] = [];
  for (const node of nodes) walk(node, around, block, found);
  return block;
}

function walk(node: SyntaxNode, around: Around, block: ShellCommand[], found: Found): void {
  const inside = { ...around, isConditional: true };
  switch (node.type) {
    case "Command":
      addCommand(node, around, block, found);
      break;
    case "Statement":
      walk(node.command, around, block, found);
      break;
    case "AndOr":
      walkAndOr(node, around, block, found);
      break;
    case "Pipeline":
      for (const [index, command] of node.commands.entries()) {
        const isLast = index === node.commands.length - 1;
        walk(command, isLast ? around : { ...around, isHeard: false }, block, found);
      }
      break;
    case "If":
      walkIf(node, around, found);
      break;
    case "Case":
      for (const item of node.items) walkList(item.body.commands, inside, found);
      walkInside(node.word, around, found);
      break;
    case "While":
      walkList(node.clause.commands, { ...around, isExcused: true }, found);
      walkList(node.body.commands, inside, found);
      break;
    case "For":
    case "Select":
    case "ArithmeticFor":
      walkList(node.body.commands, inside, found);
      break;
    case "Function":
      found.functions.add(node.name.value);
      walk(node.body, inside, [], found);
      break;
    case "BraceGroup":
    case "Subshell":
      walk(node.body, around, block, found);
      break;
    case "CompoundList":
      for (const statement of node.commands) walk(statement, around, block, found);
      break;
    case "Redirected":
      walk(node.command, redirected(around, node.redirects), block, found);
      break;
    default:
      walkInside(node, around, found);
  }
}

function walkIf(node: Extract<SyntaxNode, { type: "If" }>, around: Around, found: Found): void {
  const branches = [node, ...node.elif];
  const inside = { ...around, isConditional: true };
  for (const { clause, then } of branches) {
    const condition = walkList(clause.commands, { ...inside, isExcused: true }, found);
    walkList(then.commands, { ...inside, condition }, found);
  }
  if (node.else) walkList(node.else.commands, inside, found);
}

function walkAndOr(
  { commands, operators }: Extract<SyntaxNode, { type: "AndOr" }>,
  around: Around,
  block: ShellCommand[],
  found: Found,
): void {
  let condition = around.condition;
  for (const [index, command] of commands.entries()) {
    const isExcused = around.isExcused || operators.slice(index).includes("||");
    const isConditional = around.isConditional || index > 0;
    const start = found.commands.length;
    // `a && { b; c; }`: what stands after the operator is a block of its own.
    walk(command, { ...around, isExcused, isConditional, condition }, index === 0 ? block : [], found);
    condition = found.commands.slice(start);
  }
}

/** What stands in substitutions prints for somebody else. */
function walkInside(node: SyntaxNode, around: Around, found: Found): void {
  forEachChild(node, (child) => {
    if (child.type === "Script") walkList(child.commands, { ...around, isHeard: false }, found);
    else walkInside(child, around, found);
  });
}

function addCommand(node: Command, around: Around, block: ShellCommand[], found: Found): void {
  const here = redirected(around, node.redirects);
  const command: ShellCommand = {
    node,
    name: node.name === undefined ? "" : fixedText(node.name),
    args: node.args.map((arg) => (arg.type === "Word" ? arg.value : arg.text)),
    line: found.lineAt(node.pos),
    ...here,
    documents: node.redirects.flatMap((one) => documentOf(one)),
    block,
  };
  block.push(command);
  found.commands.push(command);
  walkInside(node, around, found);
}

function redirected(around: Around, redirects: readonly Redirection[]): Around {
  const leads = redirects.some((one) => one.type === "Redirect" && leadsAway(one));
  return leads ? { ...around, isHeard: false, isRedirected: true } : around;
}

function leadsAway({ operator, descriptor }: Extract<Redirection, { type: "Redirect" }>): boolean {
  if (operator === "&>" || operator === "&>>") return true;
  const isOutput = operator === ">" || operator === ">>" || operator === ">|" || operator === ">&";
  return isOutput && (descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1));
}

function documentOf(redirection: Redirection): string[] {
  if (redirection.type === "HereDoc") return [redirection.body.text];
  return redirection.type === "HereString" && redirection.target ? [redirection.target.value] : [];
}

/** The text of a word that is the same in every run. */
export function fixedText({ value, parts }: Word): string {
  const isOpen = (part: SyntaxNode): boolean => {
    if (part.type === "SimpleExpansion" || part.type === "ParameterExpansion" || part.type === "CommandExpansion")
      return true;
    let open = false;
    forEachChild(part, (child) => {
      open ||= isOpen(child);
    });
    return open;
  };
  return parts?.some(isOpen) ? "" : value;
}
