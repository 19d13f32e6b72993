import type { Failure, ProcessOutput } from "../../../engine/ports.ts";
import type { FailureName } from "../../../engine/run.ts";
import { foreignRefusal } from "../../../lib/foreign-refusal.ts";
import { type Answer, answer, isOfUse, isVerdict, noReason, pleaseContinue, withoutConsent } from "./answer.ts";
import { type EventRules, type ReplyEvent, replyEvent } from "./events.ts";
import { contextAttachment } from "./prompt.ts";
import { looksLikeVerdict, type Said, whatWasSaid } from "./said.ts";

/** What the answer of one hook is held against. */
export interface ReplyRules extends EventRules {
  /** With `block` only a verdict counts as the answer of a program that exits with an error. */
  readonly onFailure?: "open" | "block" | "ignore";
  /** The hook was written for some calls only and runs on others too, so that what it allows says nothing. */
  readonly overreaches?: boolean;
}

/** Reads what a finished hook answered, in the words of its dialect. */
export function readAnswer(rules: ReplyRules, output: ProcessOutput): Answer | Failure {
  const event = replyEvent(rules);
  if (output.exitCode === 2) return keepOutput(event, output, exitedWithTwo(event, output));
  const said = whatWasSaid(output.stdout);
  const read = output.exitCode === 0 ? meaningOf(event, said) : exitedBadly(rules, event, said, output);
  if (read.kind === "failure") return read;
  return keepOutput(event, output, rules.overreaches ? withoutOverreach(read) : read);
}

function withoutOverreach(read: Answer): Answer {
  return read.decision === "allow" ? { ...withoutConsent(read), warnings: [...read.warnings, overreach] } : read;
}

const overreach =
  'A hook allows this, but it has a condition ("if") that is not checked here, so that it may not have meant this; its word does not count.';

function meaningOf(event: ReplyEvent, said: Said): Answer | Failure {
  switch (said.kind) {
    case "nothing":
      return answer({ attachments: [{ type: "hook_success", payload: {} }] });
    case "text":
      if (looksLikeVerdict.test(said.text)) return unreadable(hiddenVerdict);
      return answer({ contexts: [said.text], isText: true, attachments: [contextAttachment(said.text)] });
    case "object": {
      const read = event.read(said.object, event.name);
      if (read.kind === "failure") return unreadable(read.detail);
      const strange = event.blocking === "denies" && !isVerdict(read) ? foreignRefusal(said.object, read.unread) : null;
      return strange === null ? read : unreadable(strangeRefusal(strange));
    }
    case "broken":
      return unreadable(`its answer begins like JSON but cannot be read: ${said.bad}`);
  }
}

const hiddenVerdict =
  "its answer has a verdict in it but is not a JSON object from the first character to the last, so nothing of it counts";

function strangeRefusal(field: string): string {
  return `it seems to refuse, but in a field that means nothing here: ${JSON.stringify(field)}`;
}

function unreadable(detail: string): Failure {
  return { kind: "failure", failure: "unreadable", detail, warning: `A hook was not understood: ${detail}.` };
}

/** Exit code 2 blocks, with what the program said on stderr. Its output is not read: nothing in it can take the block back. */
function exitedWithTwo(event: ReplyEvent, { stderr, stdout }: ProcessOutput): Answer {
  const said = stderr.trim();
  if (event.exitTwo === "continues") {
    const message = said || pleaseContinue;
    const attachments = [{ type: "hook_stopped_continuation", payload: { reason: message, via: "exit2" } }] as const;
    return answer({ forces: { message }, stopReason: message, attachments });
  }
  const error = said || reasonIn(event, stdout) || noReason;
  return answer({
    blockingError: error,
    ...(event.blocking === "denies" && { decision: "deny", reason: error }),
    attachments: [{ type: "hook_blocking_error", payload: { error } }],
  });
}

/** Some programs print their reason as JSON and exit with 2 as well. */
function reasonIn(event: ReplyEvent, stdout: string): string | undefined {
  const said = whatWasSaid(stdout);
  const read = said.kind === "object" ? event.read(said.object, event.name) : null;
  return read?.kind === "answer" ? (read.blockingError ?? read.reason ?? read.prevents?.reason) : undefined;
}

/** Signals that end a program have numbers up to this one. */
const lastSignal = 31;
const longestWarning = 500;

/** A program that failed may have answered before; an answer is not lost, and a failure without one is named. */
function exitedBadly(rules: ReplyRules, event: ReplyEvent, said: Said, output: ProcessOutput): Answer | Failure {
  const name = failureOf(output.exitCode);
  if (said.kind === "object") {
    const read = event.read(said.object, event.name);
    const counts = rules.onFailure === "block" || name !== "exit-code" ? isVerdict : isOfUse;
    if (read.kind === "answer" && counts(read)) return withoutConsent(read);
  }
  const isUsable = event.usesOutputOfFailures && rules.onFailure !== "block" && name === "exit-code";
  if (said.kind === "text" && isUsable) return meaningOf(event, said);
  const stderr = Array.from(output.stderr.trim()).slice(0, longestWarning).join("");
  const detail = `it exited with code ${output.exitCode}${stderr === "" ? "" : `: ${stderr}`}`;
  const blocks = event.exitTwo === "continues" ? "sends the agent back to work" : "blocks";
  const isOverruled = event.blocking === "reports" || rules.onFailure === "block";
  const hint = isOverruled ? "" : ` Only exit code 2 ${blocks}.`;
  return { kind: "failure", failure: name, detail, warning: `A hook gave no answer: ${detail}.${hint}` };
}

/** How a shell says that there was nothing to run, and that what it ran was killed. */
function failureOf(exitCode: number): FailureName {
  if (exitCode === 127) return "not-found";
  if (exitCode === 126) return "spawn-error";
  return exitCode > 128 && exitCode <= 128 + lastSignal ? "killed" : "exit-code";
}

/** On events that are only watched the first attachment says what the program printed, and others follow. */
function keepOutput(event: ReplyEvent, { stdout, exitCode }: ProcessOutput, read: Answer): Answer {
  if (!event.keepsOutput) return read;
  const said = { type: "hook_success", payload: { stdout: stdout.trim(), returncode: exitCode } } as const;
  const others = read.isText ? [] : read.attachments.filter(({ type }) => type !== "hook_success");
  return { ...read, attachments: [said, ...others] };
}
