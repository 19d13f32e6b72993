import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "./catalog.ts";
import type { Fields } from "./contract.ts";
import { patchDenies } from "./deny.ts";
import { isDeniedDecision } from "./permission.ts";

/** What the event makes of a reply: its patch is read by the schema and then applied. */
function applied(event: EventName, payload: Fields, reply: Fields): Record<string, unknown> {
  const contract = contractOf(event);
  if (!contract.apply) throw new TypeError(`${event} applies patches the ordinary way.`);
  const untouched = structuredClone(payload);
  const next = contract.apply(payload, contract.patch.parse(reply));
  expect(payload).toEqual(untouched);
  return next;
}

describe("session patches", () => {
  it.each<[what: string, payload: Fields, reply: Fields, expected: Fields]>([
    [
      "take over what they name, trimmed",
      { state: "starting" },
      { session_name: " a " },
      { state: "starting", session_name: "a" },
    ],
    ["leave alone what they leave out or null", { agent_name: "a" }, { agent_name: null }, { agent_name: "a" }],
    ["keep a known type", {}, { session_type: "dream" }, { session_type: "dream" }],
    ["turn an unknown type into user", { session_type: "system" }, { session_type: "robot" }, { session_type: "user" }],
    [
      "do not touch a type they do not name",
      { session_type: "odd" },
      { session_name: "a" },
      { session_type: "odd", session_name: "a" },
    ],
    ["set nothing but identity", {}, { deny: true, deny_reason: "no", state: "stopped" }, {}],
  ])("%s", (_what, payload, reply, expected) => {
    for (const event of ["session.pre_create", "session.pre_resume", "session.post_stop"] as const) {
      expect(applied(event, payload, reply)).toEqual(expected);
    }
  });
});

describe("coordinator.pre_spawn patches", () => {
  it.each<[what: string, reply: Fields, expected: Fields]>([
    ["replace agent, provider and model, trimmed", { model: " m2 ", provider: "p2" }, { model: "m2", provider: "p2" }],
    ["change nothing by a blank", { model: "", provider: "  ", agent_name: null }, { model: "m", provider: "p" }],
    [
      "do not reach the denial's own fields",
      { deny: true, deny_reason: "r", denied: true },
      { model: "m", provider: "p" },
    ],
  ])("%s", (_what, reply, expected) => {
    expect(applied("coordinator.pre_spawn", { model: "m", provider: "p" }, reply)).toEqual(expected);
  });
});

describe("task.run.pre_claim patches", () => {
  const payload = {
    run_id: "r",
    criteria: { agent_name: "a", required_capabilities: ["go", "sql"], priority_min: 20 },
  };

  it.each<[what: string, reply: Fields, criteria: Fields]>([
    [
      "add capabilities, trimmed and each once, behind those already required",
      { add_required_capabilities: [" ts ", "go", "ts"] },
      { required_capabilities: ["go", "sql", "ts"], priority_min: 20 },
    ],
    ["raise the least priority", { priority_min: 30 }, { required_capabilities: ["go", "sql"], priority_min: 30 }],
    ["never lower it", { priority_min: 10 }, { required_capabilities: ["go", "sql"], priority_min: 20 }],
    ["change nothing when empty", {}, { required_capabilities: ["go", "sql"], priority_min: 20 }],
  ])("%s", (_what, reply, criteria) => {
    expect(applied("task.run.pre_claim", payload, reply)).toEqual({
      run_id: "r",
      criteria: { agent_name: "a", ...criteria },
    });
  });

  it("start from nothing when the claim has no criteria yet", () => {
    const reply = { add_required_capabilities: ["ts"], priority_min: 10 };
    expect(applied("task.run.pre_claim", { criteria: {} }, reply)).toEqual({
      criteria: { required_capabilities: ["ts"], priority_min: 10 },
    });
  });
});

describe("spawn.pre_create patches", () => {
  const nothing = {
    tools: [],
    skills: [],
    mcp_servers: [],
    workspace_paths: [],
    network_channels: [],
    sandbox_profiles: [],
  };
  const payload = { spawn_role: "worker", ttl_seconds: 60, child_permissions: { tools: ["a", "b"], skills: ["s"] } };

  it.each<[what: string, reply: Fields, changes: Fields]>([
    [
      "replace role, agent and time to live",
      { spawn_role: " scout ", ttl_seconds: 5 },
      { spawn_role: "scout", ttl_seconds: 5 },
    ],
    [
      "replace the permissions as a whole, so that a category left out is empty",
      { child_permissions: { tools: [" a ", "a"] } },
      { child_permissions: { ...nothing, tools: ["a"] } },
    ],
    ["take everything away by an empty set", { child_permissions: {} }, { child_permissions: nothing }],
    ["keep the permissions when they do not name them", { child_permissions: null }, {}],
  ])("%s", (_what, reply, changes) => {
    expect(applied("spawn.pre_create", payload, reply)).toEqual({ ...payload, ...changes });
  });
});

describe("permission.request patches", () => {
  it.each<[what: string, reply: Fields, expected: Fields]>([
    [
      "replace decision and class",
      { decision: "allow", decision_class: "read" },
      { decision: "allow", decision_class: "read" },
    ],
    [
      "decide deny when they deny, whatever they say beside it",
      { deny: true, decision: "allow" },
      { decision: "deny", decision_class: "write" },
    ],
    ["do not put the reason into the payload", { reason: "because" }, { decision: "ask", decision_class: "write" }],
    [
      "may rewrite the tool's arguments",
      { tool_input: { a: 1 } },
      { decision: "ask", decision_class: "write", tool_input: { a: 1 } },
    ],
  ])("%s", (_what, reply, expected) => {
    expect(applied("permission.request", { decision: "ask", decision_class: "write" }, reply)).toEqual(expected);
  });
});

describe("isDeniedDecision", () => {
  it.each([
    ["", false],
    ["allow", false],
    ["allow-once", false],
    ["allow-always", false],
    ["ask", false],
    ["pending", false],
    ["denial", false],
    ["unblock", false],
    [undefined, false],
    [true, false],
    ["deny", true],
    ["denied", true],
    ["deny-once", true],
    ["reject", true],
    ["rejected", true],
    ["reject-once", true],
    ["reject-always", true],
    ["block", true],
    ["blocked", true],
    ["block-it", true],
    ["  Reject-Once ", true],
    ["DENY", true],
  ])("%j → %s", (decision, denied) => {
    expect(isDeniedDecision(decision)).toBe(denied);
  });
});

describe("patchDenies", () => {
  it.each<[event: EventName, patch: Fields, denies: boolean]>([
    ["tool.pre_call", { deny: true }, true],
    ["tool.pre_call", { deny: false }, false],
    ["tool.pre_call", { deny: "true" }, false],
    ["tool.pre_call", { cancel: true }, false],
    ["tool.pre_call", { decision: "deny" }, false],
    ["tool.pre_call", {}, false],
    ["automation.job.pre_fire", { cancel: true }, true],
    ["automation.job.pre_fire", { deny: true }, false],
    ["permission.request", { deny: true, decision: "allow" }, true],
    ["permission.request", { decision: " Rejected" }, true],
    ["permission.request", { decision: "allow" }, false],
    ["message.delta", { deny: true }, false],
    ["agent.spawned", { deny: true }, false],
    ["turn.end", { deny: true }, true],
  ])("%s %j → %s", (event, patch, denies) => {
    expect(patchDenies(contractOf(event), patch)).toBe(denies);
  });
});
