import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "./catalog.ts";
import { checkPayload } from "./check-payload.ts";

describe("checkPayload", () => {
  it.each<[why: string, event: EventName, payload: unknown]>([
    ["an empty object", "tool.pre_call", {}],
    ["known fields", "tool.pre_call", { tool_name: "Edit", tool_input: { path: ".env" }, read_only: false }],
    ["null for unknown values", "tool.pre_call", { tool_name: null, created_at: null, tool_input: null }],
    ["its own event name", "tool.pre_call", { event: "tool.pre_call" }],
    ["a time with an offset", "tool.pre_call", { timestamp: "2026-04-16T15:04:05.123456789+02:00" }],
    ["a trigger's own event", "automation.trigger.pre_fire", { trigger_id: "t1", event: "webhook" }],
    [
      "a nested object",
      "permission.request",
      { tool_call: { kind: "edit", locations: [{ path: "a", start_line: 1 }] } },
    ],
    ["required fields that may be null", "spawn.pre_create", { parent_permissions: null, child_permissions: null }],
  ])("accepts %s", (_why, event, payload) => {
    expect(checkPayload(contractOf(event), payload)).toEqual({ ok: true, payload, unknownFields: [] });
  });

  it.each<[event: EventName, payload: unknown, field: string, problem: string]>([
    ["permission.request", { tool_call: { kind: 3 } }, "tool_call.kind", "tool_call.kind must be text, got a number"],
    ["permission.request", {}, "tool_call", "tool_call is missing; it must be an object"],
    ["permission.request", { tool_call: null }, "tool_call", "tool_call must be an object, got null"],
    ["automation.job.pre_fire", { job_id: true }, "job_id", "job_id must be text, got true"],
    ["automation.job.pre_fire", { job_id: "j", attempt: 1.5 }, "attempt", "attempt must be a whole number, got 1.5"],
    ["automation.trigger.pre_fire", { trigger_id: "t", event: [] }, "event", "event must be text, got a list"],
    ["model.post_call", { cost: "1" }, "cost", "cost must be a number, got text"],
    ["tool.pre_call", { read_only: "yes" }, "read_only", "read_only must be true or false, got text"],
    ["tool.pre_call", { event: "tool.post_call" }, "event", 'event must be "tool.pre_call", got "tool.post_call"'],
    ["tool.pre_call", { event: null }, "event", 'event must be "tool.pre_call", got null'],
    [
      "tool.pre_call",
      { timestamp: "yesterday" },
      "timestamp",
      'timestamp must be a time such as 2026-01-31T12:00:00Z, got "yesterday"',
    ],
    [
      "input.pre_submit",
      { context_blocks: [{ text: "a" }, { text: {} }] },
      "context_blocks[1].text",
      "context_blocks[1].text must be text, got an object",
    ],
    [
      "input.pre_submit",
      { context_blocks: [{ metadata: { lang: 1 } }] },
      "context_blocks[0].metadata.lang",
      "context_blocks[0].metadata.lang must be text, got a number",
    ],
    ["agent.pre_start", { args: "-v" }, "args", "args must be a list, got text"],
  ])("refuses for %s: %j", (event, payload, field, problem) => {
    expect(checkPayload(contractOf(event), payload)).toEqual({ ok: false, issues: [{ field, problem }] });
  });

  it.each([
    [null, "null"],
    [[], "a list"],
    ["{}", "text"],
    [7, "a number"],
    [undefined, "something that JSON does not have"],
  ])("refuses %j in place of an object", (payload, got) => {
    const problem = `the payload must be a JSON object, got ${got}`;
    expect(checkPayload(contractOf("tool.pre_call"), payload)).toEqual({ ok: false, issues: [{ field: "", problem }] });
  });

  it("reports all issues at once", () => {
    const check = checkPayload(contractOf("tool.pre_call"), { tool_name: 1, turn_id: 2, read_only: 3 });
    expect(check.ok ? [] : check.issues.map(({ field }) => field).toSorted()).toEqual([
      "read_only",
      "tool_name",
      "turn_id",
    ]);
  });

  it("keeps unknown fields and says what was probably meant, also inside objects and lists", () => {
    const payload = {
      tool_nmae: "Edit",
      flavour: "vanilla",
      tool_call: { kind: "edit", titel: "x", locations: [{ path: "a", endline: 3 }] },
    };
    expect(checkPayload(contractOf("permission.request"), payload)).toEqual({
      ok: true,
      payload,
      unknownFields: [
        { field: "tool_nmae", suggestion: "tool_name" },
        { field: "flavour", suggestion: null },
        { field: "tool_call.titel", suggestion: "title" },
        { field: "tool_call.locations[0].endline", suggestion: "end_line" },
      ],
    });
  });

  it("leaves the inside of free-form fields alone", () => {
    const check = checkPayload(contractOf("tool.pre_call"), { tool_input: { tool_nmae: 1, deep: [{ x: 1 }] } });
    expect(check).toMatchObject({ ok: true, unknownFields: [] });
  });

  it("does not wear itself out over a payload made of nonsense", () => {
    const payload = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${"x".repeat(500)}${i}`, i]));
    const check = checkPayload(contractOf("tool.pre_call"), payload);
    expect(check.ok && check.unknownFields.every(({ suggestion }) => suggestion === null)).toBe(true);
  });

  it("takes a field called __proto__ for what it is: one more unknown field", () => {
    const payload = JSON.parse('{"__proto__": {"tool_name": 1}, "constructor": 1}');
    const check = checkPayload(contractOf("tool.pre_call"), payload);
    expect(check.ok && check.unknownFields.map(({ field }) => field)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).tool_name).toBeUndefined();
  });
});
