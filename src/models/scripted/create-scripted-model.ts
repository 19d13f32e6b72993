import { type ChatModels, ModelError } from "../../agent/chat-model.ts";
import { askPatiently } from "../chat/ask-patiently.ts";
import { defaultLimits } from "../chat/chat-limits.ts";
import { canceled } from "../chat/model-failure.ts";
import { readScript } from "./read-script.ts";
import type { ModelScript } from "./script.ts";
import { playScript } from "./scripted-model.ts";

/** Models that all answer from one script, whatever they are called; for tests and for programs that embed an agent. */
export function createScriptedModel(script: ModelScript): ChatModels {
  const checked = readScript(script);
  if ("mistakes" in checked) {
    const told = checked.mistakes.map(({ path, what }) => `\`${path.join(".")}\` ${what}`);
    throw new ModelError("not-supported", "scripted", `The script cannot be used: ${told.join("; ")}.`);
  }
  const ask = playScript(checked);
  const options = { limits: defaultLimits, random: () => 0 };
  return {
    stream: async function* (request) {
      const [model = "scripted/script"] = request.models;
      if (request.signal.aborted) throw canceled(model);
      yield* askPatiently(model, () => ask(model, request), { ...options, signal: request.signal });
    },
    describe: () => ({ contextLimit: checked.context_limit ?? null, isScripted: true, baseUrl: null }),
  };
}
