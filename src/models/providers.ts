import { baseUrlOf, hostUrlOf, type Setting } from "./base-url.ts";
import type { ProviderModel } from "./chat/provider-model.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything it takes to talk to one model. */
export interface Endpoint {
  readonly baseUrl: string;
  /** The environment variable that holds its key, to tell people where to look; null when it takes none. */
  readonly keyName: string | null;
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
  /** What its tokens cost: the provider's list price, nothing (it runs on this machine), or nobody knows. */
  readonly price: "list" | "free" | "unknown";
  /** Loads the provider's package. Called only when a model is really asked, to keep it out of every start. */
  readonly open: (fetch: typeof globalThis.fetch) => Promise<ProviderModel>;
}

type Provider = (model: string, environment: Environment) => Endpoint | { readonly bad: string };

const providers: Readonly<Record<string, Provider>> = {
  openai: (model, environment) =>
    compatible("openai", model, {
      base: baseUrlOf(environment, ["OPENAI_BASE_URL"], "https://api.openai.com/v1"),
      key: first(environment, ["OPENAI_API_KEY"]),
      keyName: "OPENAI_API_KEY",
      needsKey: true,
    }),
  dmr: (model, environment) =>
    compatible("dmr", model, {
      base:
        hostUrlOf(environment, "MODEL_RUNNER_HOST", 12434, "/engines/v1") ??
        baseUrlOf(environment, ["DMR_BASE_URL"], "http://localhost:12434/engines/v1"),
      key: null,
      keyName: null,
      needsKey: false,
    }),
  ollama: (model, environment) =>
    compatible("ollama", model, {
      base:
        hostUrlOf(environment, "OLLAMA_HOST", 11434, "/v1") ??
        baseUrlOf(environment, ["OLLAMA_BASE_URL"], "http://localhost:11434/v1"),
      key: first(environment, ["OLLAMA_API_KEY"]),
      keyName: "OLLAMA_API_KEY",
      needsKey: false,
    }),
  "openai-compatible": (model, environment) => {
    // `OPENAI_COMPATIBLE_MY_JUDGE_BASE_URL` for the model `my-judge`, or one address for all of them.
    const own = model.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
    const ownBase = `OPENAI_COMPATIBLE_${own}_BASE_URL`;
    const keyName = environment[ownBase] ? `OPENAI_COMPATIBLE_${own}_API_KEY` : "OPENAI_COMPATIBLE_API_KEY";
    return compatible("openai-compatible", model, {
      base: baseUrlOf(environment, [ownBase, "OPENAI_COMPATIBLE_BASE_URL"], null),
      key: first(environment, [keyName]),
      keyName,
      needsKey: false,
    });
  },
  anthropic,
  google,
};

/**
 * Finds out where a model is and how it is asked; everything secret comes from the environment. `others` are providers that
 * the caller knows besides, for the message about an unknown one.
 */
export function endpointOf(
  spec: string,
  environment: Environment,
  others: readonly string[] = [],
): Endpoint | { readonly bad: string } {
  const slash = spec.indexOf("/");
  const [name, model] = [spec.slice(0, slash), spec.slice(slash + 1)];
  if (slash < 1 || model === "") {
    return {
      bad: `the model ${JSON.stringify(spec)} is not written as "provider/model", such as "openai/gpt-4o-mini"`,
    };
  }
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) {
    return {
      bad: `there is no model provider ${JSON.stringify(name)}; there are ${[...Object.keys(providers), ...others].join(", ")}`,
    };
  }
  return provider(model, environment);
}

interface CompatibleSettings {
  readonly base: Setting;
  readonly key: string | null;
  readonly keyName: string | null;
  readonly needsKey: boolean;
}

function compatible(
  name: string,
  model: string,
  { base, key, keyName, needsKey }: CompatibleSettings,
): Endpoint | { readonly bad: string } {
  if ("bad" in base) return base;
  // Somebody's own server may do without a key; the provider's does not.
  if (needsKey && keyName !== null && key === null && base.isDefault) return missing(keyName);
  return {
    baseUrl: base.url,
    keyName,
    secrets: key === null ? [] : [key],
    price: name === "openai" ? priceAt(base.isDefault) : name === "openai-compatible" ? "unknown" : "free",
    open: async (fetch) => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name,
        baseURL: base.url,
        fetch,
        supportsStructuredOutputs: true,
        // Without it a streamed answer does not say how many tokens it took.
        includeUsage: true,
        // OpenAI's newer models refuse the name that everybody else goes by.
        ...(name === "openai" && base.isDefault && { transformRequestBody: withNewLimitName }),
        ...(key === null ? {} : { apiKey: key }),
      });
      return provider.chatModel(model);
    },
  };
}

function withNewLimitName({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit };
}

function anthropic(model: string, environment: Environment): Endpoint | { readonly bad: string } {
  const base = baseUrlOf(environment, ["ANTHROPIC_BASE_URL"], "https://api.anthropic.com/v1");
  if ("bad" in base) return base;
  const key = first(environment, ["ANTHROPIC_API_KEY"]);
  const token = key === null ? first(environment, ["ANTHROPIC_AUTH_TOKEN"]) : null;
  if (key === null && token === null && base.isDefault) return missing("ANTHROPIC_API_KEY");
  // Other programs write this address without the version.
  const url = /\/v\d+$/.test(base.url) ? base.url : `${base.url}/v1`;
  return {
    baseUrl: url,
    keyName: token === null ? "ANTHROPIC_API_KEY" : "ANTHROPIC_AUTH_TOKEN",
    secrets: [key, token].filter((secret) => secret !== null),
    price: priceAt(base.isDefault),
    open: async (fetch) => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      // The package looks into the environment of the process for what it is not given.
      const credentials = token === null ? { apiKey: key ?? "none" } : { authToken: token };
      return createAnthropic({ baseURL: url, fetch, ...credentials })(model);
    },
  };
}

function google(model: string, environment: Environment): Endpoint | { readonly bad: string } {
  const base = baseUrlOf(environment, ["GOOGLE_GEMINI_BASE_URL"], "https://generativelanguage.googleapis.com/v1beta");
  if ("bad" in base) return base;
  const key = first(environment, ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"]);
  if (key === null && base.isDefault) return missing("GOOGLE_API_KEY");
  const url = /\/v\d\w*$/.test(base.url) ? base.url : `${base.url}/v1beta`;
  return {
    baseUrl: url,
    keyName: "GOOGLE_API_KEY",
    secrets: key === null ? [] : [key],
    price: priceAt(base.isDefault),
    open: async (fetch) => {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ baseURL: url, fetch, apiKey: key ?? "none" })(model);
    },
  };
}

function priceAt(isOwnAddress: boolean): Endpoint["price"] {
  return isOwnAddress ? "list" : "unknown";
}

function missing(name: string): { readonly bad: string } {
  return { bad: `the environment variable ${name} is not set` };
}

function first(environment: Environment, names: readonly string[]): string | null {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return value;
  }
  return null;
}
