import { catalog, type EventName } from "../catalog/catalog.ts";
import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { eventNamed, eventSpellings } from "./dialect-events.ts";

/** The event of that name, ours or a dialect's; throws a Problem that says which was probably meant. */
export function requireEvent(name: string): EventName {
  const event = eventNamed(name);
  if (event !== null) return event;
  const names = catalog.map((contract) => contract.name);
  throw new Problem("EVENT_UNKNOWN", {
    event: name,
    suggestion: closest(name, names) ?? closest(name, eventSpellings()),
  });
}
