import type { Program } from "./reading/program.ts";
import type { ShellCommand } from "./reading/shell-program.ts";
import { atLine, type Trap } from "./trap.ts";

/** Text on standard output before the JSON that should be there alone. */
export const stdoutNoise: Trap = (subject) =>
  subject.programs.flatMap((program) => {
    const noise = noiseIn(program);
    return noise ? [atLine(subject, program, noise.line, "TRAP_STDOUT_NOISE", { text: noise.text })] : [];
  });

function noiseIn({ shell }: Program): { line: number; text: string } | null {
  if (shell === null || shell.commands.some(isSilencing)) return null;
  const printing = shell.commands.filter(
    ({ isHeard, name }) => isHeard && (name === "echo" || name === "printf" || name === "cat"),
  );
  // Only what is always printed can be said to come before an answer.
  const noise = printing.findIndex((command) => !command.isConditional && isPlainText(printed(command)));
  if (noise === -1 || !printing.slice(noise + 1).some((command) => isAnswer(printed(command)))) return null;
  const command = printing[noise];
  return command ? { line: command.line, text: printed(command) } : null;
}

/** `exec >&2` sends everything after it elsewhere. */
function isSilencing({ name, isRedirected, args }: ShellCommand): boolean {
  return name === "exec" && isRedirected && args.length === 0;
}

function printed({ name, args, documents }: ShellCommand): string {
  if (name === "cat") return documents.join("");
  return args
    .filter((arg) => !/^-[neE]+$/.test(arg))
    .join(" ")
    .trim();
}

function isPlainText(text: string): boolean {
  return /^[A-Za-z[=*>#-][^{}$]*$/.test(text) && /[A-Za-z]/.test(text);
}

function isAnswer(text: string): boolean {
  return /^\s*\{\s*\\?"\w+\\?"\s*:/.test(text);
}
