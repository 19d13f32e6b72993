import { catalog, type EventName, isEventName } from "../catalog/catalog.ts";
import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";

/** The event of that name; throws a Problem that says which was probably meant. */
export function requireEvent(name: string): EventName {
  if (isEventName(name)) return name;
  const names = catalog.map((contract) => contract.name);
  throw new Problem("EVENT_UNKNOWN", { event: name, suggestion: closest(name, names) });
}
