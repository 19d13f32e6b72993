import type { SyntaxNode } from "unbash";
import type { Program } from "./reading/program.ts";
import { type ShellProgram, visit } from "./reading/shell-program.ts";
import { atLine, type Trap } from "./trap.ts";

/** Syntax of bash in a program that any /bin/sh has to read. */
export const bashInSh: Trap = (subject) =>
  subject.programs.flatMap((program) => {
    const found = firstBashism(program);
    return found ? [atLine(subject, program, found.line, "TRAP_BASH_IN_SH", { what: found.what })] : [];
  });

function firstBashism({ language, shell, text }: Program): { what: string; line: number } | null {
  if (language !== "sh" || shell === null) return null;
  let first: { what: string; pos: number } | null = null;
  visit(shell.script, (node) => {
    const what = bashism(node, text);
    if (what !== null && "pos" in node && (first === null || node.pos < first.pos)) first = { what, pos: node.pos };
  });
  return first === null ? null : place(first, shell);
}

function place({ what, pos }: { what: string; pos: number }, { lineAt }: ShellProgram) {
  return { what, line: lineAt(pos) };
}

function bashism(node: SyntaxNode, text: string): string | null {
  switch (node.type) {
    case "TestCommand":
      return '"[[ ... ]]"';
    case "ArithmeticCommand":
      return '"(( ... ))"';
    case "HereString":
      return '"<<<"';
    case "ProcessSubstitution":
      return '"<( ... )"';
    case "Function":
      return /^function\b/.test(text.slice(node.pos, node.pos + 9)) ? 'the word "function"' : null;
    case "ArrayValue":
      return "an array";
    case "Redirect":
      return node.operator.startsWith("&>") ? '"&>"' : null;
    case "ParameterExpansion":
      return expansion(node);
    case "Command":
      return command(node);
    default:
      return null;
  }
}

function expansion({ operation, index, prefix }: Extract<SyntaxNode, { type: "ParameterExpansion" }>): string | null {
  if (index !== undefined) return "an array";
  if (prefix === "!") return '"${!name}"';
  switch (operation?.type) {
    case "Replace":
      return '"${name/old/new}"';
    case "Slice":
      return '"${name:start:length}"';
    case "CaseModification":
      return '"${name,,}" or "${name^^}"';
    default:
      return null;
  }
}

function command({ name, args }: Extract<SyntaxNode, { type: "Command" }>): string | null {
  const words = args.map((arg) => (arg.type === "Word" ? arg.value : arg.text));
  if (name?.value === "source") return '"source"';
  if (name?.value === "set" && words.includes("pipefail")) return '"set -o pipefail"';
  if (name?.value === "[" && words.includes("==")) return '"==" inside of "[ ]"';
  return name?.value === "declare" || name?.value === "mapfile" || name?.value === "readarray"
    ? `"${name.value}"`
    : null;
}
