import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Connection } from "./connection.ts";

/** A client that can do nothing for a server: no sampling, no questions to the user. The SDK is loaded here, because it is large. */
export async function newClient(version: string): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  return new Client({ name: "hookline", version }, { capabilities: {} });
}

/** To be asked before the client connects. */
export function watchForEnd(client: Client): Pick<Connection, "whenGone" | "isGone"> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isGone = false;
  client.onclose = () => {
    isGone = true;
    resolve();
  };
  return { whenGone: promise, isGone: () => isGone };
}

/**
 * Makes answers wait for the notifications that came before them. The SDK hands those on a moment later, and would lose
 * progress that arrives together with the answer. To be called when the client has connected.
 */
export function keepOrder(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ("method" in message) deliver?.(message, extra);
    else queueMicrotask(() => deliver?.(message, extra));
  };
}
