import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "../../catalog/catalog.ts";
import type { Effects } from "../../engine/effects.ts";
import type { ProcessOutput } from "../../engine/ports.ts";
import { aghWire } from "./wire.ts";

const wire = aghWire();

const said = (stdout: string, more: Partial<ProcessOutput> = {}): ProcessOutput => ({
  kind: "output",
  exitCode: 0,
  stdout,
  stderr: "",
  stderrBytes: 0,
  ...more,
});

const decode = (event: EventName, stdout: string) => wire.decode(contractOf(event), said(stdout));

describe("what an AGH hook reads", () => {
  const encode = (payload: Record<string, unknown>, event: EventName = "tool.pre_call") =>
    wire.encode(contractOf(event), payload);

  it.each<[rule: string, payload: Record<string, unknown>, json: string]>([
    [
      "is compact and ends without a line break",
      { tool_name: "Edit", read_only: true },
      '{"tool_name":"Edit","read_only":true}',
    ],
    ["leaves out what is null", { tool_name: null, read_only: true }, '{"read_only":true}'],
    ["leaves out what is undefined", { tool_name: undefined, read_only: true }, '{"read_only":true}'],
    ["always says read_only", { tool_name: "Edit" }, '{"tool_name":"Edit","read_only":false}'],
    ["says read_only when it is null", { read_only: null }, '{"read_only":false}'],
    [
      "keeps a null that is the value of a raw field",
      { read_only: false, tool_input: null },
      '{"read_only":false,"tool_input":null}',
    ],
    [
      "does not touch what is inside a raw field",
      { read_only: false, tool_input: { a: null } },
      '{"read_only":false,"tool_input":{"a":null}}',
    ],
  ])("%s", (_rule, payload, json) => {
    expect(encode(payload)).toBe(json);
  });

  it("has no read_only where the event has none", () => {
    expect(encode({ session_id: "s", agent_name: null }, "session.post_create")).toBe('{"session_id":"s"}');
  });
});

describe("what an AGH hook answers", () => {
  it.each<[rule: string, stdout: string]>([
    ["nothing", ""],
    ["blanks", " \n\t\n"],
    ["null", "null\n"],
    ["an empty object", "{}\n"],
  ])("%s means no opinion", (_rule, stdout) => {
    expect(decode("tool.pre_call", stdout)).toEqual({});
  });

  it.each<[rule: string, event: EventName, reply: unknown, effects: Effects]>([
    [
      "deny refuses, with its trimmed reason",
      "tool.pre_call",
      { deny: true, deny_reason: "  no secrets \n" },
      { decision: "deny", reason: "no secrets", patch: { deny: true, deny_reason: "no secrets" } },
    ],
    ["deny: false says nothing", "tool.pre_call", { deny: false }, { patch: { deny: false } }],
    ["a null field changes nothing", "tool.pre_call", { tool_name: null, deny: null }, {}],
    ["tool_input may become null", "tool.pre_call", { tool_input: null }, { patch: { tool_input: null } }],
    ["an unknown field is named", "tool.pre_call", { tool_nam: "x" }, { unread: ["tool_nam"] }],
    [
      "an unknown field inside a list is named",
      "input.pre_submit",
      { context_blocks: [{ text: "a", txt: "b" }] },
      { patch: { context_blocks: [{ text: "a" }] }, unread: ["context_blocks[0].txt"] },
    ],
    ["deny where nobody can deny is an unknown field", "task.run.completed", { deny: true }, { unread: ["deny"] }],
    [
      "cancel refuses an automation",
      "automation.job.pre_fire",
      { cancel: true },
      { decision: "deny", patch: { cancel: true } },
    ],
    [
      "a permission may be denied in words",
      "permission.request",
      { decision: "reject-once", reason: "no" },
      { decision: "deny", reason: "no", patch: { decision: "reject-once", reason: "no" } },
    ],
    [
      "a permission may be allowed",
      "permission.request",
      { decision: "allow-always" },
      { decision: "allow", patch: { decision: "allow-always" } },
    ],
    [
      "a permission may be approved",
      "permission.request",
      { decision: "Approved" },
      { decision: "allow", patch: { decision: "Approved" } },
    ],
    [
      "a permission may be left to a person",
      "permission.request",
      { decision: "ask" },
      { decision: "ask", patch: { decision: "ask" } },
    ],
    ["another word decides nothing", "permission.request", { decision: "maybe" }, { patch: { decision: "maybe" } }],
  ])("%s", (_rule, event, reply, effects) => {
    expect(decode(event, JSON.stringify(reply))).toEqual(effects);
  });

  it.each<[rule: string, stdout: string, detail: RegExp]>([
    ["a list", "[]", /answered with a list instead of an object/],
    ["a text", '"deny"', /answered with "deny" instead of an object/],
    ["a number", "1", /answered with 1 instead of an object/],
    ["true", "true", /answered with true instead of an object/],
    ["more than one value", '{"deny":true}{}', /not usable JSON/],
    ["words around JSON", 'ok: {"deny":true}', /not usable JSON/],
    ["half a patch", '{"deny":tr', /not usable JSON/],
    ["a key twice", '{"deny":true,"deny":false}', /same key twice/],
    ["a prototype key", '{"__proto__":{"deny":true}}', /__proto__/],
    ["a wrong type", '{"deny":"yes"}', /does not fit ToolCallPatch: deny must be .*, got text/],
    [
      "a wrong type beside a deny",
      '{"deny":true,"tool_name":7}',
      /does not fit ToolCallPatch: tool_name must be .*, got a number/,
    ],
    [
      "a refusal in the words of another program",
      '{"permissionDecision": "deny"}',
      /seems to refuse.*permissionDecision/,
    ],
    ["a refusal with a slip in it", '{"desicion": "block"}', /seems to refuse.*desicion/],
  ])("%s is unreadable", (_rule, stdout, detail) => {
    const decoded = decode("tool.pre_call", stdout);
    expect(decoded).toMatchObject({ kind: "failure", failure: "unreadable" });
    expect("detail" in decoded && decoded.detail).toMatch(detail);
  });

  it.each<[stderr: string, stderrBytes: number, detail: string]>([
    ["", 0, "it exited with code 3 (stderr redacted, 0 bytes)"],
    ["token=hunter2", 13, "it exited with code 3 (stderr redacted, 13 bytes)"],
    ["hunter2...[truncated]", 9_000, "it exited with code 3 (stderr redacted, 9000 bytes, truncated)"],
  ])("a non-zero exit discards stdout and tells only the size of stderr", (stderr, stderrBytes, detail) => {
    const output = said('{"deny":true}', { exitCode: 3, stderr, stderrBytes });
    expect(wire.decode(contractOf("tool.pre_call"), output)).toEqual({ kind: "failure", failure: "exit-code", detail });
  });

  it("leaves Object.prototype alone", () => {
    decode("tool.pre_call", '{"tool_input":{"__proto__":{"polluted":1}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
