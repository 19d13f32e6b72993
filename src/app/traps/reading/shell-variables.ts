import type { SyntaxNode } from "unbash";
import { type ShellProgram, visit } from "./shell-program.ts";

export interface VariableRead {
  readonly name: string;
  readonly line: number;
}

/** The variables of the environment that a program reads: in capitals, not set by itself, and without a default. */
export function variablesRead(shell: ShellProgram): readonly VariableRead[] {
  // What other files set is not known.
  if (shell.commands.some(({ name }) => name === "." || name === "source")) return [];
  const own = namesSetIn(shell);
  const reads = new Map<string, VariableRead>();
  const add = (name: string, pos: number) => {
    if (/^[A-Z][A-Z0-9_]*$/.test(name) && !own.has(name) && !kept.test(name) && !reads.has(name))
      reads.set(name, { name, line: shell.lineAt(pos) });
  };
  visit(shell.script, (node) => {
    if (node.type === "SimpleExpansion") add(node.text.slice(1), node.pos);
    if (node.type === "ParameterExpansion") add(node.parameter, node.pos);
  });
  return [...reads.values()];
}

/** Variables that the shell keeps itself. */
const kept =
  /^(?:BASH\w*|COLUMNS|COMP_\w+|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HIST\w+|HOST\w*|IFS|LINENO|LINES|MACHTYPE|OLDPWD|OPT\w+|OSTYPE|PIPESTATUS|PPID|PS\d|PWD|RANDOM|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|ZSH_\w+|_)$/;
const setting: ReadonlySet<string> = new Set(
  "read export local declare typeset readonly mapfile readarray getopts".split(" "),
);

function namesSetIn({ script, commands }: ShellProgram): ReadonlySet<string> {
  const names = new Set<string>();
  visit(script, (node: SyntaxNode) => {
    if (node.type === "Assignment") names.add(node.name);
    if (node.type === "For" || node.type === "Select") names.add(node.name.value);
    // A default, or a test whether it is set, is for when it is not there.
    if (node.type === "ParameterExpansion" && node.operation?.type === "Default") names.add(node.parameter);
  });
  for (const { name, args } of commands) {
    if (setting.has(name)) for (const arg of args) names.add(arg.replace(/=.*/s, ""));
  }
  return names;
}
