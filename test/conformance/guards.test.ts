import { describe, expect, it } from "vitest";
import { isDeniedDecision } from "../../src/catalog/permission.ts";
import { openTestWorkspace, outcomesOf, printing } from "./workspace.ts";

async function fire(
  event: "permission.request" | "task.run.pre_claim" | "spawn.pre_create" | "session.pre_create",
  patches: readonly unknown[],
  payload: Record<string, unknown>,
) {
  const hooks = patches.map((patch, at) => ({
    name: `hook-${at}`,
    event,
    mode: "sync",
    priority: 900 - at,
    sh: printing(patch),
  }));
  const test = openTestWorkspace({ global: hooks });
  try {
    return await test.fire(event, payload);
  } finally {
    await test.close();
  }
}

const request = { decision: "ask", decision_class: "write", tool_call: { kind: "edit_file" } };

describe("guards", () => {
  it("C100 a deny stays a deny", async () => {
    const verdict = await fire("permission.request", [{ decision: "reject-once" }], { ...request, decision: "deny" });
    expect(verdict).toMatchObject({ decision: "deny", payload: { decision: "reject-once" } });
  });

  it("C101 deny to allow is rejected and reported; the next hook still sees the deny", async () => {
    const verdict = await fire("permission.request", [{ decision: "allow" }, {}], { ...request, decision: "deny" });
    expect(outcomesOf(verdict)).toEqual(["hook-0:rejected", "hook-1:applied"]);
    expect(verdict.payload).toMatchObject({ decision: "deny" });
    expect(verdict.decision).not.toBe("allow");
    expect(verdict.problems).toMatchObject([{ code: "HOOK_PATCH_REJECTED", hook: "hook-0" }]);
  });

  it("C102 allow to deny is fine and stops the chain", async () => {
    const verdict = await fire("permission.request", [{ decision: "deny" }, {}], {
      ...request,
      decision: "allow-once",
    });
    expect(outcomesOf(verdict)).toEqual(["hook-0:denied"]);
    expect(verdict).toMatchObject({ decision: "deny", payload: { decision: "deny" } });
  });

  it.each<[decision: unknown, denied: boolean]>([
    ["", false],
    [undefined, false],
    ["allow-once", false],
    ["allow-always", false],
    ["pending", false],
    ["ask", false],
    ["denial-of-service", false],
    ["deny", true],
    ["deny-once", true],
    ["reject", true],
    ["reject-once", true],
    ["reject-always", true],
    ["rejected", true],
    ["block", true],
    ["blocked", true],
    ["block-all", true],
    ["  DeNied ", true],
  ])("C103 the decision %j counts as denied: %s", (decision, denied) => {
    expect(isDeniedDecision(decision)).toBe(denied);
  });

  it("C104 a process cannot lift reject-once; decision and class stay untouched", async () => {
    const patch = { decision: "allow-always", decision_class: "read" };
    const verdict = await fire("permission.request", [patch], { ...request, decision: "reject-once" });
    expect(outcomesOf(verdict)).toEqual(["hook-0:rejected"]);
    expect(verdict.payload).toMatchObject({ decision: "reject-once", decision_class: "write" });
  });

  it("C105 a pre-claim deny carries its reason", async () => {
    const verdict = await fire("task.run.pre_claim", [{ deny: true, deny_reason: "freeze" }], { criteria: {} });
    expect(verdict).toMatchObject({
      decision: "deny",
      reason: "freeze",
      payload: { denied: true, deny_reason: "freeze" },
    });
  });

  it("C106 a pre-claim patch adds capabilities and raises the priority", async () => {
    const criteria = { required_capabilities: ["go"], priority_min: 10 };
    const patch = { add_required_capabilities: [" review ", "go"], priority_min: 30 };
    const verdict = await fire("task.run.pre_claim", [patch], { criteria });
    expect(verdict.payload).toMatchObject({ criteria: { required_capabilities: ["go", "review"], priority_min: 30 } });
  });

  it.each([
    ["lowers the priority", { priority_min: 5 }],
    ["adds a blank capability", { add_required_capabilities: ["ok", " "] }],
  ])("C107 a pre-claim patch that %s is rejected; the criteria stay", async (_what, patch) => {
    const criteria = { required_capabilities: ["go"], priority_min: 10 };
    const verdict = await fire("task.run.pre_claim", [patch], { criteria });
    expect(outcomesOf(verdict)).toEqual(["hook-0:rejected"]);
    expect(verdict.payload).toMatchObject({ criteria });
  });

  it("an equal priority is no lowering", async () => {
    const verdict = await fire("task.run.pre_claim", [{ priority_min: 10 }], { criteria: { priority_min: 10 } });
    expect(outcomesOf(verdict)).toEqual(["hook-0:applied"]);
  });

  const family = { parent_permissions: { tools: ["read", "edit"] }, child_permissions: { tools: ["read"] } };

  it.each([
    ["a tool the parent lacks", { child_permissions: { tools: ["shell"] } }],
    ["a category the parent lacks", { child_permissions: { skills: ["deploy"] } }],
    ["a blank entry", { child_permissions: { tools: [" "] } }],
    ["no time to live", { ttl_seconds: 0 }],
    ["a negative time to live", { ttl_seconds: -5 }],
  ])("C108 a spawn patch with %s is rejected; the set stays", async (_what, patch) => {
    const verdict = await fire("spawn.pre_create", [patch], { ...family, ttl_seconds: 60 });
    expect(outcomesOf(verdict)).toEqual(["hook-0:rejected"]);
    expect(verdict.payload).toMatchObject({ ...family, ttl_seconds: 60 });
  });

  it("C109 a spawn patch may narrow the set and change role and time to live", async () => {
    const patch = { child_permissions: { tools: [" edit "] }, spawn_role: " scout ", ttl_seconds: 30 };
    const verdict = await fire("spawn.pre_create", [patch], family);
    expect(verdict.payload).toMatchObject({
      child_permissions: { tools: ["edit"] },
      spawn_role: "scout",
      ttl_seconds: 30,
    });
  });

  it.each([
    [
      "task.run.pre_claim",
      { deny: true, deny_reason: "no", priority_min: 1 },
      { criteria: { priority_min: 10 } },
      { criteria: { priority_min: 10 } },
    ],
    [
      "spawn.pre_create",
      { deny: true, deny_reason: "no", ttl_seconds: -1 },
      { ...family, ttl_seconds: 9 },
      { ttl_seconds: 9 },
    ],
    [
      "permission.request",
      { deny: true, deny_reason: "no", decision: "allow" },
      { ...request, decision: "deny" },
      { decision: "deny" },
    ],
  ] as const)(
    "C10A on %s a deny with a field the guard would refuse is still a deny",
    async (event, patch, payload, expected) => {
      const verdict = await fire(event, [patch], payload);
      expect(outcomesOf(verdict)).toEqual(["hook-0:denied"]);
      expect(verdict).toMatchObject({ decision: "deny", reason: "no", payload: expected });
    },
  );

  it("C10B a decision in the denied vocabulary is a deny without deny: true", async () => {
    const verdict = await fire("permission.request", [{ decision: "Blocked" }], request);
    expect(outcomesOf(verdict)).toEqual(["hook-0:denied"]);
    expect(verdict.decision).toBe("deny");
  });

  it("a session patch that would leave two workspaces is rejected", async () => {
    const verdict = await fire("session.pre_create", [{ workspace: "/other" }], { workspace_id: "ws_a" });
    expect(outcomesOf(verdict)).toEqual(["hook-0:rejected"]);
  });
});
