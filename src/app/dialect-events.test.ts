import { describe, expect, it } from "vitest";
import { isEventName } from "../catalog/catalog.ts";
import { dialectNames, eventNamed, eventSpellings, eventsOfDialect } from "./dialect-events.ts";

describe("names of events", () => {
  it("mean the same in every dialect that has them", () => {
    const meanings = new Map<string, Set<string>>();
    for (const dialect of dialectNames) {
      for (const { name, alias, events } of eventsOfDialect(dialect)) {
        for (const spelling of [name, ...(alias === null ? [] : [alias])])
          meanings.set(spelling, (meanings.get(spelling) ?? new Set()).add(events[0]));
      }
    }
    expect([...meanings].filter(([, events]) => events.size > 1)).toEqual([]);
  });

  it.each(eventSpellings())("%s is an event of ours", (spelling) => {
    expect(isEventName(eventNamed(spelling) ?? "")).toBe(true);
  });

  it("that nobody uses are none", () => {
    expect(eventNamed("constructor")).toBeNull();
    expect(eventNamed("pretooluse")).toBeNull();
  });
});
