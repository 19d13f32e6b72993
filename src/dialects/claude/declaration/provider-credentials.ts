type Environment = Readonly<Record<string, string | undefined>>;

/** The agent's own keys for its models. `GOOGLE_API_KEY` is not among them: it opens much else, which hooks may need. */
const names: readonly string[] = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GEMINI_API_KEY",
  "AZURE_OPENAI_API_KEY",
  "DEEPSEEK_API_KEY",
  "MOONSHOT_API_KEY",
  "GROQ_API_KEY",
  "MISTRAL_API_KEY",
  "OPENROUTER_API_KEY",
  "XAI_API_KEY",
  "LLM_API_KEY",
  "LLM_EXTRA_BODY",
];

const off: ReadonlySet<string> = new Set(["0", "false", "no", "off"]);

/** The variables that command hooks do not inherit; none when the user has switched that off. */
export function withheldVariables({ AGENTAO_SCRUB_CHILD_ENV, LLM_PROVIDER }: Environment): readonly string[] {
  if (off.has((AGENTAO_SCRUB_CHILD_ENV ?? "").trim().toLowerCase())) return [];
  const provider = (LLM_PROVIDER ?? "").trim().toUpperCase();
  const own = `${provider}_API_KEY`;
  return /^\w+$/.test(provider) && !names.includes(own) ? [...names, own] : names;
}
