import { APICallError } from "ai";
import type { Failure } from "../../engine/ports.ts";
import type { FailureName } from "../../engine/run.ts";
import { causesOf, isBrokenConnection, safeText } from "../chat/error-chain.ts";
import type { Endpoint } from "../providers.ts";
import { ReplyTooLarge } from "./bounded-fetch.ts";

/** Turns what a provider's package threw into a failure that a person can read and that holds no secret. */
export function explainError(error: unknown, { baseUrl, secrets }: Endpoint): Failure {
  const { host } = new URL(baseUrl);
  const chain = causesOf(error);
  const tooLarge = chain.find((cause) => cause instanceof ReplyTooLarge);
  if (tooLarge) return failure("truncated", `${tooLarge.message} from ${host}`);
  const said = safeText(chain.at(-1)?.message ?? String(error), secrets);
  if (!APICallError.isInstance(error))
    return failure("unreadable", `the answer of ${host} could not be read (${said})`);
  const { statusCode, message } = error;
  if (statusCode === undefined || chain.some(isBrokenConnection)) {
    return failure("spawn-error", `${host} could not be reached (${said})`);
  }
  if (statusCode < 400) return failure("unreadable", `the answer of ${host} is not what a model sends`);
  const note = safeText(message, secrets);
  const detail = `${host} answered ${statusCode}${note === "" ? "" : ` (${note})`}`;
  return failure(statusCode === 404 ? "not-found" : "spawn-error", detail);
}

function failure(name: FailureName, detail: string): Failure {
  return { kind: "failure", failure: name, detail };
}
