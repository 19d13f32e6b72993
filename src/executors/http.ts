import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import type { Execution, Executor, Failure, Reply } from "../engine/ports.ts";
import type { GuardedFetch } from "../lib/guarded-fetch.ts";
import { failed, messageOf } from "./failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type HttpSpec = Extract<ExecutorSpec, { kind: "http" }>;

export interface HttpExecutorOptions {
  /** The only way to the network. It goes where it may and follows no redirect. */
  readonly fetch: GuardedFetch;
  /** Where headers have the variables from that they may name. */
  readonly environment: Environment;
}

const defaultTimeoutMs = 60_000;

/** Makes the executor that posts what a hook would read to a web address, and takes the answer for what it would print. */
export function createHttpExecutor({ fetch, environment }: HttpExecutorOptions): Executor {
  return async (execution): Promise<Reply> => {
    const { hook, signal } = execution;
    const { executor } = hook;
    if (executor.kind !== "http") return failed("not-supported", `it is declared as a ${executor.kind} hook`);
    if (signal?.aborted) return failed("killed", "it was canceled before it started");
    const body = bodyOf(execution);
    if (typeof body !== "string") return body;
    const url = URL.parse(executor.url);
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
      return failed("not-supported", "its address does not start with http:// or https://");

    const timeoutMs = hook.timeoutMs > 0 ? hook.timeoutMs : defaultTimeoutMs;
    const deadline = AbortSignal.timeout(timeoutMs);
    const keepBytes = (hook.wire?.outputLimit ?? 0) + 1;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: headersOf(executor, environment),
        body,
        signal: signal === null ? deadline : AbortSignal.any([signal, deadline]),
        reach: "public",
        keepBytes,
      });
      return await replyOf(response, url.host, hook);
    } catch (error) {
      if (signal?.aborted) return failed("killed", "it was canceled");
      if (deadline.aborted) return failed("timed-out", `it timed out: no answer within ${timeoutMs} ms`);
      // The path stays out of it: it may be a secret.
      return failed("spawn-error", `${url.host} could not be reached (${messageOf(error)})`);
    }
  };
}

function bodyOf({ hook, contract, payload }: Execution): string | Failure {
  if (hook.wire === null) return failed("not-supported", "nothing says how to write to it and how to read its answer");
  try {
    return hook.wire.encode(contract, payload);
  } catch (error) {
    return failed("spawn-error", `the payload could not be written for it: ${messageOf(error)}`);
  }
}

/** Headers that follow from the request itself. */
const ours: ReadonlySet<string> = new Set([
  "content-type",
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
]);

function headersOf({ headers, allowedEnv }: HttpSpec, environment: Environment): Record<string, string> {
  const theirs = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), fillVariables(value, allowedEnv, environment)] as const)
    .filter(([name]) => !ours.has(name));
  return { ...Object.fromEntries(theirs), "content-type": "application/json" };
}

/** Fills in the variables that a hook may use; all others are empty, so that no secret leaves with a slip of the pen. */
function fillVariables(text: string, allowed: readonly string[], environment: Environment): string {
  return text.replace(/\$\{(\w+)\}|\$(\w+)/g, (_whole, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? "";
    return allowed.includes(name) ? (environment[name] ?? "") : "";
  });
}

async function replyOf(response: Response, host: string, { wire }: Hook): Promise<Reply> {
  const { status } = response;
  if (!response.ok) {
    const isElsewhere = status >= 300 && status < 400;
    return failed("exit-code", `${host} answered ${status}${isElsewhere ? ", and redirects are not followed" : ""}`);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const outputLimit = wire?.outputLimit ?? 0;
  if (bytes.length > outputLimit)
    return failed(
      "truncated",
      `its answer is over the limit of ${outputLimit} bytes, which "[hooks] output_limit" sets`,
    );
  try {
    const stdout = new TextDecoder("utf-8", { fatal: !wire?.replacesBadBytes }).decode(bytes);
    return { kind: "output", exitCode: 0, stdout, stderr: "", stderrBytes: 0 };
  } catch {
    return failed("unreadable", "its answer is not valid UTF-8");
  }
}
