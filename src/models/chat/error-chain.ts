import { masked, maskText } from "../../lib/mask-secrets.ts";
import { printableLine } from "../../lib/printable.ts";

const longest = 300;

/** The error, what caused it, what caused that. */
export function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 10; next = next.cause) chain.push(next);
  return chain;
}

/** True when the connection broke in the middle of an answer. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

/** Providers like to quote what they were sent, keys included. */
export function safeText(text: string, secrets: readonly string[]): string {
  const clean = secrets.reduce((safe, secret) => safe.replaceAll(secret, masked), text);
  const line = printableLine(maskText(clean));
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
