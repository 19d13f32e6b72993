import { firstBytes } from "../../../lib/cut-utf8.ts";
import { maskText } from "../../../lib/mask-secrets.ts";
import { printableLine } from "../../../lib/printable.ts";

/** As the SDK numbers it. */
const requestTimeout = -32001;
const longest = 500;

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

export function isTimeout(error: unknown): boolean {
  return codeOf(error) === requestTimeout;
}

/** What an error of a connection says, short enough and without what looks like a secret. */
export function explainError(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: null };
  // `fetch` says only that it failed; why is one level down.
  const reason = cause instanceof Error ? `${message}: ${cause.message || codeOf(cause)}` : message;
  const text = maskText(printableLine(reason.replace(/^MCP error -?\d+: |^Streamable HTTP error: /, "")));
  return text.length > longest ? `${firstBytes(text, longest)}…` : text;
}
