import { isVersionOf } from "./model-version.ts";

/**
 * What well-known models cost, in US dollars for a million tokens, around the end of 2025. These numbers have not been
 * checked against the providers' price lists, so a cost made from them is an estimate. A model that is not here has none.
 */
const prices: readonly (readonly [model: string, input: number, cachedInput: number, output: number])[] = [
  ["openai/gpt-4o", 2.5, 1.25, 10],
  ["openai/gpt-4o-mini", 0.15, 0.075, 0.6],
  ["openai/gpt-4.1", 2, 0.5, 8],
  ["openai/gpt-4.1-mini", 0.4, 0.1, 1.6],
  ["openai/gpt-4.1-nano", 0.1, 0.025, 0.4],
  ["openai/gpt-5", 1.25, 0.125, 10],
  ["openai/gpt-5-mini", 0.25, 0.025, 2],
  ["openai/gpt-5-nano", 0.05, 0.005, 0.4],
  ["openai/o4-mini", 1.1, 0.275, 4.4],
  ["anthropic/claude-3-5-haiku", 0.8, 0.08, 4],
  ["anthropic/claude-haiku-4-5", 1, 0.1, 5],
  ["anthropic/claude-sonnet-4", 3, 0.3, 15],
  ["anthropic/claude-sonnet-4-5", 3, 0.3, 15],
  ["anthropic/claude-opus-4-5", 5, 0.5, 25],
  ["google/gemini-2.5-flash", 0.3, 0.03, 2.5],
  ["google/gemini-2.5-flash-lite", 0.1, 0.01, 0.4],
];

/** Only Anthropic charges for what is put into its cache: a quarter more than for other input. */
const writingSurcharge = 1.25;

export interface Tokens {
  readonly input: number | null;
  /** How many of `input` came from the provider's cache. */
  readonly cached: number;
  /** How many of `input` were put into the provider's cache, where that has a price of its own. */
  readonly written?: number;
  readonly output: number | null;
}

/** About what a call cost, in US dollars; null when the price or the tokens are not known. */
export function listPrice(model: string, { input, cached, written = 0, output }: Tokens): number | null {
  const price = prices.find(([known]) => isVersionOf(model, known));
  if (!price || input === null || output === null) return null;
  const [, perInput, perCached, perOutput] = price;
  const news = input - cached + written * (writingSurcharge - 1);
  const cost = (news * perInput + cached * perCached + output * perOutput) / 1e6;
  // A price has no more digits than this; floating point has.
  return Number(cost.toFixed(12));
}
