type Environment = Readonly<Record<string, string | undefined>>;

/** What to ask when nobody says which model: the first whose key is there. */
const byKey: readonly (readonly [keys: readonly string[], model: string])[] = [
  [["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"], "anthropic/claude-sonnet-4-5"],
  [["OPENAI_API_KEY"], "openai/gpt-5-mini"],
  [["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"], "google/gemini-2.5-flash"],
];

/** The models for agents that name none; empty when the environment has neither a choice nor a key. */
export function defaultModels(environment: Environment): readonly string[] {
  const chosen = environment.HOOKLINE_MODEL?.trim();
  if (chosen) return listed(chosen);
  const found = byKey.find(([keys]) => keys.some((key) => environment[key]?.trim()));
  return found ? [found[1]] : [];
}

/** `a/b,c/d` names a model and the one to fall back on. */
export function listed(text: string): readonly string[] {
  return text
    .split(",")
    .map((model) => model.trim())
    .filter((model) => model !== "");
}
