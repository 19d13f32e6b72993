import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Wire } from "../engine/ports.ts";
import { parseAllowed } from "../lib/address-rules.ts";
import { createGuardedFetch } from "../lib/guarded-fetch.ts";
import { createHttpExecutor } from "./http.ts";
import { type ExecutionOptions, executionOf } from "./testing.ts";

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server of this test alone, and what it was sent. */
async function serve(answer: (response: ServerResponse, path: string) => void) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    received.push({ method: request.method, headers: request.headers, body });
    answer(response, request.url ?? "");
  };
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const environment = { TOKEN: "t0ken", OTHER: "secret" };

interface PostOptions extends ExecutionOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnv?: readonly string[];
  readonly allow?: string;
  readonly replacesBadBytes?: boolean;
}

async function post(url: string, options: PostOptions = {}) {
  const { headers = {}, allowedEnv = [], allow = "127.0.0.1", replacesBadBytes, ...rest } = options;
  const execution = executionOf({ kind: "http", url, headers, allowedEnv }, rest);
  const wire =
    replacesBadBytes === undefined ? execution.hook.wire : ({ ...execution.hook.wire, replacesBadBytes } as Wire);
  const fetch = createGuardedFetch(parseAllowed(allow));
  return createHttpExecutor({ fetch, environment })({ ...execution, hook: { ...execution.hook, wire } });
}

const output = (stdout: string) => ({ kind: "output", exitCode: 0, stdout, stderr: "", stderrBytes: 0 });

describe("http hooks", () => {
  it("are sent what a program would read, and are read as one would be", async () => {
    const { url, received } = await serve((response) => response.end('{"decision":"block"}'));
    const reply = await post(`${url}/hook?x=1`, { payload: { tool_name: "Käse" } });
    expect(reply).toEqual(output('{"decision":"block"}'));
    expect(received).toMatchObject([
      { method: "POST", body: '{"tool_name":"Käse"}', headers: { "content-type": "application/json" } },
    ]);
  });

  it.each([
    ["an empty answer", 200, ""],
    ["no answer", 204, ""],
    ["a text", 201, "Remember the tests."],
  ])("take %s for what was printed", async (_what, status, body) => {
    const { url } = await serve((response) => response.writeHead(status).end(body));
    expect(await post(url)).toEqual(output(body));
  });

  it("fill in the variables that they may use, and no others", async () => {
    const { url, received } = await serve((response) => response.end());
    await post(url, {
      headers: {
        Authorization: "Bearer $TOKEN",
        "x-a": "[${TOKEN}$OTHER${MISSING}]",
        "Content-Type": "text/plain",
        Host: "evil",
      },
      allowedEnv: ["TOKEN", "MISSING"],
    });
    const { headers } = received[0] as Received;
    expect(headers.authorization).toBe("Bearer t0ken");
    expect(headers["x-a"]).toBe("[t0ken]");
    expect(headers["content-type"]).toBe("application/json");
    expect(headers.host).toContain("127.0.0.1");
  });

  it.each([400, 401, 404, 500, 503])("fail when the answer is %d", async (status) => {
    const { url } = await serve((response) => response.writeHead(status).end('{"decision":"block"}'));
    expect(await post(`${url}/secret`)).toMatchObject({
      kind: "failure",
      failure: "exit-code",
      detail: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:\\d+ answered ${status}$`)),
    });
  });

  it("follow no redirect", async () => {
    const { url, received } = await serve((response, path) =>
      path === "/there" ? response.end("ok") : response.writeHead(307, { location: "/there" }).end(),
    );
    expect(await post(url)).toMatchObject({ failure: "exit-code", detail: expect.stringContaining("redirects") });
    expect(received).toHaveLength(1);
  });

  it("fail when nobody listens", async () => {
    const { url } = await serve((response) => response.end());
    const gone = createServer();
    await new Promise<void>((ready) => gone.listen(0, "127.0.0.1", ready));
    const { port } = gone.address() as AddressInfo;
    await new Promise((closed) => gone.close(closed));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ failure: "spawn-error" });
    expect(await post(url)).toEqual(output(""));
  });

  it.each([
    ["this machine", ""],
    ["a network that is not that one", "10.0.0.0/8"],
  ])("do not reach %s unless it is allowed", async (_what, allow) => {
    const { url, received } = await serve((response) => response.end());
    expect(await post(url, { allow })).toMatchObject({
      failure: "spawn-error",
      detail: expect.stringContaining("HOOKLINE_HTTP_ALLOW"),
    });
    expect(received).toEqual([]);
  });

  it("fail when their time is up, also in the middle of an answer", async () => {
    const { url } = await serve((response) => response.write("half"));
    expect(await post(url, { timeoutMs: 50 })).toMatchObject({ failure: "timed-out" });
  });

  it("end when nobody waits any more", async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort());
    expect(await post(url, { signal: controller.signal })).toMatchObject({ failure: "killed" });
    expect(await post(url, { signal: controller.signal })).toMatchObject({ failure: "killed" });
  });

  it.each([
    [100, "output"],
    [101, "failure"],
  ])("are read up to the limit: %d bytes are %s", async (bytes, kind) => {
    const { url } = await serve((response) => response.end("x".repeat(bytes)));
    expect(await post(url, { outputLimit: 100 })).toMatchObject({ kind });
  });

  it("do not read on when an answer has no end", async () => {
    const { url } = await serve((response) => {
      const more = () => response.write("x".repeat(65_536), more);
      response.on("error", () => {});
      more();
    });
    expect(await post(url, { outputLimit: 100_000 })).toMatchObject({ failure: "truncated" });
  });

  it("answer in UTF-8, or at least legibly where the dialect puts up with it", async () => {
    const { url } = await serve((response) => response.end(Buffer.from([0x61, 0xff])));
    expect(await post(url)).toMatchObject({ failure: "unreadable" });
    expect(await post(url, { replacesBadBytes: true })).toEqual(output("a\ufffd"));
  });

  it("cannot smuggle a line into a header", async () => {
    const { url, received } = await serve((response) => response.end());
    expect(await post(url, { headers: { a: "b\r\nc: d" } })).toMatchObject({ failure: "spawn-error" });
    expect(received).toEqual([]);
  });

  it.each(["ftp://127.0.0.1", "nowhere"])("are not posted to %s", async (url) => {
    expect(await post(url)).toMatchObject({ failure: "not-supported" });
  });
});
