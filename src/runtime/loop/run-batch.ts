import type { ChatToolCall } from "../../agent/chat-message.ts";
import type { Tool } from "../../agent/tool.ts";
import { runCall, skipCall } from "./run-call.ts";
import type { Turn } from "./turn.ts";

/** What became of the calls of one answer. */
export interface BatchOutcome {
  /** A hook ends the run, for this reason. */
  readonly stop: string | null;
  /** The agent has done the same thing too often in a row. */
  readonly isLoop: boolean;
}

/** Runs the calls of one answer, one after another. Every call gets a result, whatever happens to those before it. */
export async function runBatch(
  turn: Turn,
  calls: readonly ChatToolCall[],
  tools: ReadonlyMap<string, Tool>,
): Promise<BatchOutcome> {
  let stop: string | null = null;
  turn.progress.wasRejected = false;
  for (const call of calls) {
    const tool = tools.get(call.function.name);
    if (stop !== null) await skipCall(turn, call, tool, "stopped");
    else if (turn.signal.aborted) await skipCall(turn, call, tool, "canceled");
    else {
      const effect = await runCall(turn, call, tool);
      stop = effect.stop;
      turn.progress.wasRejected ||= effect.isRejected;
    }
  }
  const batch = calls.map((call) => ({
    name: call.function.name,
    arguments: call.function.arguments,
    isPolling: tools.get(call.function.name)?.isPolling ?? false,
  }));
  return { stop, isLoop: turn.detector.sees(batch) };
}
