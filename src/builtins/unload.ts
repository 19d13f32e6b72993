import type { Effects } from "../engine/effects.ts";
import type { Builtin, BuiltinInput, World } from "./builtin.ts";
import { warning } from "./context.ts";
import { post, webAddress } from "./post.ts";

const patienceMs = 10_000;

export const unload: Builtin = {
  name: "unload",
  summary:
    "Asks Docker Model Runner to unload the models of the agent that was left, which frees the memory they held.",
  events: ["agent.switched"],
  args: "",
  example: "",
  async run(input, world) {
    const { from_agent: from, to_agent: to } = input.payload;
    if (!from || from === to) return undefined;
    return unloadAll(input, world);
  },
};

/** One after the other: the runner is busy enough with one of them. */
async function unloadAll({ payload, signal }: BuiltinInput, world: World): Promise<Effects | undefined> {
  const problems: string[] = [];
  for (const model of modelsIn(payload.from_agent_models)) {
    const url = unloadAddress(model);
    if (url === null) continue;
    const name = text(model.model);
    const body = JSON.stringify({ model: name });
    // A model runner usually is on this very machine, and where it is comes from the agent's own configuration.
    const problem =
      url instanceof URL
        ? await post({ url, body, reach: "private", timeoutMs: patienceMs, signal }, world)
        : `its base_url ${JSON.stringify(url.wrong)} is not an address`;
    if (problem !== null) problems.push(`unload: ${name} may still be loaded, ${problem}.`);
  }
  return problems.length > 0 ? { messages: problems.map(warning) } : undefined;
}

type Model = Readonly<Record<string, unknown>>;

function modelsIn(models: unknown): Model[] {
  if (!Array.isArray(models)) return [];
  return models.filter((model): model is Model => model?.provider === "dmr");
}

/** Where to post; null when the model names no place. */
function unloadAddress(model: Model): URL | null | { readonly wrong: string } {
  const base = text(model.base_url);
  const api = text(model.unload_api);
  if (/^https?:\/\//.test(api)) return webAddress(api) ?? { wrong: api };
  if (base === "" && api === "") return null;
  const url = webAddress(base);
  if (url === null) return { wrong: base };
  url.pathname = api === "" ? `${url.pathname.replace(/\/$/, "").replace(/\/v1$/, "")}/_unload` : withSlash(api);
  url.search = "";
  url.hash = "";
  return url;
}

function withSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
