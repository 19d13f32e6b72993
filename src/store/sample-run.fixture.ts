import { randomUUID } from "node:crypto";
import type { RunRecord } from "../engine/run.ts";

const started = Date.parse("2026-03-01T10:00:00.000Z");

/** A complete record; `minute` places it in time. */
export function sampleRun(changes: Partial<RunRecord> = {}, minute = 0): RunRecord {
  return {
    run_id: randomUUID(),
    recorded_at: new Date(started + minute * 60_000).toISOString(),
    session_id: "sess-1",
    workspace_id: "ws-1",
    workspace: "/home/ada/project",
    agent_name: "coder",
    hook_name: "guard",
    event: "tool.pre_call",
    dialect: "agh",
    source: "config",
    mode: "sync",
    outcome: "applied",
    failure: null,
    duration_ms: 4.125,
    dispatch_depth: 1,
    required: false,
    patch_applied: null,
    error: null,
    usage: null,
    ...changes,
  };
}
