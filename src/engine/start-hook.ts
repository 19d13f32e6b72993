import { callNative } from "./call-native.ts";
import type { Dispatch } from "./dispatch-state.ts";
import type { Hook } from "./hook.ts";
import { enterLevel, leaveLevel } from "./nesting.ts";
import type { Reply } from "./ports.ts";
import { noExecutor, notTrusted, threw } from "./read-reply.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Starts one hook, in this process or through its executor; what it throws is its reply. */
export function startHook(
  state: Dispatch,
  hook: Hook,
  payload: Fields,
  signal: AbortSignal | null,
  runId: string,
): Reply | Promise<Reply> {
  const { executor, trust } = hook;
  if (trust !== undefined && trust.refusal !== null) return notTrusted(trust.refusal);
  const outer = enterLevel(state.nesting);
  let reply: Reply | Promise<Reply>;
  try {
    reply =
      executor.kind === "native"
        ? callNative(state, executor.run, hook.timeoutMs, payload, signal)
        : execute(state, hook, payload, signal, runId);
  } catch (error) {
    reply = threw(error);
  }
  leaveLevel(outer);
  return reply;
}

function execute(
  { contract, nesting, ports }: Dispatch,
  hook: Hook,
  payload: Fields,
  signal: AbortSignal | null,
  runId: string,
): Reply | Promise<Reply> {
  const executor = ports.executors[hook.executor.kind];
  return executor ? executor({ runId, hook, contract, payload, depth: nesting.depth, signal }) : noExecutor(hook);
}

export function isPromise(reply: Reply | Promise<Reply>): reply is Promise<Reply> {
  return typeof (reply as Promise<Reply> | undefined)?.then === "function";
}
