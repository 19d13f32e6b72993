import type { Reply } from "../../engine/ports.ts";
import { failed } from "../failure.ts";
import type { CommandOutput, CommandResult } from "./run-command.ts";

interface Limits {
  readonly timeoutMs: number;
  readonly outputLimit: number;
}

/** Turns the end of a command into the reply of its hook: complete output, or the name of what went wrong. */
export function replyOf(result: CommandResult, { timeoutMs, outputLimit }: Limits): Reply {
  switch (result.kind) {
    case "not-started":
      return failed("spawn-error", result.why);
    case "timed-out":
      return failed("timed-out", `it timed out: no answer within ${timeoutMs} ms${stderrNote(result)}`);
    case "canceled":
      return failed("killed", `it was canceled${stderrNote(result)}`);
    case "signaled":
      return failed("killed", `it was killed by ${result.signal}${stderrNote(result)}`);
    case "exited":
      return result.exitCode === 0 ? answerOf(result, outputLimit) : output(result.exitCode, result, readable(result));
  }
}

function answerOf(result: CommandOutput, outputLimit: number): Reply {
  const { stdout, stdoutBytes } = result;
  if ("text" in stdout) return output(0, result, stdout.text);
  switch (stdout.unusable) {
    case "over-limit":
      return failed(
        "truncated",
        `its answer of ${stdoutBytes} bytes is over the limit of ${outputLimit} bytes, which "[hooks] output_limit" sets`,
      );
    case "not-utf8":
      return failed("unreadable", "its answer is not valid UTF-8");
  }
}

/** The exit code alone decides after a failure, so output that cannot be read whole counts as none. */
function readable({ stdout }: CommandOutput): string {
  return "text" in stdout ? stdout.text : "";
}

function output(exitCode: number, { stderr, stderrBytes }: CommandOutput, stdout: string): Reply {
  return { kind: "output", exitCode, stdout, stderr, stderrBytes };
}

/** What a hook prints may hold secrets, so an error says only that there was something. */
function stderrNote({ stderrBytes }: { readonly stderrBytes: number }): string {
  return stderrBytes === 0 ? "" : ` (${stderrBytes} bytes on stderr, not shown)`;
}
