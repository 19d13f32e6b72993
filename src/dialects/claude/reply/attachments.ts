import type { Hook } from "../../../engine/hook.ts";
import type { Failure, ProcessOutput, Reply } from "../../../engine/ports.ts";
import type { AttachmentBody, AttachmentType } from "./answer.ts";
import { replyEvent } from "./events.ts";
import { readAnswer } from "./read.ts";

/** A name that Agentao itself uses although its documentation has four; only for those who ask for it. */
const blockedViaExitTwo = "hook_stop_blocked_via_exit2";

/** What one run leaves behind for the conversation, for audits and for the user's eyes. */
export interface HookAttachmentRecord {
  readonly attachment_type: AttachmentType | typeof blockedViaExitTwo;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The command, or `prompt_hook`. */
  readonly hook_name: string;
  readonly hook_event: string;
  /** Empty on events that are not about a tool. */
  readonly tool_use_id: string;
  readonly uuid: string;
  readonly timestamp: string;
}

/** One run of a hook of this dialect that is over. */
export interface FinishedRun {
  readonly hook: Pick<Hook, "name" | "executor" | "onFailure" | "timeoutMs">;
  /** Claude's name of the event. */
  readonly event: string;
  readonly toolUseId?: string;
  readonly reply: Reply;
}

export interface AttachmentOptions {
  readonly uuid: () => string;
  /** Milliseconds since 1970. */
  readonly wall: () => number;
  /** Gives the attachment of a Stop hook that exits with 2 the fifth name. */
  readonly fifthName?: boolean;
}

/** What a run leaves behind: at least one attachment when a program ran, none when it could not be started. */
export function attachmentsOf(run: FinishedRun, options: AttachmentOptions): HookAttachmentRecord[] {
  return bodiesOf(run).map(({ type, payload }) => ({
    attachment_type: options.fifthName && payload.via === "exit2" ? blockedViaExitTwo : type,
    payload,
    hook_name: displayedName(run.hook),
    hook_event: run.event,
    tool_use_id: run.toolUseId ?? "",
    uuid: options.uuid(),
    timestamp: new Date(options.wall()).toISOString(),
  }));
}

function bodiesOf(run: FinishedRun): readonly AttachmentBody[] {
  const { reply } = run;
  if (reply === undefined || typeof reply !== "object") return [];
  if (reply.kind === "failure") return bodiesOfFailure(run, reply);
  if (reply.kind === "output") return bodiesOfOutput(run, reply);
  const source = run.hook.executor.kind === "prompt" ? { source: promptHook } : {};
  return (reply.contexts ?? []).map(({ text }) => ({
    type: "hook_additional_context",
    payload: { context: text, ...source },
  }));
}

function bodiesOfOutput({ hook, event }: FinishedRun, output: ProcessOutput): readonly AttachmentBody[] {
  const read = readAnswer({ event, onFailure: hook.onFailure }, output);
  if (read.kind === "answer") return read.attachments;
  if (replyEvent({ event }).keepsOutput) {
    return [{ type: "hook_success", payload: { stdout: output.stdout.trim(), returncode: output.exitCode } }];
  }
  const stderr = firstCharacters(output.stderr.trim());
  const warning = output.exitCode === 0 ? read.detail : `Hook exited with code ${output.exitCode}`;
  return [{ type: "hook_success", payload: { warning, stderr } }];
}

/** Nothing is left of a hook that was never started: that is for the records, not for the conversation. */
function bodiesOfFailure({ hook }: FinishedRun, { failure, detail }: Failure): readonly AttachmentBody[] {
  if (neverStarted.has(failure)) return [];
  const warning = failure === "timed-out" ? `Hook timed out after ${secondsOf(hook.timeoutMs)}` : `Hook: ${detail}`;
  return [{ type: "hook_success", payload: { warning } }];
}

function secondsOf(milliseconds: number): string {
  return milliseconds === 1000 ? "1 second" : `${milliseconds / 1000} seconds`;
}

const neverStarted: ReadonlySet<string> = new Set(["not-found", "spawn-error", "trust-refused", "not-supported"]);
const promptHook = "prompt_hook";
const longestStderr = 500;

/** Counted in characters, not in halves of them. */
function firstCharacters(text: string): string {
  return text.length <= longestStderr ? text : Array.from(text).slice(0, longestStderr).join("");
}

function displayedName({ executor, name }: FinishedRun["hook"]): string {
  switch (executor.kind) {
    case "prompt":
      return promptHook;
    case "process":
      return commandOf(executor) ?? name;
    case "http":
      return executor.url;
    default:
      return name;
  }
}

const shellOptions: ReadonlySet<string | undefined> = new Set(["-c", "/C", "-Command"]);

/** The text that its author wrote; null where trusted copies of files have taken the place of what it names. */
function commandOf({ command, args, bound }: Extract<Hook["executor"], { kind: "process" }>): string | null {
  if (bound && bound.length > 0) return null;
  return shellOptions.has(args.at(-2)) ? (args.at(-1) ?? command) : [command, ...args].join(" ");
}
