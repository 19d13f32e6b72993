import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tool } from "../../../agent/tool.ts";
import { until } from "../../../lib/process/testing.ts";
import type { McpOptions } from "./options.ts";
import { listen, serveHttp, serveOldHttp } from "./testing/http-server.ts";
import { callTool, httpSpec } from "./testing/spec.ts";
import { createMcpToolset, type McpToolset } from "./toolset.ts";

const anySignal = new AbortController().signal;
const environment = {};
const clearing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear();
});

function toolsetAt(url: string, headers: Record<string, string> = {}, options: Partial<McpOptions> = {}): McpToolset {
  const toolset = createMcpToolset(httpSpec(url, headers), { environment, ...options });
  clearing.push(toolset.close);
  return toolset;
}

async function serverWith(listener: Parameters<typeof listen>[0]) {
  const server = await listen(listener);
  clearing.push(server.stop);
  return server;
}

describe.each([
  ["as it is now", serveHttp],
  ["as it was before 2025", serveOldHttp],
])("an MCP server over HTTP %s", (_when, serve) => {
  let server: Awaited<ReturnType<typeof serve>>;
  let toolset: McpToolset;
  let tools: readonly Tool[];
  beforeAll(async () => {
    server = await serve();
    toolset = createMcpToolset(httpSpec(server.url, { "X-Team": "blue" }), { environment });
    tools = await toolset.open(anySignal);
  });
  afterAll(async () => {
    await toolset.close();
    await server.stop();
  });

  it("lists its tools as reached over the network", () => {
    expect(tools.find(({ name }) => name === "mcp__test__greet")).toMatchObject({
      namespace: "mcp__test",
      category: "mcp",
      readOnly: true,
      decisionClass: "network",
    });
  });

  it("does what is asked, and gets the declared headers with every request", async () => {
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toEqual({
      text: "Hello, Ada!\nNice to meet you.",
      isError: false,
    });
    expect(await callTool(tools, "mcp__test__fail")).toEqual({ text: "The disk is full.", isError: true });
    expect(server.headers.map((headers) => headers["x-team"])).toEqual(server.headers.map(() => "blue"));
  });

  it("hands progress on as output", async () => {
    const heard: string[] = [];
    const output = (text: string) => heard.push(text);
    expect(await callTool(tools, "mcp__test__steps", {}, { output })).toEqual({ text: "done", isError: false });
    expect(heard).toEqual(["1/2\n", "almost there\n"]);
  });

  it("is told when a call is canceled", async () => {
    const canceling = new AbortController();
    const call = callTool(tools, "mcp__test__wait", {}, { signal: canceling.signal });
    await until(() => server.notes.includes("waiting"));
    canceling.abort();
    expect(await call).toEqual({ text: "The call was canceled.", isError: true });
    await until(() => server.notes.includes("canceled"));
  });

  it("gives an error when the connection breaks off in the middle of a call, and is connected to again", async () => {
    server.notes.length = 0;
    const call = callTool(tools, "mcp__test__wait");
    await until(() => server.notes.includes("waiting"));
    server.cut();
    expect(await call).toEqual({ text: expect.stringContaining("the connection broke off"), isError: true });
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toMatchObject({ isError: false });
  });
});

describe("a session over HTTP", () => {
  it("is begun anew when the server has forgotten it", async () => {
    const server = await serveHttp();
    clearing.push(server.stop);
    const toolset = toolsetAt(server.url);
    const tools = await toolset.open(anySignal);
    server.forgetSessions();
    const names = ["Ada", "Grace", "Barbara"];
    const results = await Promise.all(names.map((name) => callTool(tools, "mcp__test__greet", { name })));
    expect(results.map(({ text }) => text.split("\n")[0])).toEqual(names.map((name) => `Hello, ${name}!`));
    server.forgetSessions();
    expect(await toolset.tools(anySignal)).toHaveLength(tools.length);
  });

  it("is ended with a goodbye, and opens no stream that nobody listens to", async () => {
    const server = await serveHttp();
    clearing.push(server.stop);
    const toolset = toolsetAt(server.url);
    await toolset.open(anySignal);
    await toolset.close();
    expect(server.notes.at(-1)).toBe("DELETE /mcp");
    expect(server.notes.filter((note) => note.startsWith("GET"))).toEqual([]);
  });

  it("that has lost its server is an error, not an end", async () => {
    const server = await serveHttp();
    const tools = await toolsetAt(server.url).open(anySignal);
    await server.stop();
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toEqual({
      text: expect.stringMatching(/could not do it: fetch failed: \w+/),
      isError: true,
    });
  });
});

describe("an address with a name and a password", () => {
  it("is asked with both in a header", async () => {
    const server = await serveHttp();
    clearing.push(server.stop);
    const tools = await toolsetAt(server.url.replace("//", "//ada:sec%3Aret@")).open(anySignal);
    expect(tools.length).toBeGreaterThan(0);
    expect(server.headers[0]?.authorization).toBe(`Basic ${Buffer.from("ada:sec:ret").toString("base64")}`);
  });
});

describe("an address that is not good", () => {
  const failure = async (toolset: McpToolset) =>
    (await toolset.open(anySignal).then(
      () => null,
      (error: unknown) => error,
    )) as Error & { code: string };

  it("leads nowhere", async () => {
    const server = await listen(() => {});
    await server.stop();
    const error = await failure(toolsetAt(`http://user:hunter2@127.0.0.1:${server.port}/mcp?key=hunter3`));
    expect(error.code).toBe("MCP_SERVER_UNREACHABLE");
    expect(error.message).toContain(`http://127.0.0.1:${server.port}/mcp`);
    expect(error.message).not.toMatch(/hunter/);
  });

  it.each(["", "not an address", "file:///etc/passwd"])("is none: %j", async (url) => {
    expect(await failure(toolsetAt(url))).toMatchObject({ code: "MCP_SERVER_UNREACHABLE" });
  });

  it.each([
    ["wants to know who is asking", 401, /answered 401: it wants to know who is asking/],
    ["is broken", 500, /answered 500: .*on fire/],
    ["is no MCP endpoint", 404, /answered 404/],
  ])("belongs to a server that %s", async (_what, status, why) => {
    const server = await serverWith((_request, response) => response.writeHead(status).end("on fire"));
    const error = await failure(toolsetAt(server.url));
    expect(error.code).toBe("MCP_SERVER_UNREACHABLE");
    expect(error.message).toMatch(why);
  });

  it.each(["Bearer hunter2\nX: y", "hunter2 €"])("comes with a header that cannot be sent: %j", async (value) => {
    const error = await failure(toolsetAt("http://127.0.0.1:9/mcp", { Authorization: value }));
    expect(error.message).toContain('"Authorization" cannot be sent');
    expect(error.message).not.toContain("hunter2");
  });

  it("belongs to a server that speaks something else", async () => {
    const server = await serverWith((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
    });
    expect(await failure(toolsetAt(server.url))).toMatchObject({
      code: "MCP_SERVER_UNREACHABLE",
      message: expect.stringContaining("text/html"),
    });
  });

  it.each(["application/json", "text/event-stream"])("belongs to a server that sends %s without end", async (type) => {
    const part = Buffer.alloc(1024 * 1024, "x");
    let hasEnded = false;
    const server = await serverWith((_request, response) => {
      response.writeHead(200, { "content-type": type }).on("close", () => {
        hasEnded = true;
      });
      const more = () => {
        if (!hasEnded) response.write(part, more);
      };
      more();
    });
    expect(await failure(toolsetAt(server.url))).toMatchObject({ code: "MCP_SERVER_UNREACHABLE" });
    await until(() => hasEnded);
  });

  it("belongs to a server that never answers", async () => {
    const server = await serverWith(() => {});
    const error = await failure(toolsetAt(server.url, {}, { startTimeoutMs: 100 }));
    expect(error.message).toContain("did not answer within 0.1 s");
  });

  it("belongs to an old server that never says where messages go", async () => {
    const server = await serverWith((request, response) => {
      if (request.method === "GET") response.writeHead(200, { "content-type": "text/event-stream" }).write(": hi\n\n");
      else response.writeHead(405).end();
    });
    const error = await failure(toolsetAt(server.url, {}, { startTimeoutMs: 100 }));
    expect(error.message).toContain("did not answer within 0.1 s");
  });

  it.each([307, 308, 302])("sends us to another host with a %i, and its headers are not told there", async (status) => {
    const seen: unknown[] = [];
    const elsewhere = await serverWith((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const server = await serverWith((_request, response) => {
      response.writeHead(status, { location: elsewhere.url }).end();
    });
    expect(await failure(toolsetAt(server.url, { Authorization: "Bearer hunter2" }))).toMatchObject({
      code: "MCP_SERVER_UNREACHABLE",
    });
    expect(seen).toEqual([]);
  });
});
