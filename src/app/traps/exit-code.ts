import type { Hook } from "../../engine/hook.ts";
import { refusalWords } from "./reading/answer-words.ts";
import type { Exit } from "./reading/facts.ts";
import type { Program } from "./reading/program.ts";
import { atLine, type Subject, type Trap } from "./trap.ts";

/** A program that means to refuse and ends with a code that refuses nothing. */
export const exitCode: Trap = (subject) => {
  const { hook, contract } = subject;
  if (contract.deny !== "refuses" || hook.mode === "async" || anyCodeRefuses(hook)) return [];
  return subject.programs.flatMap((program) => {
    const exit = uselessExit(program, subject);
    if (exit === null) return [];
    const params = { code: exit.code, event: eventOf(subject), answer: answers[subject.speaks] ?? answerWithTwo };
    return [atLine(subject, program, exit.line, "TRAP_EXIT_CODE", params)];
  });
};

/**
 * Where failures refuse, every code but 0 does. docker-agent's own gate is the exception: there a failure refuses although
 * nobody asked for it, but an ordinary exit code is only worth a warning.
 */
function anyCodeRefuses({ dialect, onFailure, metadata }: Hook): boolean {
  if (metadata.strict_exit === "true") return true;
  if (onFailure !== "block") return false;
  return dialect !== "docker-agent" || metadata.on_failure !== undefined || metadata.on_error !== undefined;
}

function uselessExit({ facts }: Program, { speaks }: Subject): Exit | null {
  // A program that knows how to refuse may end with other codes for other reasons.
  if (facts.wishes.some(({ wish }) => wish === "deny") || facts.hasOpenExit) return null;
  const isAgh = speaks === "agh";
  if (!isAgh && facts.exits.some(({ code }) => code === 2)) return null;
  return facts.exits.find((exit) => exit.code !== 0 && (isRefusal(exit) || (isAgh && exit.code === 2))) ?? null;
}

/** Somebody is told of a refusal, or a search of the input decides. */
function isRefusal({ said, asked, isConditional }: Exit): boolean {
  return refusalWords.test(said) || (isConditional && /\b[ef]?grep\b/.test(asked));
}

function eventOf({ hook, contract }: Subject): string {
  return hook.metadata.event ?? contract.name;
}

const answerWithTwo = `Exit with code 2, which refuses; what stands on standard error becomes the reason. Or set "on_failure" to "block", then every failure refuses.`;
const answers: Readonly<Record<string, string>> = {
  agh: `Print {"deny": true, "deny_reason": "..."} and exit with 0: in AGH hooks only the answer refuses. Or add required = true, then every failure refuses.`,
  "docker-agent": `Exit with code 2, which refuses; what stands on standard error becomes the reason. Or add "strict_exit: true", then every code but 0 refuses.`,
};
