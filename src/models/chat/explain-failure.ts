import type { Endpoint } from "../providers.ts";
import { ReplyTooLarge } from "../question/bounded-fetch.ts";
import { causesOf, isBrokenConnection, safeText } from "./error-chain.ts";
import { type ErrorFacts, errorFacts, isApiCallError, isUnreadable } from "./error-facts.ts";
import { ModelFailure, type Retry } from "./model-failure.ts";
import { isOverflow } from "./overflow.ts";
import { pauseAskedFor } from "./pause-asked-for.ts";
import { CutOff, Stalled } from "./stream-trouble.ts";

/** A busy or broken server mostly recovers. */
const often = 8;
/** A server that is not there is mostly still not there a moment later. */
const fewTimes = 3;
/** Each costs minutes of silence. */
const stalledAgain = 2;

/** Turns what an attempt threw into a failure with a name, told in a sentence that holds no secret. */
export function explainFailure(error: unknown, model: string, endpoint: Endpoint): ModelFailure {
  const { host } = new URL(endpoint.baseUrl);
  const say = (text: string): string => safeText(text, endpoint.secrets);
  const facts = errorFacts(error);
  if (facts !== null) return refusal(facts, model, endpoint, host);

  const chain = causesOf(error);
  const options = { cause: error };
  const found = <E extends Error>(kind: new (...args: never[]) => E): E | undefined =>
    chain.find((cause) => cause instanceof kind) as E | undefined;
  const reason = say(chain.at(-1)?.message || codeOf(chain) || String(error));

  const tooLarge = found(ReplyTooLarge);
  if (tooLarge) {
    return new ModelFailure("unreadable", model, sentence(`${tooLarge.message} from ${host}`), null, options);
  }
  const stalled = found(Stalled);
  if (stalled) {
    const message = `${host} sent nothing for ${stalled.afterMs / 1000} s.`;
    return new ModelFailure("unreachable", model, message, { afterMs: null, most: stalledAgain }, options);
  }
  const cutOff = found(CutOff);
  if (cutOff?.hasBegun || chain.some(isBrokenConnection)) {
    const message = `The connection to ${host} broke in the middle of an answer.`;
    return new ModelFailure("unreachable", model, message, { afterMs: null, most: often }, options);
  }
  if (isApiCallError(error) && !isUnreadable(error)) {
    const message = `${host} could not be reached (${reason}); see that it is running and that its address is right.`;
    return new ModelFailure("unreachable", model, message, { afterMs: null, most: fewTimes }, options);
  }
  const what = cutOff ? "it sent nothing that a model sends" : reason;
  return new ModelFailure("unreadable", model, `The answer of ${host} could not be read (${what}).`, null, options);
}

/** The provider answered, with an error. */
function refusal(facts: ErrorFacts, model: string, endpoint: Endpoint, host: string): ModelFailure {
  const { status, names, headers } = facts;
  const note = safeText(facts.message || names.join(" "), endpoint.secrets);
  const said = `${status === null ? "broke off with an error" : `answered ${status}`}${note === "" ? "" : ` (${note})`}`;
  const again: Retry = { afterMs: pauseAskedFor(headers), most: often };

  switch (kindOf(facts)) {
    case "overflow":
      return new ModelFailure(
        "overflow",
        model,
        `The conversation is longer than ${model} can read: ${host} ${said}.`,
        null,
      );
    case "busy":
      return new ModelFailure(
        "rate-limited",
        model,
        `${host} ${said}: it is asked too often or is too busy. Wait a while, or name a model to fall back on.`,
        again,
      );
    case "broken":
      return new ModelFailure("unreachable", model, `${host} ${said}.`, again);
    case "not-found":
      return new ModelFailure("not-found", model, `${host} ${said}; see that ${model} is spelt as it calls it.`, null);
    case "key": {
      const where = endpoint.keyName === null ? "" : `; see that the environment variable ${endpoint.keyName} is right`;
      return new ModelFailure("refused", model, `${host} ${said}${where}.`, null);
    }
    case "quota":
      return new ModelFailure("refused", model, `${host} ${said}: the account's quota is used up.`, null);
    case "redirect":
      return new ModelFailure(
        "refused",
        model,
        `${host} ${said}; redirects are not followed, set the right address.`,
        null,
      );
    case "refused":
      return new ModelFailure("refused", model, `${host} ${said}.`, null);
  }
}

type Kind = "overflow" | "busy" | "broken" | "not-found" | "key" | "quota" | "redirect" | "refused";

function kindOf({ status, message, names, body }: ErrorFacts): Kind {
  if (isOverflow(status, [message, body, ...names])) return "overflow";
  if (names.includes("insufficient_quota") || status === 402) return "quota";
  if (status === null) return kindByName(names);
  if (status < 400) return "redirect";
  if (status === 401 || status === 403) return "key";
  if (status === 404) return "not-found";
  if (status === 429 || status === 529) return "busy";
  if (status >= 500 || status === 408 || status === 409 || status === 425) return "broken";
  return "refused";
}

/** An error in the middle of an answer has no status; most of the time it is the server's own. */
function kindByName(names: readonly string[]): Kind {
  const says = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (says(/rate.?limit|overloaded|^429$|^529$|resource_exhausted/i)) return "busy";
  if (says(/authentication|permission|^40[13]$/i)) return "key";
  if (says(/invalid_request|billing|content_filter|^4(?!08)\d\d$/i)) return "refused";
  return "broken";
}

/** Node puts several failed addresses into one error without a message. */
function codeOf(chain: readonly Error[]): string | undefined {
  return chain.map((cause) => (cause as NodeJS.ErrnoException).code).find((code) => typeof code === "string");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
