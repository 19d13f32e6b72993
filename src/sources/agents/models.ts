import { closest } from "../../lib/closest.ts";
import { tellUnreadKeys, type Values } from "./values.ts";

/** A model that a file defines under a name of its own. */
export interface DefinedModel {
  /** `provider/model`; null when the definition is wrong, which has been told. */
  readonly spec: string | null;
  readonly contextLimit: number | null;
}

export type DefinedModels = ReadonlyMap<string, DefinedModel>;

const perProvider = "Remove it; the provider's own default counts.";
const idleKeys: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "temperature",
      "max_tokens",
      "top_p",
      "frequency_penalty",
      "presence_penalty",
      "parallel_tool_calls",
      "provider_opts",
      "thinking_budget",
      "title_model",
    ].map((key) => [key, perProvider]),
  ),
  track_usage: "Remove it; usage is always recorded where a provider tells it.",
  routing: `Remove it; name the models in turn under "fallback:" instead.`,
  token_key: "Remove it, and set the variable that the provider's key is usually kept in, such as OPENAI_API_KEY.",
};

const addressVariables: Readonly<Record<string, string>> = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
  google: "GOOGLE_GEMINI_BASE_URL",
  ollama: "OLLAMA_BASE_URL",
  dmr: "DMR_BASE_URL",
};

/** Reads what stands under `models:`. */
export function readModels(top: Values): DefinedModels {
  return new Map(top.tables("models").map(([name, values]) => [name, readModel(values)]));
}

function readModel(values: Values): DefinedModel {
  tellUnreadKeys(values, { read: ["provider", "model", "base_url", "context_limit"], idle: idleKeys });
  const [provider, model] = [word(values, "provider"), word(values, "model")];
  if (values.text("base_url")) {
    const own = provider !== null && Object.hasOwn(addressVariables, provider) ? addressVariables[provider] : undefined;
    const variable = own ?? `OPENAI_COMPATIBLE_BASE_URL (with "provider: openai-compatible")`;
    values.tell("AGENT_MODEL_ADDRESS", "base_url", { key: values.labelOf("base_url"), variable });
  }
  const spec = provider === null || model === null ? null : `${provider}/${model}`;
  return { spec, contextLimit: values.whole("context_limit") };
}

function word(values: Values, key: string): string | null {
  if (values.raw(key) === undefined) return values.wrong(key, "text");
  const text = values.text(key)?.trim();
  return text === "" ? values.wrong(key, "text that is not empty") : (text ?? null);
}

export interface ChosenModels {
  readonly models: readonly string[];
  /** What the file says of the first of them. */
  readonly contextLimit: number | null;
}

/** The models of an agent: its own, then those to fall back on. */
export function chooseModels(agent: Values, defined: DefinedModels): ChosenModels {
  const named = [...modelWords(agent), ...fallbackWords(agent)];
  const found = named.flatMap(({ values, key, model }): DefinedModel[] => {
    const own = defined.get(model);
    if (own !== undefined) return [own];
    if (/^[^/\s]+\/\S/.test(model)) return [{ spec: model, contextLimit: null }];
    const suggestion = closest(model, defined.keys());
    values.tell("AGENT_MODEL_UNKNOWN", key, { key: values.labelOf(key), model, suggestion });
    return [];
  });
  const models = found.flatMap(({ spec }) => spec ?? []);
  return { models: [...new Set(models)], contextLimit: found[0]?.contextLimit ?? null };
}

interface ModelWord {
  readonly values: Values;
  readonly key: string;
  readonly model: string;
}

function modelWords(agent: Values): ModelWord[] {
  const value = agent.raw("model");
  const texts = Array.isArray(value) ? agent.texts("model") : [agent.text("model") ?? ""];
  const models = (texts ?? []).flatMap((text) => text.split(",")).map((text) => text.trim());
  // docker-agent's word for "whatever there is a key for"; here the command line and the environment decide on that.
  return models
    .filter((model) => model !== "" && model !== "auto")
    .map((model) => ({ values: agent, key: "model", model }));
}

function fallbackWords(agent: Values): ModelWord[] {
  const fallback = agent.table("fallback");
  if (fallback === null) return [];
  const always = "Remove it; models are asked again after a moment when that can help.";
  const idle = { retries: always, cooldown: always, no_fallback_status_codes: always };
  tellUnreadKeys(fallback, { read: ["models"], idle });
  return (fallback.texts("models") ?? []).map((model) => ({ values: fallback, key: "models", model: model.trim() }));
}
