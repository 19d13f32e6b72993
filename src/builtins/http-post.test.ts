import { describe, expect, it, onTestFinished } from "vitest";
import { parseAllowed } from "../lib/address-rules.ts";
import { createGuardedFetch } from "../lib/guarded-fetch.ts";
import type { BuiltinInput } from "./builtin.ts";
import { httpPost } from "./http-post.ts";
import { call } from "./testing.ts";
import { openWebServer } from "./web-server.fixture.ts";

type Answer = Parameters<typeof openWebServer>[0];

async function serve(answer?: Answer) {
  const server = await openWebServer(answer);
  onTestFinished(server.close);
  return server;
}

const post = (args: string[], more: Partial<BuiltinInput> = {}) =>
  call(httpPost, { args, ...more }, { fetch: createGuardedFetch(parseAllowed("127.0.0.1")) });

describe("http_post", () => {
  it("docker §10.47: posts the body as JSON", async () => {
    const { url, received } = await serve();
    expect(await post([`${url}/hook`, '{"text": "done"}'])).toBeUndefined();
    expect(received).toMatchObject([
      { method: "POST", path: "/hook", body: '{"text": "done"}', headers: { "content-type": "application/json" } },
    ]);
  });

  it.each([[[]], [[""]]])("docker §10.47: posts an empty body when there is none (%#)", async (rest) => {
    const { url, received } = await serve();
    expect(await post([url, ...rest])).toBeUndefined();
    expect(received.map(({ body }) => body)).toEqual([""]);
  });

  it("fills in the payload, in the words of the hook's dialect", async () => {
    const { url, received } = await serve();
    const written = () => ({ hook_event_name: "on_error", notification_message: 'it "broke"' });
    await post([url, '{"event": {{ toJSON .hook_event_name }}, "why": {{ toJSON .notification_message }}}'], {
      written,
    });
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({ event: "on_error", why: 'it "broke"' });
  });

  it.each([[[]], [[""]], [["  "]], [["", "body"]]])(
    "docker §10.47: does nothing without an address (%#)",
    async (args) => {
      expect(await post(args)).toBeUndefined();
    },
  );

  it.each(["ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)", "example.com", "//example.com", "http:"])(
    "docker §10.47: fails for the address %s",
    async (address) => {
      await expect(post([address])).rejects.toThrow("http:// or https://");
    },
  );

  it.each([400, 401, 404, 500, 503])("docker §10.47: an answer of %i is told and refuses nothing", async (status) => {
    const { url } = await serve((response) => response.writeHead(status).end("no such hook\u001b[2J"));
    const { host } = new URL(url);
    expect(await post([`${url}/secret-path`])).toEqual({
      messages: [{ level: "warning", text: `http_post: ${host} answered ${status}: no such hook.` }],
    });
  });

  it("docker §10.47: an address where nobody listens is told and refuses nothing", async () => {
    const { url, close } = await openWebServer();
    close();
    const effects = await post([url]);
    expect(effects?.decision).toBeUndefined();
    expect(effects?.messages?.[0]?.text).toContain("could not be reached");
  });

  it("docker §10.47: an address that may not be reached is told and refuses nothing", async () => {
    const { url, received } = await serve();
    const effects = await call(httpPost, { args: [url] });
    expect(effects?.messages?.[0]?.text).toContain("may be reached");
    expect(received).toEqual([]);
  });

  it("a redirect is not followed, and that is told", async () => {
    const { url, received } = await serve((response) => response.writeHead(307, { location: "/elsewhere" }).end());
    expect((await post([url]))?.messages?.[0]?.text).toContain("answered 307");
    expect(received).toHaveLength(1);
  });

  it("docker §10.47: ends when it is canceled", async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort());
    const effects = await post([url], { signal: controller.signal });
    expect(effects?.messages?.[0]?.text).toContain("could not be reached");
  });
});
