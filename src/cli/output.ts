import { printable, printableJson } from "../lib/printable.ts";
import type { Invocation } from "./command.ts";

export const outputFormats = ["human", "json", "jsonl", "toon"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** One result in the forms a command can print it. Each is a function, because only one of them is ever wanted. */
export interface Result {
  readonly human: () => string;
  /** Arrays print one element per line as jsonl. */
  readonly json: () => unknown;
  /** What the TOON form is made of; without it, the JSON value. Several documents are printed one after the other. */
  readonly toon?: () => readonly unknown[];
}

/** Prints a result in the format that was asked for. */
export async function print(invocation: Pick<Invocation, "format" | "terminal">, result: Result): Promise<void> {
  invocation.terminal.out(withNewline(await render(invocation.format, result)));
}

async function render(format: OutputFormat, result: Result): Promise<string> {
  switch (format) {
    case "human":
      return result.human();
    case "json":
      return printableJson(result.json(), 2);
    case "jsonl": {
      const value = result.json();
      return (Array.isArray(value) ? value : [value]).map((item) => printableJson(item)).join("\n");
    }
    case "toon": {
      const { encode } = await import("@toon-format/toon");
      const documents = result.toon ? result.toon() : [result.json()];
      // TOON leaves bare what JSON escapes or we would, so what a terminal obeys is taken out of the text.
      return documents.map((document) => printable(encode(plain(document)))).join("\n");
    }
  }
}

/** TOON has rows only for plain JSON values, so what JSON drops is dropped first. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
