import type { EventContract } from "../catalog/contract.ts";
import { type Effects, noEffects } from "./effects.ts";
import type { Hook } from "./hook.ts";
import type { Failure, Reply } from "./ports.ts";

type Payload = Readonly<Record<string, unknown>>;

/** Reads what a hook asks for out of its reply, whatever that is. */
export function effectsOf(contract: EventContract, hook: Hook, reply: Reply, payload: Payload): Effects | Failure {
  if (reply === undefined) return noEffects;
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) {
    return {
      kind: "failure",
      failure: "unreadable",
      detail: `it answered with ${describe(reply)} instead of an object`,
    };
  }
  if (reply.kind === "failure") return reply;
  if (reply.kind !== "output") return misshapen(reply) ?? reply;
  if (hook.wire === null) return { kind: "failure", failure: "not-supported", detail: "nothing can read its answer" };
  try {
    return hook.wire.decode(contract, reply, payload);
  } catch (error) {
    return { kind: "failure", failure: "unreadable", detail: `its answer could not be read (${textOf(error)})` };
  }
}

/** Effects are handed over by functions of the embedding program, which no compiler may have looked at. */
function misshapen({ decision, patch, contexts, messages }: Effects): Failure | null {
  const wrong = (field: string, wanted: string): Failure => ({
    kind: "failure",
    failure: "unreadable",
    detail: `the ${field} of its answer is not ${wanted}`,
  });
  if (decision !== undefined && !decisions.has(decision)) return wrong("decision", "deny, ask or allow");
  if (patch !== undefined && (typeof patch !== "object" || patch === null)) return wrong("patch", "an object");
  if (contexts !== undefined && !Array.isArray(contexts)) return wrong("contexts", "a list");
  if (messages !== undefined && !Array.isArray(messages)) return wrong("messages", "a list");
  return null;
}

const decisions: ReadonlySet<string> = new Set(["deny", "ask", "allow"]);

/** Waits for a reply; what is thrown instead of one is the hook's failure. */
export async function caught(reply: Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    return threw(error);
  }
}

/** The failure of a hook that threw. */
export function threw(error: unknown): Failure {
  return { kind: "failure", failure: "exit-code", detail: `it threw an error: ${textOf(error)}` };
}

/** The failure of a hook that this engine has no way to run. */
export function noExecutor(hook: Hook): Failure {
  const detail = `this engine cannot run ${hook.executor.kind} hooks`;
  return { kind: "failure", failure: "not-supported", detail };
}

/** What is said of a hook that must not run. */
export function notTrusted(detail: string): Failure {
  return { kind: "failure", failure: "trust-refused", detail };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(value: unknown): string {
  return Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
}
