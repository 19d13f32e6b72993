import { printableLine } from "../lib/printable.ts";
import { paint, type Terminal } from "./terminal.ts";

/** Says on stderr that something needs attention although the command goes on. */
export function warnOn(terminal: Terminal): (what: string, fix: string) => void {
  return (what, fix) => {
    terminal.err(`${paint(terminal, "yellow", "warning:")} ${printableLine(what)}\n`);
    terminal.err(`${paint(terminal, "cyan", "    fix:")} ${printableLine(fix)}\n`);
  };
}
