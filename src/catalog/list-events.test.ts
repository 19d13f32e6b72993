import { describe, expect, it } from "vitest";
import { Problem } from "../errors/problem.ts";
import { contracts } from "./catalog.ts";
import { listEvents } from "./list-events.ts";

describe("listEvents", () => {
  it("lists every event in canonical order", () => {
    expect(listEvents().map(({ event }) => event)).toEqual(contracts.map(({ name }) => name));
  });

  it("describes an event by its family, sync flag and schema names", () => {
    expect(listEvents({ family: "prompt" })).toEqual([
      {
        event: "prompt.post_assemble",
        family: "prompt",
        sync_eligible: true,
        payload_schema: "PromptPayload",
        patch_schema: "PromptPatch",
      },
    ]);
  });

  it.each([
    [{ family: "message" }, ["message.start", "message.delta", "message.end"]],
    [{ family: "message", syncOnly: true }, ["message.start", "message.end"]],
    [{ family: "event", syncOnly: true }, []],
    [{ family: "automation", syncOnly: true }, ["automation.job.pre_fire", "automation.trigger.pre_fire"]],
  ])("C005 filters by %j", (filter, events) => {
    expect(listEvents(filter).map(({ event }) => event)).toEqual(events);
  });

  it("C005 leaves out the nine async-only events with syncOnly", () => {
    expect(listEvents({ syncOnly: true })).toHaveLength(64);
  });

  it.each([
    ["toool", 'Did you mean "tool"?'],
    ["zzzzzz", "Families are: session, input, prompt, "],
    ["toString", "Families are: session, input, prompt, "],
  ])("C003 refuses the unknown family %j and helps", (family, help) => {
    const list = () => listEvents({ family });
    expect(list).toThrow(Problem);
    expect(list).toThrow(expect.objectContaining({ code: "FAMILY_UNKNOWN", fix: expect.stringContaining(help) }));
  });
});
