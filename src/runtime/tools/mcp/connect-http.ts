import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpToolsetSpec } from "../../../agent/agent-definition.ts";
import { Problem } from "../../../errors/problem.ts";
import { boundedFetch } from "./bounded-response.ts";
import type { Connection, ConnectOptions } from "./connection.ts";
import { codeOf, explainError, isTimeout } from "./explain-error.ts";
import { fetchForMcp } from "./http-fetch.ts";
import { keepOrder, newClient, watchForEnd } from "./new-client.ts";

export type HttpServerSpec = Extract<McpToolsetSpec["server"], { transport: "http" }>;

/** How long we wait for a server that is told goodbye. */
const goodbyeMs = 1000;
/** What servers of before 2025 answer, who speak server-sent events only. */
const answersOfOldServers: readonly unknown[] = [400, 404, 405];

/** Shakes hands with a server. Redirects to another host are not followed: the headers are meant for this one. */
export async function connectHttp({ url, headers }: HttpServerSpec, options: ConnectOptions): Promise<Connection> {
  const address = addressOf(url, options);
  const wrong = Object.entries(headers).find((header) => !isHeader(header));
  if (wrong !== undefined) {
    const why = `${JSON.stringify(wrong[0])} cannot be sent as a header, by its name or by its value`;
    throw new Problem("MCP_SERVER_UNREACHABLE", { server: options.server, url: withoutSecrets(address), why });
  }
  const deadline = AbortSignal.timeout(options.startTimeoutMs);
  const signal = AbortSignal.any([options.signal, deadline]);
  const requestInit = { headers: { ...credentialsIn(address), ...headers } };
  const plain = withoutSecrets(address);
  try {
    return await connectModern(address, requestInit, options.version, signal).catch((error: unknown) => {
      if (!answersOfOldServers.includes(codeOf(error))) throw error;
      return connectOld(address, requestInit, options.version, signal).catch(() => {
        throw error;
      });
    });
  } catch (error) {
    const hasTimedOut = deadline.aborted || isTimeout(error);
    const why = hasTimedOut ? `it did not answer within ${options.startTimeoutMs / 1000} s` : whyNot(error);
    const params = { server: options.server, url: plain, why: why.replaceAll(address.href, plain) };
    throw new Problem("MCP_SERVER_UNREACHABLE", params);
  }
}

function addressOf(url: string, { server }: ConnectOptions): URL {
  const address = URL.parse(url);
  if (address !== null && /^https?:$/.test(address.protocol)) return address;
  throw new Problem("MCP_SERVER_UNREACHABLE", { server, url: "its address", why: "it is no http or https address" });
}

/** Takes name and password out of an address: `fetch` wants them in a header. */
function credentialsIn(address: URL): Record<string, string> {
  const { username, password } = address;
  if (username === "" && password === "") return {};
  address.username = "";
  address.password = "";
  const both = `${decoded(username)}:${decoded(password)}`;
  return { Authorization: `Basic ${Buffer.from(both).toString("base64")}` };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Tried here, because the error that \`fetch\` would throw quotes the value. */
function isHeader(header: [string, string]): boolean {
  try {
    return new Headers([header]).has(header[0]);
  } catch {
    return false;
  }
}

type RequestInit = { readonly headers: Record<string, string> };

async function connectModern(
  url: URL,
  requestInit: RequestInit,
  version: string,
  signal: AbortSignal,
): Promise<Connection> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(url, { requestInit, fetch: fetchForMcp });
  return shakeHands(await newClient(version), transport as Transport, signal, () => transport.terminateSession());
}

async function connectOld(
  url: URL,
  requestInit: RequestInit,
  version: string,
  signal: AbortSignal,
): Promise<Connection> {
  const { SSEClientTransport, SseError } = await import("@modelcontextprotocol/sdk/client/sse.js");
  const transport = new SSEClientTransport(url, { requestInit, fetch: boundedFetch });
  const client = await newClient(version);
  const connection = await shakeHands(client, transport, signal, async () => {});
  client.onerror = (error) => {
    // It would connect again by itself, but to a session that knows nothing of the handshake.
    if (error instanceof SseError) void client.close();
  };
  return connection;
}

async function shakeHands(
  client: Client,
  transport: Transport,
  signal: AbortSignal,
  sayGoodbye: () => Promise<void>,
): Promise<Connection> {
  const gone = watchForEnd(client);
  const canceled = Promise.withResolvers<never>();
  const cancel = () => canceled.reject(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    // The SDK bounds the handshake, but not the wait for a stream that it needs for it.
    await Promise.race([client.connect(transport), canceled.promise]);
  } catch (error) {
    await transport.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  keepOrder(transport);
  return {
    client,
    ending: () => null,
    ...gone,
    close: async () => {
      const tooLong = new AbortController();
      const waiting = delay(goodbyeMs, undefined, { signal: tooLong.signal }).catch(() => {});
      await Promise.race([sayGoodbye().catch(() => {}), waiting]);
      tooLong.abort();
      await client.close();
    },
  };
}

function whyNot(error: unknown): string {
  const status = codeOf(error);
  if (status === 401 || status === 403) return `it answered ${status}: it wants to know who is asking`;
  if (typeof status === "number" && status >= 300) return `it answered ${status}: ${explainError(error)}`;
  return explainError(error);
}

/** Passwords and keys are found in front of the host and behind the question mark. */
function withoutSecrets({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
