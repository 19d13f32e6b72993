import { shortPath } from "../../lib/short-path.ts";
import { shellQuote } from "../../sources/trust/shell-quote.ts";

/** The command that shows what waits for trust. Files that only one command line names are looked at when they are named there. */
export function trustCommand(files: readonly string[], cwd: string): string {
  const words = files
    .map((file) => shortPath(file, cwd))
    .map((file) => (/^[\w./-]+$/.test(file) ? file : shellQuote(file)));
  return ["hookline trust", ...words.map((word) => `--agent-file ${word}`)].join(" ");
}
