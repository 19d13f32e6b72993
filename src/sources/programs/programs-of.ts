import type { ExecutorSpec, Hook } from "../../engine/hook.ts";
import { givenTo, plainArgument, type Surroundings, startedAs } from "./command-programs.ts";
import { programName } from "./interpreters.ts";
import type { NamedProgram, SearchPlace } from "./named-program.ts";

export type { NamedProgram, ProgramProblem, ProgramRole, SearchPlace, Span, Where } from "./named-program.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

/** Lists the files that a hook starts or hands to an interpreter. Runs nothing; hooks that are no processes name none. */
export function programsOf({ executor }: Pick<Hook, "executor">, place: SearchPlace): readonly NamedProgram[] {
  if (executor.kind !== "process") return [];
  const { command, args } = executor;
  const around = surroundingsOf(executor, place);
  const words = args.map((arg, index) => plainArgument(arg, { in: "args", index, spans: [], quoted: [] }));
  // We look the command up ourselves, on our own PATH; what it starts in turn it finds on the one it is given.
  const ours = { ...around, searchPath: place.searchPath, searchFrom: null };
  return [
    ...startedAs(plainArgument(command, { in: "command" }), ours),
    ...givenTo(programName(command), words, around),
  ];
}

/** What words mean to a hook's process. */
export function surroundingsOf({ env, cwd }: ProcessSpec, { searchPath, root }: SearchPlace): Surroundings {
  return {
    cwd,
    root,
    searchPath: env.PATH ?? searchPath,
    searchFrom: cwd,
    variable: (name) => env[name] ?? knownVariable(name, root),
    scriptFolder: null,
    inShell: false,
    depth: 0,
  };
}

function knownVariable(name: string, root: string | null): string | null {
  return name === "CLAUDE_PROJECT_DIR" ? root : null;
}
