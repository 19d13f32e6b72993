import { type Wish, wishesIn } from "./answer-words.ts";
import type { ShellCommand, ShellProgram } from "./shell-program.ts";

/** What can be said of a program without running it. */
export interface Facts {
  readonly exits: readonly Exit[];
  /** It ends with a code that only running it would tell. */
  readonly hasOpenExit: boolean;
  readonly wishes: readonly Wished[];
}

export interface Exit {
  readonly code: number;
  readonly line: number;
  /** What is said around it, e.g. on stderr. */
  readonly said: string;
  /** What decides whether it gets there. */
  readonly asked: string;
  readonly isConditional: boolean;
}

export interface Wished {
  readonly wish: Wish;
  readonly line: number;
  readonly isConditional: boolean;
}

/** Programs that only look at the texts they are given. */
const lookers: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "rg", "sed", "awk", "test", "[", "tr", "cut"]);
const interpreters = /^(?:.*\/)?(?:python[\d.]*|node|deno|bun|ruby|perl|php)$/;

/** Reads the exits and answers of a shell program out of its commands. */
export function factsOfShell({ commands }: ShellProgram): Facts {
  const inner = commands.filter(({ name }) => interpreters.test(name)).map(innerCode);
  return {
    exits: [...commands.flatMap(exitOf), ...inner.flatMap(({ exits }) => exits)],
    hasOpenExit: commands.some(isOpenExit) || inner.some(({ hasOpenExit }) => hasOpenExit),
    wishes: commands.flatMap(wishesOf),
  };
}

function exitOf(command: ShellCommand): Exit[] {
  const { name, args, line, block, condition, isConditional } = command;
  const code = args[0] ?? "";
  if (name !== "exit" || !/^\d{1,3}$/.test(code)) return [];
  const before = block.slice(0, block.indexOf(command));
  return [{ code: Number(code), line, said: textOf(before), asked: textOf(condition), isConditional }];
}

function isOpenExit({ name, args, isConditional }: ShellCommand): boolean {
  if (name === "exec" && !isConditional) return args.length > 0;
  return name === "exit" && args.length > 0 && !/^\d{1,3}$/.test(args[0] ?? "");
}

function textOf(commands: readonly ShellCommand[]): string {
  return commands.map(({ name, args, documents }) => [name, ...args, ...documents].join(" ")).join("\n");
}

function wishesOf({ name, args, node, documents, line, isConditional, isRedirected }: ShellCommand): Wished[] {
  if (lookers.has(name) || (isRedirected && !name.startsWith("jq"))) return [];
  const assigned = node.prefix.flatMap((one) => (one.type === "Assignment" ? [one.text] : []));
  const texts = [...args, ...assigned, ...documents];
  return [...new Set(texts.flatMap(wishesIn))].map((wish) => ({ wish, line, isConditional }));
}

/** A program of another language, handed to its interpreter on the command line or as a here-document. */
function innerCode({ args, documents, line }: ShellCommand): Facts {
  const facts = factsOfCode([...args, ...documents].join("\n"), "#");
  return { ...facts, exits: facts.exits.map((exit) => ({ ...exit, line })) };
}

const exitCall =
  /(?:\b(?:process\.exit|sys\.exit|os\._exit|Deno\.exit|SystemExit|(?<![.\w])exit|(?<![.\w])quit)\s*\(|\bprocess\.exitCode\s*=|\braise\s+SystemExit\s*\(?)\s*([^)\s;]*)/g;
/** How far around a call the words are looked for that say what it is about. */
const linesAround = 4;
const farthest = 500;

/**
 * Reads the exits and answers of a program in another language out of its text. This is a search, not a parser: whole lines
 * of comment are left out, and a call that is only mentioned in a text counts as one.
 */
export function factsOfCode(text: string, comment: "#" | "//"): Facts {
  const lines = text.split("\n").map((line) => (isComment(line, comment) ? "" : line));
  const exits: Exit[] = [];
  let hasOpenExit = false;
  for (const [index, line] of lines.entries()) {
    for (const { 1: code = "", index: at } of line.matchAll(exitCall)) {
      if (!/^\d{1,3}$/.test(code)) hasOpenExit ||= code !== "";
      else {
        // Lines of programs that were made by programs may be endless.
        const before = lines.slice(Math.max(0, index - linesAround), index).join("\n");
        const said = `${before.slice(-farthest)}\n${line.slice(Math.max(0, at - farthest), at + farthest)}`;
        const isConditional = /^\s/.test(line) || index > 0;
        exits.push({ code: Number(code), line: index + 1, said, asked: "", isConditional });
      }
    }
  }
  return { exits, hasOpenExit, wishes: wishesInLines(lines) };
}

/** An answer may be spread over several lines; each is looked at together with the next. */
function wishesInLines(lines: readonly string[]): Wished[] {
  return lines.flatMap((line, index) => wishesIn(line).map((wish) => ({ wish, line: index + 1, isConditional: true })));
}

function isComment(line: string, comment: "#" | "//"): boolean {
  const start = line.trimStart();
  return start.startsWith(comment) || (comment === "//" && (start.startsWith("*") || start.startsWith("/*")));
}
