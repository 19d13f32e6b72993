import { findCommand } from "../../executors/process/find-command.ts";
import type { Program } from "./reading/program.ts";
import type { ShellCommand, ShellProgram } from "./reading/shell-program.ts";
import { atLine, type Trap } from "./trap.ts";

/** What hooks commonly call and systems commonly lack. Names that only one system has are left out. */
const tools: ReadonlySet<string> = new Set(
  `ast-grep awk bat biome black bun cargo curl deno docker eslint fd fzf gh git gitleaks go gofmt golangci-lint gron jq just make mypy
  node npm npx perl php pnpm podman prettier psql pyright python python3 rg ruby ruff rustfmt semgrep shellcheck shfmt sqlite3 terraform
  trufflehog tsc uv uvx wget xmllint yarn yq`.split(/\s+/),
);
/** Programs that run the one they are given. */
const wrappers: ReadonlySet<string> = new Set(["exec", "nohup", "time", "xargs", "env", "nice"]);
const asking: ReadonlySet<string> = new Set(["command", "which", "type", "hash"]);

/** A tool that a script needs and that is not installed. */
export const missingTool: Trap = (subject) => {
  const { executor } = subject.hook;
  if (executor.kind !== "process") return [];
  const searchPath = executor.env.PATH ?? subject.environment.PATH ?? "";
  return subject.programs.flatMap((program) =>
    needsOf(program)
      // A hook that consists of nothing else cannot run at all, which is told elsewhere.
      .filter(() => program.file !== null || program.shell?.commands.length !== 1)
      .filter(({ tool }) => "kind" in findCommand(tool, executor.cwd, searchPath))
      .map(({ tool, line }) => atLine(subject, program, line, "TRAP_TOOL_MISSING", { tool })),
  );
};

interface Need {
  readonly tool: string;
  readonly line: number;
}

/** The first use of each tool, unless the program itself asks whether it is there. */
function needsOf({ shell }: Program): Need[] {
  if (shell === null) return [];
  const needs = new Map<string, number>();
  for (const command of shell.commands) {
    const tool = toolOf(command);
    if (tool === null || needs.has(tool) || shell.functions.has(tool) || asksFor(shell, tool)) continue;
    if (!command.isExcused) needs.set(tool, command.line);
  }
  return [...needs].map(([tool, line]) => ({ tool, line }));
}

function toolOf({ name, args }: ShellCommand): string | null {
  const words = wrappers.has(name) ? args.filter((arg) => !arg.startsWith("-") && !/^\w+=/.test(arg)) : [name];
  const [tool = ""] = words;
  return tools.has(tool) ? tool : null;
}

function asksFor({ commands }: ShellProgram, tool: string): boolean {
  return commands.some(({ name, args }) => asking.has(name) && args.includes(tool));
}
