import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { testServer } from "./answers.ts";

/** The test server behind HTTP, on a port of its own choice. */
export async function serveHttp() {
  const notes: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const server = await listen(async (request, response) => {
    headers.push(request.headers);
    notes.push(`${request.method} ${request.url}`);
    const id = request.headers["mcp-session-id"];
    if (id === undefined) {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => {
          sessions.set(session, transport);
        },
      });
      await testServer((text) => notes.push(text)).connect(transport as Transport);
      return transport.handleRequest(request, response);
    }
    const known = sessions.get(String(id));
    if (known === undefined) response.writeHead(404).end("no such session");
    else await known.handleRequest(request, response);
  });
  return { ...server, notes, headers, forgetSessions: () => sessions.clear() };
}

/** The same as servers were before 2025: one stream for all answers, and another address for messages. */
export async function serveOldHttp() {
  const notes: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const sessions = new Map<string, SSEServerTransport>();

  const server = await listen(async (request, response) => {
    headers.push(request.headers);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/messages") {
      await sessions.get(searchParams.get("sessionId") ?? "")?.handlePostMessage(request, response);
    } else if (request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      await testServer((text) => notes.push(text)).connect(transport);
    } else response.writeHead(405).end();
  });
  return { ...server, notes, headers };
}

/** Any HTTP server, on loopback and a free port. */
export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    /** Breaks all connections off; new ones are welcome. */
    cut: () => server.closeAllConnections(),
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
