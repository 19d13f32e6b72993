import type { LookupAddress, LookupOptions } from "node:dns";
import type { IncomingMessage, RequestOptions } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { type Allowed, mayReach, plainName, type Reach } from "./address-rules.ts";

export interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly reach: Reach;
  /** How much of the answer is read; the rest is cut off. */
  readonly keepBytes?: number;
}

/** Like `fetch`, but goes only where it may and follows no redirect: a 3xx is the answer. */
export type GuardedFetch = (url: URL, request: GuardedRequest) => Promise<Response>;

/** As `dns.lookup` with `all`. */
export type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Of an answer nobody wants more than this who does not say so. */
const usuallyKept = 64 * 1024;

/**
 * Makes a `fetch` for addresses that come from configuration. Not the name but the address that is connected to is
 * checked, so a name that leads somewhere else the second time it is asked gains nothing.
 */
export function createGuardedFetch(allowed: Allowed, resolve?: Resolve): GuardedFetch {
  return async (url, { method, headers, body, signal, reach, keepBytes = usuallyKept }) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const isTrusted = allowed.names.has(plainName(host));
    const refuse = (address: string) =>
      isTrusted || mayReach(address, reach, allowed) ? null : refusal(host, address);
    // For an address in the URL itself nobody is asked, so the guard of the look-up would never see it.
    const refused = isIP(host) === 0 ? null : refuse(host);
    if (refused) throw refused;

    // Imported when needed: these modules are a good part of the start-up time of a command that posts nothing.
    const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
    const lookup = guardedLookup(resolve ?? (await import("node:dns")).lookup, refuse);
    const options: RequestOptions = {
      method,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal,
      lookup,
      agent: false,
    };
    return new Promise((answer, fail) => {
      const call = request(url, options, (response) => readAnswer(response, keepBytes).then(answer, fail));
      call.on("error", fail);
      call.end(body);
    });
  };
}

function guardedLookup(resolve: Resolve, refuse: (address: string) => Error | null): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const refused = addresses?.map(({ address }) => refuse(address)).find((one) => one !== null);
      if (error || refused || first === undefined)
        callback(error ?? refused ?? new Error(`${host} has no address`), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(host: string, address: string): Error {
  const what = host === address ? address : `${host} leads to ${address}, which`;
  return new Error(`${what} is not an address that may be reached from here; HOOKLINE_HTTP_ALLOW lists those that may`);
}

async function readAnswer(response: IncomingMessage, keepBytes: number): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, keepBytes - size));
    size += part.length;
    // Leaving the loop ends the connection.
    if (size >= keepBytes) break;
  }
  const status = response.statusCode ?? 0;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status });
}
