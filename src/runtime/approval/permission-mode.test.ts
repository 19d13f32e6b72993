import { describe, expect, it } from "vitest";
import { play, preCall, type Scene } from "./approval.fixture.ts";
import { type PermissionMode, rulesOfMode } from "./permission-mode.ts";
import { createSessionGrants } from "./session-grants.ts";

const reads: Scene = { tool: { readOnly: true } };
const writes: Scene = { answer: { kind: "reject" } };
const guarded: Scene = { hooks: [preCall("default", { decision: "deny" })] };

describe("AGH's modes", () => {
  it.each<[mode: PermissionMode, call: string, scene: Scene, source: string]>([
    ["deny-all", "a read", reads, "session_permissions_deny"],
    ["deny-all", "a write", writes, "session_permissions_deny"],
    ["deny-all", "a read under yolo", { ...reads, isYolo: true }, "session_permissions_deny"],
    ["approve-reads", "a read", reads, "readonly_hint"],
    ["approve-reads", "a write", writes, "user_rejected"],
    ["approve-all", "a write", writes, "session_permissions_allow"],
    ["approve-all", "a write that a rule denies", { team: { deny: ["shell"] } }, "team_permissions_deny"],
    ["approve-all", "a write that a hook denies", guarded, "pre_tool_use_hook_deny"],
  ])("%s on %s", async (mode, _call, scene, source) => {
    const grants = createSessionGrants({ isYolo: scene.isYolo ?? false, rules: rulesOfMode(mode) });
    expect((await play({ ...scene, more: { grants } })).approval.source).toBe(source);
  });

  it("approve-all does not answer a hook that asks", async () => {
    const grants = createSessionGrants({ rules: rulesOfMode("approve-all") });
    const scene: Scene = { hooks: [preCall("preempt", { decision: "ask" })], answer: null, more: { grants } };
    expect((await play(scene)).approval.source).toBe("non_interactive_deny");
  });
});
