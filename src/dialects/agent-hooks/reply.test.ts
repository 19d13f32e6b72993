import { describe, expect, it } from "vitest";
import { catalog, contractOf, type EventName } from "../../catalog/catalog.ts";
import { noEffects } from "../../engine/effects.ts";
import { agentHookEvents } from "./events.ts";
import { type ReplyRules, readReply } from "./reply.ts";

const rules: ReplyRules = {
  hook: "a-hook",
  trigger: "before_tool",
  failsClosed: false,
  debug: false,
  plainStdoutAsContext: false,
};

function read(
  stdout: string,
  more: Partial<ReplyRules> & { exitCode?: number; stderr?: string; event?: EventName } = {},
) {
  const { exitCode = 0, stderr = "", event = "tool.pre_call", ...changed } = more;
  const output = { kind: "output", exitCode, stdout, stderr, stderrBytes: stderr.length } as const;
  return readReply({ ...rules, ...changed }, contractOf(event), output);
}

describe("what a hook answers", () => {
  it.each<[stdout: string, effects: object]>([
    ["", noEffects],
    ["  \n", noEffects],
    ["{}", noEffects],
    ['{"decision": null}', noEffects],
    ['{"decision": "allow"}', { decision: "allow" }],
    ['{"decision": "deny"}', { decision: "deny", reason: 'Blocked by hook "a-hook".' }],
    ['{"decision": "ask", "reason": " sure? "}', { decision: "ask", reason: "sure?" }],
    ['{"modified_input": {"a": 1}}', { patch: { tool_input: { a: 1 } } }],
    ['{"additional_context": "x"}', { contexts: [{ text: "x", lifetime: "turn" }] }],
    ['{"log": "checked"}', { messages: [{ level: "info", text: "checked" }] }],
    ['{"decision": "allow", "verdict": 1}', { decision: "allow", unread: ["verdict"] }],
    ['{"reason": 7}', { unread: ["reason (not a text)"] }],
    ['{"decision": "block"}', { unread: ['decision: "block"'] }],
    ['\uFEFF{"decision": "deny", "reason": "bom"}', { decision: "deny", reason: "bom" }],
  ])("%s", (stdout, effects) => {
    expect(read(stdout)).toEqual(effects);
  });

  it.each([
    ["{"],
    ["[]"],
    ["null"],
    ["42"],
    ['"deny"'],
    ["[1, 2]"],
    ['[{"decision": "deny"'],
    ["checked: {'decision': 'deny'}"],
    ['{"a": {"__proto__": 1}}'],
    ['{"decision": "deny"} trailing'],
  ])("%s is unreadable", (stdout) => {
    expect(read(stdout)).toMatchObject({ kind: "failure", failure: "unreadable" });
  });

  it("a decision nobody knows is no answer where a hook must not fail open", () => {
    expect(read('{"decision": "block"}', { failsClosed: true })).toMatchObject({ failure: "unreadable" });
  });

  it.each([1, 3, 126, 127, 255])("exit code %d is a failure whatever was printed", (exitCode) => {
    const reply = read('{"decision": "deny"}', { exitCode, stderr: "boom" });
    expect(reply).toMatchObject({ failure: "exit-code", detail: `it exited with code ${exitCode}: boom` });
  });

  it.each(["[INFO] build succeeded", "[1/3] compiling", '"quoted" words', "- [x] done", "{} and more"])(
    "%s is what checks print, unless it begins like an object",
    (stdout) => {
      const reply = read(stdout, { failsClosed: true });
      if (stdout.startsWith("{")) expect(reply).toMatchObject({ failure: "unreadable" });
      else expect(reply).toBe(noEffects);
    },
  );

  it("tells what was printed besides JSON only when asked to", () => {
    expect(read("12 passed")).toBe(noEffects);
    expect(read("12 passed", { debug: true })).toMatchObject({ messages: [{ level: "info" }] });
    expect(read("12 passed", { plainStdoutAsContext: true })).toMatchObject({ contexts: [{ text: "12 passed" }] });
  });
});

describe("on every event", () => {
  const events = agentHookEvents.flatMap(({ event }) => event ?? []);

  it.each(events)("%s can be blocked, by exit code and by answer", (event) => {
    expect(contractOf(event).powers).toContain("deny");
    expect(read("", { event, exitCode: 2 })).toMatchObject({ decision: "deny" });
    expect(read('{"decision": "deny"}', { event })).toMatchObject({ decision: "deny" });
  });

  it.each(events)("%s: an allow asks for nothing that the event does not grant", (event) => {
    const reply = read('{"decision": "allow"}', { event });
    expect("decision" in reply).toBe(contractOf(event).powers.includes("allow"));
  });

  it.each(events)("%s: an ask is asked, blocks, or is reported", (event) => {
    const { powers, deny } = contractOf(event);
    const expected = powers.includes("ask") || deny !== "refuses" ? "ask" : "deny";
    expect(read('{"decision": "ask"}', { event })).toMatchObject({ decision: expected });
  });

  it.each(catalog.map(({ name }) => name))("%s: modified_input is for the input of a tool call only", (event) => {
    const reply = read('{"modified_input": {}}', { event });
    if ("tool_input" in contractOf(event).patch.shape) expect(reply).toMatchObject({ patch: { tool_input: {} } });
    else expect(reply).toMatchObject({ unread: ["modified_input"] });
  });
});
