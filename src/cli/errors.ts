import { Problem } from "../errors/problem.ts";
import { printable, printableJson } from "../lib/printable.ts";
import type { OutputFormat } from "./output.ts";
import { paint, type Terminal } from "./terminal.ts";

/** Says on stderr what went wrong and what to do next. */
export function printError(error: unknown, format: OutputFormat, terminal: Terminal): void {
  const { code, message, fix } = describe(error);
  if (format === "json" || format === "jsonl") {
    terminal.err(`${printableJson({ error: { code, message, fix } }, format === "json" ? 2 : undefined)}\n`);
    return;
  }
  terminal.err(`${paint(terminal, "red", "error:")} ${printable(message)}\n`);
  terminal.err(`${paint(terminal, "cyan", "  fix:")} ${printable(fix)}\n`);
}

function describe(error: unknown): { code: string; message: string; fix: string } {
  if (error instanceof Problem) return { code: error.code, message: error.message, fix: error.fix };
  // Not one of ours: a bug. The stack is what a report needs.
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: "INTERNAL",
    message: `Hookline failed in a way it does not know: ${detail}`,
    fix: "Please report this, together with the command you ran.",
  };
}
