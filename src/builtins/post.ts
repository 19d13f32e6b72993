import type { Reach } from "../lib/address-rules.ts";
import { printableLine } from "../lib/printable.ts";
import type { World } from "./builtin.ts";

export interface Post {
  readonly url: URL;
  readonly body: string;
  readonly reach: Reach;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null;
}

/** Posts JSON; null when it was taken, else what went wrong in a few words. The path stays out of them: it may be a secret. */
export async function post(
  { url, body, reach, timeoutMs, signal }: Post,
  { fetch }: Pick<World, "fetch">,
): Promise<string | null> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: signal === null ? deadline : AbortSignal.any([signal, deadline]),
      reach,
    });
    if (response.ok) return null;
    const said = printableLine((await response.text()).slice(0, mostQuoted));
    return `${url.host} answered ${response.status}${said === "" ? "" : `: ${said}`}`;
  } catch (error) {
    if (deadline.aborted) return `${url.host} gave no answer within ${timeoutMs} ms`;
    return `${url.host} could not be reached (${error instanceof Error ? error.message : error})`;
  }
}

const mostQuoted = 4096;

/** Reads an absolute http(s) address; null when it is anything else. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url : null;
}
