import { callNative } from "./call-native.ts";
import type { Dispatch } from "./dispatch-state.ts";
import type { Hook } from "./hook.ts";
import { enterLevel, leaveLevel } from "./nesting.ts";
import type { Reply } from "./ports.ts";
import { noExecutor, threw } from "./read-reply.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Starts one hook, in this process or through its executor; what it throws is its reply. */
export function startHook(
  state: Dispatch,
  hook: Hook,
  payload: Fields,
  signal: AbortSignal | null,
  runId: string,
): Reply | Promise<Reply> {
  const { contract, nesting, ports } = state;
  const { executor } = hook;
  const outer = enterLevel(nesting);
  let reply: Reply | Promise<Reply>;
  try {
    if (executor.kind === "native") reply = callNative(state, executor.run, hook.timeoutMs, payload, signal);
    else {
      const execute = ports.executors[executor.kind];
      reply = execute ? execute({ runId, hook, contract, payload, depth: nesting.depth, signal }) : noExecutor(hook);
    }
  } catch (error) {
    reply = threw(error);
  }
  leaveLevel(outer);
  return reply;
}

export function isPromise(reply: Reply | Promise<Reply>): reply is Promise<Reply> {
  return typeof (reply as Promise<Reply> | undefined)?.then === "function";
}
