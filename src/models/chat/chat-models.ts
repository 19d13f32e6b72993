import {
  type ChatModels,
  ModelError,
  type ModelEvent,
  type ModelFacts,
  type ModelRequest,
} from "../../agent/chat-model.ts";
import { type Endpoint, type Environment, endpointOf } from "../providers.ts";
import { loadScript } from "../scripted/load-script.ts";
import { type AskScript, playScript } from "../scripted/scripted-model.ts";
import { askPatiently } from "./ask-patiently.ts";
import { type ChatLimits, defaultLimits } from "./chat-limits.ts";
import { contextLimitOf } from "./context-limits.ts";
import { canceled } from "./model-failure.ts";

export interface ChatModelsOptions {
  /** Where keys and addresses come from; nothing else is asked for them. */
  readonly environment: Environment;
  /** Where the paths of scripts begin. */
  readonly cwd: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Between 0 and 1; spreads the pauses before further attempts. */
  readonly random?: () => number;
  readonly limits?: Partial<ChatLimits>;
}

type Known =
  | { readonly kind: "provider"; readonly endpoint: Endpoint }
  | { readonly kind: "script"; readonly ask: AskScript; readonly contextLimit: number | null };

const scripted = "scripted/";

/** Makes every model there is available to agents. None of the providers' code is loaded before one of theirs is asked. */
export function createChatModels(options: ChatModelsOptions): ChatModels {
  const { environment, cwd, fetch = globalThis.fetch, random = Math.random } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const scripts = new Map<string, Known>();

  function find(model: string): Known | { readonly bad: string } {
    if (!model.startsWith(scripted)) {
      const endpoint = endpointOf(model, environment, ["scripted"]);
      return "bad" in endpoint ? endpoint : { kind: "provider", endpoint };
    }
    const open = scripts.get(model);
    if (open) return open;
    const script = loadScript(model.slice(scripted.length), cwd);
    if ("bad" in script) return script;
    // Read once: where its conversations are in it belongs to the script as it was then.
    const known = { kind: "script" as const, ask: playScript(script), contextLimit: script.context_limit ?? null };
    scripts.set(model, known);
    return known;
  }

  function ask(model: string, request: ModelRequest): AsyncIterable<ModelEvent> {
    const known = find(model);
    if ("bad" in known) throw new ModelError("not-supported", model, `${model} cannot be asked: ${known.bad}.`);
    const once = async function* (): AsyncGenerator<ModelEvent, void> {
      if (known.kind === "script") return yield* known.ask(model, request);
      const { askProvider } = await import("./ask-provider.ts");
      yield* askProvider(model, known.endpoint, request, { fetch, limits });
    };
    return askPatiently(model, once, { signal: request.signal, limits, random });
  }

  return {
    stream: (request) => askInTurn(request, ask),
    describe: (model): ModelFacts | { readonly bad: string } => {
      const known = find(model);
      if ("bad" in known) return known;
      if (known.kind === "script") return { contextLimit: known.contextLimit, isScripted: true, baseUrl: null };
      return { contextLimit: contextLimitOf(model), isScripted: false, baseUrl: known.endpoint.baseUrl };
    },
  };
}

/** Asks the models of a request in turn until one answers. */
async function* askInTurn(
  request: ModelRequest,
  ask: (model: string, request: ModelRequest) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void> {
  const { models, signal } = request;
  for (const [index, model] of models.entries()) {
    if (signal.aborted) throw canceled(model);
    try {
      yield* ask(model, request);
      return;
    } catch (error) {
      if (signal.aborted) throw canceled(model);
      const next = models[index + 1];
      // Another model would be sent the same conversation. Shortening it is the caller's business.
      const isForGood = error instanceof ModelError && error.code !== "overflow" && error.code !== "canceled";
      if (next === undefined || !isForGood) throw error;
      yield { kind: "fallback", from: model, to: next, reason: error.message };
    }
  }
  throw new ModelError("not-supported", "", "No model is named that could be asked.");
}
