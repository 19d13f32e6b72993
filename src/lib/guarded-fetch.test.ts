import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parseAllowed, type Reach } from "./address-rules.ts";
import { createGuardedFetch, type GuardedFetch, type Resolve } from "./guarded-fetch.ts";

const refusal = /not an address that may be reached/;

function send(fetch: GuardedFetch, url: string, reach: Reach = "public", body = "{}"): Promise<Response> {
  const signal = AbortSignal.timeout(20_000);
  return fetch(new URL(url), { method: "POST", headers: { "x-from": "test" }, body, signal, reach });
}

/** Answers every name with these addresses, one list per question; the last one stays. */
function resolving(...answers: string[][]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { resolve, asked };
}

async function listen(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { port: (server.address() as AddressInfo).port, server };
}

describe("requests that must stay on the public internet", () => {
  const fetch = createGuardedFetch(parseAllowed(""));

  it.each([
    ["this machine", "http://127.0.0.1/"],
    ["this machine, another of its addresses", "http://127.8.9.10/"],
    ["this machine, short", "http://127.1/"],
    ["this machine as one number", "http://2130706433/"],
    ["this machine in octal", "http://0177.0.0.1/"],
    ["this machine in hexadecimal", "http://0x7f.0x0.0x0.0x1/"],
    ["this machine as one hexadecimal number", "http://0x7f000001/"],
    ["this machine in all notations at once", "http://0x7f.0.1/"],
    ["this machine in full-width digits", "http://１２７.０.０.１/"],
    ["this machine in circled digits", "http://①②⑦.⓪.⓪.①/"],
    ["this machine with a dot at the end", "http://127.0.0.1./"],
    ["this machine, percent-encoded", "http://%31%32%37.0.0.1/"],
    ["any address", "http://0.0.0.0/"],
    ["any address, short", "http://0/"],
    ["this machine in IPv6", "http://[::1]/"],
    ["this machine in IPv6, written out", "http://[0:0:0:0:0:0:0:1]/"],
    ["any address in IPv6", "http://[::]/"],
    ["IPv4-mapped", "http://[::ffff:127.0.0.1]/"],
    ["IPv4-mapped in hexadecimal", "http://[::ffff:7f00:1]/"],
    ["IPv4-mapped metadata", "http://[::ffff:a9fe:a9fe]/"],
    ["IPv4-compatible", "http://[::127.0.0.1]/"],
    ["IPv4-compatible metadata", "http://[::169.254.169.254]/"],
    ["NAT64", "http://[64:ff9b::127.0.0.1]/"],
    ["NAT64 for a local prefix", "http://[64:ff9b:1::7f00:1]/"],
    ["6to4", "http://[2002:7f00:1::]/"],
    ["Teredo", "http://[2001:0:7f00:1::]/"],
    ["cloud metadata", "http://169.254.169.254/latest/meta-data/"],
    ["cloud metadata as one number", "http://2852039166/"],
    ["cloud metadata in octal", "http://0251.0376.0251.0376/"],
    ["cloud metadata in hexadecimal", "http://0xA9FEA9FE/"],
    ["cloud metadata, three parts", "http://169.254.43518/"],
    ["metadata of AWS in IPv6", "http://[fd00:ec2::254]/"],
    ["metadata of Google in IPv6", "http://[fd20:ce::254]/"],
    ["metadata of Alibaba", "http://100.100.100.200/"],
    ["the wire server of Azure", "http://168.63.129.16/"],
    ["a private network, 10", "https://10.0.0.1/"],
    ["a private network, 172.16", "https://172.31.255.255/"],
    ["a private network, 192.168", "https://192.168.1.1/"],
    ["the carrier's network", "http://100.64.0.1/"],
    ["a benchmark network", "http://198.18.0.1/"],
    ["documentation", "http://203.0.113.7/"],
    ["multicast", "http://224.0.0.1/"],
    ["broadcast", "http://255.255.255.255/"],
    ["reserved", "http://240.0.0.1/"],
    ["a unique local address", "http://[fc00::1]/"],
    ["a link-local address", "http://[fe80::1]/"],
    ["an old site-local address", "http://[fec0::1]/"],
    ["multicast in IPv6", "http://[ff02::1]/"],
    ["documentation in IPv6", "http://[2001:db8::1]/"],
    ["this machine's name", "http://localhost/"],
    ["this machine behind a user name", "http://example.com@127.0.0.1/"],
  ])("docker §5.16: %s is refused", async (_what, url) => {
    await expect(send(fetch, url)).rejects.toThrow(refusal);
  });

  it.each([
    ["a name that leads to this machine", [["127.0.0.1"]]],
    ["a name that leads to this machine in IPv6", [["::1"]]],
    ["a name that leads to a private network", [["10.1.2.3"]]],
    ["a name that leads to metadata", [["169.254.169.254"]]],
    ["a name with one public and one private address", [["93.184.215.14", "192.168.0.10"]]],
    ["a name that leads to what is no address", [["not an address"]]],
  ])("docker §5.16: %s is refused", async (_what, answers) => {
    const guarded = createGuardedFetch(parseAllowed(""), resolving(...answers).resolve);
    await expect(send(guarded, "http://innocent.example/")).rejects.toThrow(refusal);
  });
});

describe("requests", () => {
  const received: { method: string | undefined; body: string; from: unknown }[] = [];
  let port = 0;
  let server: Server;
  beforeAll(async () => {
    ({ port, server } = await listen(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      received.push({ method: request.method, body, from: request.headers["x-from"] });
      if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/" });
      if (request.url === "/nothing") response.writeHead(204);
      if (request.url === "/large") response.write("x".repeat(1_000_000));
      response.end(request.url === "/nothing" ? undefined : "done");
    }));
  });
  afterAll(() => server.close());

  const toLoopback = createGuardedFetch(parseAllowed("127.0.0.1"));
  const here = (path = "/") => `http://127.0.0.1:${port}${path}`;

  it("arrive as they were sent, in a place the operator allows", async () => {
    const response = await send(toLoopback, here(), "public", "käse");
    expect([response.status, await response.text()]).toEqual([200, "done"]);
    expect(received.at(-1)).toEqual({ method: "POST", body: "käse", from: "test" });
  });

  it.each([
    ["an address", "127.0.0.1"],
    ["a range", "10.0.0.0/8, 127.0.0.0/8"],
    ["a range with blanks around", "  127.0.0.1/32\n"],
  ])("may go to this machine when the operator allows %s", async (_what, allowed) => {
    expect((await send(createGuardedFetch(parseAllowed(allowed)), here())).status).toBe(200);
  });

  it("may go where a name leads that the operator allows", async () => {
    const guarded = createGuardedFetch(parseAllowed("Hooks.Internal"), resolving(["127.0.0.1"]).resolve);
    expect((await send(guarded, `http://hooks.internal.:${port}/`)).status).toBe(200);
    await expect(send(guarded, `http://other.internal:${port}/`)).rejects.toThrow(refusal);
  });

  it.each([
    ["another address", "127.0.0.2"],
    ["a range that is none", "127.0.0.0/99"],
    ["a range without an end", "127.0.0.0/"],
    ["everything, said carelessly", "*"],
    ["nothing", " , "],
  ])("may not go to this machine when the operator allows %s", async (_what, allowed) => {
    await expect(send(createGuardedFetch(parseAllowed(allowed)), here())).rejects.toThrow(refusal);
  });

  it("docker §5.16: the address that was checked is the one connected to, whatever a name says the next time", async () => {
    const { resolve, asked } = resolving(["127.0.0.1"], ["127.0.0.2"]);
    const guarded = createGuardedFetch(parseAllowed("127.0.0.1"), resolve);
    expect((await send(guarded, `http://rebinding.example:${port}/`)).status).toBe(200);
    expect(asked).toEqual(["rebinding.example"]);
    await expect(send(guarded, `http://rebinding.example:${port}/`)).rejects.toThrow(refusal);
  });

  it("docker §5.16: follow no redirect", async () => {
    const before = received.length;
    const response = await send(toLoopback, here("/away"));
    expect(response.status).toBe(302);
    expect(received.length).toBe(before + 1);
  });

  it("docker §5.11: may go to this machine when that is where they are meant to go, but to metadata in no case", async () => {
    const fetch = createGuardedFetch(parseAllowed(""));
    expect((await send(fetch, here(), "private")).status).toBe(200);
    for (const host of [
      "169.254.169.254",
      "[::ffff:169.254.169.254]",
      "[::a9fe:a9fe]",
      "[64:ff9b::a9fe:a9fe]",
      "[2002:a9fe:a9fe::]",
      "[fe80::1]",
      "[fd00:ec2::254]",
      "100.100.100.200",
    ])
      await expect(send(fetch, `http://${host}/`, "private")).rejects.toThrow(refusal);
  });

  it("read no more of an answer than 64 KiB", async () => {
    expect((await (await send(toLoopback, here("/large"))).text()).length).toBe(65_536);
  });

  it("understand an answer without a body", async () => {
    const response = await send(toLoopback, here("/nothing"));
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  it("end when nobody waits any more", async () => {
    const silent = await listen(() => {});
    onTestFinished(() => {
      silent.server.closeAllConnections();
      silent.server.close();
    });
    const controller = new AbortController();
    silent.server.once("request", () => controller.abort());
    const request = { method: "POST", headers: {}, body: "", signal: controller.signal, reach: "private" } as const;
    const sent = createGuardedFetch(parseAllowed(""))(new URL(`http://127.0.0.1:${silent.port}/`), request);
    await expect(sent).rejects.toThrow(/abort/i);
  });

  it("fail when nobody listens", async () => {
    const gone = await listen(() => {});
    await new Promise((closed) => gone.server.close(closed));
    await expect(send(toLoopback, `http://127.0.0.1:${gone.port}/`)).rejects.toThrow(/ECONNREFUSED/);
  });
});
