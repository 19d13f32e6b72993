import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const png = "iVBORw0KGgo=";

/** A server with one tool for everything that can happen; for tests. `note` is told what the tests cannot see from outside. */
export function testServer(note: (text: string) => void): McpServer {
  const server = new McpServer({ name: "test", version: "1.0.0" });

  server.registerTool(
    "greet",
    {
      title: "Greet",
      description: "Greets somebody.",
      inputSchema: { name: z.string() },
      annotations: { readOnlyHint: true },
    },
    ({ name }) => ({
      content: [
        { type: "text", text: `Hello, ${name}!` },
        { type: "text", text: "Nice to meet you." },
      ],
    }),
  );
  server.registerTool("fail", { description: "Fails.", annotations: { destructiveHint: true } }, () => ({
    content: [{ type: "text", text: "The disk is full." }],
    isError: true,
  }));
  server.registerTool("draw", { description: "Draws." }, () => ({
    content: [
      { type: "text", text: "Here it is:" },
      { type: "image", data: png, mimeType: "image/png" },
    ],
  }));
  server.registerTool("measure", { description: "Measures.", outputSchema: { degrees: z.number() } }, () => ({
    content: [],
    structuredContent: { degrees: 21 },
  }));
  server.registerTool("files.read", { description: "Its name has a dot." }, () => ({
    content: [{ type: "text", text: "read" }],
  }));
  server.registerTool("environment", { description: "What it inherited." }, () => ({
    content: [{ type: "text", text: JSON.stringify(process.env) }],
  }));
  server.registerTool("steps", { description: "Reports progress." }, async ({ sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined) {
      const told = { method: "notifications/progress" as const };
      await sendNotification({ ...told, params: { progressToken, progress: 1, total: 2 } });
      await sendNotification({ ...told, params: { progressToken, progress: 2, total: 2, message: "almost there" } });
    }
    return { content: [{ type: "text", text: "done" }] };
  });
  server.registerTool("wait", { description: "Never ends by itself." }, async ({ signal }) => {
    note("waiting");
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    note("canceled");
    return { content: [] };
  });
  server.registerTool("refuse", { description: "Answers with an error of the protocol." }, () => {
    throw new Error("password=hunter2 is wrong");
  });
  server.registerTool("grow", { description: "Adds a tool." }, () => {
    server.registerTool("grown", { description: "New." }, () => ({ content: [{ type: "text", text: "new" }] }));
    return { content: [{ type: "text", text: "grown" }] };
  });
  return server;
}
