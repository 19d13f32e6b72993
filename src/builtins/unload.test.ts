import { describe, expect, it, onTestFinished } from "vitest";
import { call } from "./testing.ts";
import { unload } from "./unload.ts";
import { openWebServer } from "./web-server.fixture.ts";

type Answer = Parameters<typeof openWebServer>[0];
type Model = Readonly<Record<string, string>>;

async function serve(answer?: Answer) {
  const server = await openWebServer(answer);
  onTestFinished(server.close);
  return server;
}

const left = (models: unknown, more: Record<string, unknown> = {}) =>
  call(unload, { payload: { from_agent: "root", to_agent: "helper", from_agent_models: models, ...more } });

describe("unload", () => {
  it("docker §10.46: posts the model to the runner's own address", async () => {
    const { url, received } = await serve();
    const models = [{ provider: "dmr", model: "ai/qwen3", base_url: `${url}/engines/llama.cpp/v1` }];
    expect(await left(models)).toBeUndefined();
    expect(received).toMatchObject([
      {
        method: "POST",
        path: "/engines/llama.cpp/_unload",
        body: '{"model":"ai/qwen3"}',
        headers: { "content-type": "application/json" },
      },
    ]);
  });

  it.each<[base: string, api: string | undefined, path: string]>([
    ["/engines/v1", undefined, "/engines/_unload"],
    ["/engines/v1/", undefined, "/engines/_unload"],
    ["/v1", undefined, "/_unload"],
    ["/", undefined, "/_unload"],
    ["", undefined, "/_unload"],
    ["/engines/v1beta", undefined, "/engines/v1beta/_unload"],
    ["/engines/v1?key=1", undefined, "/engines/_unload"],
    ["/engines/v1", "", "/engines/_unload"],
    ["/engines/v1", "/free", "/free"],
    ["/engines/v1", "api/free", "/api/free"],
  ])("docker §10.46: base_url %s with unload_api %s posts to %s", async (base, api, path) => {
    const { url, received } = await serve();
    await left([
      { provider: "dmr", model: "m", base_url: url + base, ...(api === undefined ? {} : { unload_api: api }) },
    ]);
    expect(received.map((one) => one.path)).toEqual([path]);
  });

  it("docker §10.46: an absolute unload_api is used as it is, with or without a base_url", async () => {
    const { url, received } = await serve();
    const unload_api = `${url}/x/y?z=1`;
    await left([
      { provider: "dmr", model: "a", unload_api },
      { provider: "dmr", model: "b", unload_api, base_url: "http://127.0.0.1:1/v1" },
    ]);
    expect(received.map(({ path, body }) => `${path} ${body}`)).toEqual([
      '/x/y?z=1 {"model":"a"}',
      '/x/y?z=1 {"model":"b"}',
    ]);
  });

  it("docker §10.46: only models of the provider dmr are unloaded, in their order", async () => {
    const { url, received } = await serve();
    const model = (provider: string, name: string): Model => ({ provider, model: name, base_url: url });
    await left([
      model("openai", "a"),
      model("dmr", "b"),
      model("DMR", "c"),
      { model: "d", base_url: url },
      null,
      model("dmr", "e"),
    ]);
    expect(received.map(({ body }) => JSON.parse(body).model)).toEqual(["b", "e"]);
  });

  it.each([
    ["nobody was left", { from_agent: "" }],
    ["nobody is said to be left", { from_agent: undefined }],
    ["the agent stays the same", { to_agent: "root" }],
    ["it has no models", { from_agent_models: [] }],
    ["its models are not told", { from_agent_models: undefined }],
    ["its models are nonsense", { from_agent_models: "dmr" }],
    ["its model has no address", { from_agent_models: [{ provider: "dmr", model: "m" }] }],
  ])("docker §10.46: nothing happens when %s", async (_what, more) => {
    const { url, received } = await serve();
    expect(await left([{ provider: "dmr", model: "m", base_url: url }], more)).toBeUndefined();
    expect(received).toEqual([]);
  });

  it("docker §10.46: a server's error is told, and the next model unloaded all the same", async () => {
    const { url, received } = await serve((response, { body }) =>
      response.writeHead(body.includes("first") ? 500 : 200).end("out of order"),
    );
    const effects = await left(["first", "second"].map((model) => ({ provider: "dmr", model, base_url: url })));
    expect(received).toHaveLength(2);
    expect(effects?.messages).toEqual([
      { level: "warning", text: expect.stringMatching(/first may still be loaded, .* answered 500: out of order/) },
    ]);
    expect(Object.keys(effects ?? {})).toEqual(["messages"]);
  });

  it.each([
    ["an address that is none", "localhost:12434/v1", "is not an address"],
    ["another scheme", "unix:///var/run/docker.sock", "is not an address"],
    ["a cloud's metadata", "http://169.254.169.254/v1", "may be reached"],
  ])("docker §5.11: %s is told and refuses nothing", async (_what, base_url, problem) => {
    const effects = await left([{ provider: "dmr", model: "m", base_url }]);
    expect(effects?.messages?.[0]?.text).toContain(problem);
  });
});
