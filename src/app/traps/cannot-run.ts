import { isAbsolute } from "node:path";
import type { ExecutorSpec } from "../../engine/hook.ts";
import type { Finding } from "../../errors/problem.ts";
import { findCommand } from "../../executors/process/find-command.ts";
import type { NamedProgram } from "../../sources/programs/programs-of.ts";
import type { ShellCommand } from "./reading/shell-program.ts";
import { atDeclaration, type Subject, type Trap } from "./trap.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

/** A command that is not there, not executable, or whose interpreter is missing. */
export const cannotRun: Trap = (subject) => {
  const { executor } = subject.hook;
  if (executor.kind !== "process") return [];
  const findings = subject.named.flatMap((program) => {
    const commands = shellCommandsWith(program, subject);
    if (commands.some(({ isExcused }) => isExcused)) return [];
    const isCertain = isAll(program, subject) && !dependsOnEvent(program, executor);
    // Tools that a longer text uses are looked at by themselves.
    if (!isCertain && !program.word.includes("/")) return [];
    const why = whyNot(program, executor, subject.environment.PATH ?? "");
    return why === null ? [] : [tell(subject, isCertain, why)];
  });
  // A missing interpreter is the reason why the script before it cannot run.
  return findings.slice(0, 1);
};

function tell(subject: Subject, isCertain: boolean, why: string): Finding {
  return atDeclaration(subject, isCertain ? "TRAP_CANNOT_RUN" : "TRAP_MAY_NOT_RUN", { why });
}

function whyNot({ role, word, path, problem }: NamedProgram, { cwd, env }: ProcessSpec, ours: string): string | null {
  if (problem === "dynamic") return null;
  if (role === "script") return problem === null ? null : `the script ${JSON.stringify(word)} was not found`;
  const found = findCommand(path ?? word, cwd, env.PATH ?? ours);
  return "kind" in found ? found.detail : null;
}

/** Where the hook is nothing but this program: when it cannot be started, the hook cannot run. */
function isAll({ where }: NamedProgram, { programs }: Subject): boolean {
  if (where === null || where.in === "command" || where.spans.length === 0) return true;
  const [code] = programs;
  return code?.file === null && code.shell?.commands.length === 1;
}

function shellCommandsWith({ word, where }: NamedProgram, { programs }: Subject): readonly ShellCommand[] {
  const [code] = programs;
  if (code?.file !== null || where === null || where.in === "command") return [];
  return code.shell?.commands.filter(({ name, args }) => name === word || args.includes(word)) ?? [];
}

/** Some events bring the directory with them in which a relative path is looked up: what is missing here may be there. */
function dependsOnEvent({ word, problem }: NamedProgram, { cwdField }: ProcessSpec): boolean {
  return cwdField !== undefined && problem === "not-found" && word.includes("/") && !isAbsolute(word);
}
