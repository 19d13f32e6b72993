import type { ExecutorSpec } from "../../engine/hook.ts";
import type { Finding } from "../../errors/problem.ts";
import { inheritedNames } from "../../lib/process/inherited-names.ts";
import type { Program } from "./reading/program.ts";
import { type VariableRead, variablesRead } from "./reading/shell-variables.ts";
import { atLine, type Subject, type Trap } from "./trap.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

/** A script may be full of them, and the first few say enough. */
const mostPerProgram = 3;

/** A script that reads a variable which its hook is not given. */
export const variableNotPassed: Trap = (subject) => {
  const { executor } = subject.hook;
  if (executor.kind !== "process") return [];
  return subject.programs.flatMap((program) => {
    const reads = program.shell === null ? [] : variablesRead(program.shell);
    return reads.flatMap((read) => tell(subject, executor, program, read)).slice(0, mostPerProgram);
  });
};

function tell(subject: Subject, executor: ProcessSpec, program: Program, { name, line }: VariableRead): Finding[] {
  if (Object.hasOwn(executor.env, name) || name.startsWith("HOOKLINE_")) return [];
  const missing = whyMissing(name, executor, subject);
  return missing ? [atLine(subject, program, line, "TRAP_VARIABLE_NOT_PASSED", { variable: name, ...missing })] : [];
}

function whyMissing(name: string, { inherits, without = [] }: ProcessSpec, { environment, speaks }: Subject) {
  const inEnv = `Add it to the hook's env, or read what you need out of the JSON on standard input.`;
  const owners = foreign.find(([names]) => names.test(name))?.[1];
  if (inherits === "everything") {
    if (without.includes(name)) return { why: "hooks do not get the keys of model providers", fix: keepKeys };
    if (owners === undefined || environment[name] !== undefined) return null;
  } else if (inheritedNames.some((inherited) => inherited === name)) return null;
  if (owners === undefined)
    return { why: "hooks of this dialect inherit only a few names, such as HOME and PATH", fix: inEnv };
  if (owners.length === 0) return { why: "no agent sets it", fix: "Read it out of the JSON on standard input." };
  return { why: `only ${owners.join(" and ")} hooks have it, and this is one of ${speaks}`, fix: inEnv };
}

const keepKeys = "Keep a key of the hook's own under another name.";

/** What belongs to another program. Nobody has these by accident. */
const foreign: readonly (readonly [names: RegExp, dialects: readonly string[]])[] = [
  [/^CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)$/, ["claude"]],
  [/^AGENT_(?:HOOK_DIR|HOOK_NAME|SESSION_ID|WORK_DIR)$/, ["agent-hooks"]],
  [/^KIMI_(?:SESSION_ID|WORK_DIR|PROJECT_DIR)$/, ["agent-hooks"]],
  // Often copied, never given: the payload is on standard input.
  [/^CLAUDE_(?:TOOL_\w+|FILE_PATHS?|NOTIFICATION|HOOK_EVENT)$/, []],
  [/^(?:TOOL_INPUT|TOOL_NAME|TOOL_OUTPUT|HOOK_EVENT_NAME)$/, []],
];
