import type { UnknownField } from "../catalog/check-payload.ts";
import { printableLine } from "../lib/printable.ts";
import { paint, type Terminal } from "./terminal.ts";

/** Warns of payload fields that the event does not know. They go to the hooks all the same. */
export function warnOfUnknownFields(terminal: Terminal, event: string, fields: readonly UnknownField[]): void {
  for (const { field, suggestion } of fields) {
    const hint = suggestion ? ` Did you mean "${suggestion}"?` : "";
    terminal.err(
      `${paint(terminal, "yellow", "warning:")} ${event} has no field "${printableLine(field)}"; hooks get it as it is.${hint}\n`,
    );
  }
}
