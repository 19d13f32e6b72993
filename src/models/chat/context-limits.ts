/**
 * How many tokens well-known models can read. The numbers come from what providers published around the end of 2025 and have
 * not been checked against them; an agent's file may say otherwise. The first line that fits counts.
 */
const limits: readonly (readonly [model: string, tokens: number])[] = [
  ["anthropic/claude", 200_000],
  ["openai/gpt-5-chat", 128_000],
  ["openai/gpt-5", 400_000],
  ["openai/gpt-4.1", 1_047_576],
  ["openai/gpt-4o", 128_000],
  ["openai/gpt-4-turbo", 128_000],
  ["openai/gpt-4.5", 128_000],
  ["openai/gpt-4", 8_192],
  ["openai/gpt-3.5-turbo", 16_385],
  ["openai/o1", 200_000],
  ["openai/o3", 200_000],
  ["openai/o4-mini", 200_000],
  ["google/gemini-1.5-pro", 2_097_152],
  ["google/gemini-1.5-flash", 1_048_576],
  ["google/gemini-2.0-flash", 1_048_576],
  ["google/gemini-2.5", 1_048_576],
  ["google/gemini-3", 1_048_576],
];

/** In tokens; null when nobody knows, as with most models that run on one's own machine. */
export function contextLimitOf(model: string): number | null {
  const known = limits.find(
    ([name]) => model === name || (model.startsWith(name) && /^[-@.]/.test(model.slice(name.length))),
  );
  return known?.[1] ?? null;
}
