import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EventName, FirePayload } from "../catalog/catalog.ts";
import { Problem } from "../errors/problem.ts";
import { type Fired, fire } from "./fire.ts";
import { openHookline, type Warn } from "./open-hookline.ts";
import { packageRoot } from "./package-facts.ts";
import type { Place } from "./place.ts";
import { reviewTrust, trust, undecided } from "./trust.ts";

export interface DemoStep {
  /** What the agent is up to, as a sentence. */
  readonly story: string;
  readonly event: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Plays a short session against the example workspace, one fired step after the other. */
export async function* playDemo(
  place: Place,
  session: string,
  warn: Warn,
  signal: AbortSignal | null,
): AsyncGenerator<{ readonly step: DemoStep; readonly fired: Fired }> {
  const example = { ...place, workspace: exampleWorkspace() };
  // The example comes with this package, so it is as good as the package itself.
  const review = reviewTrust(example);
  await trust(review, undecided(review));
  await using hookline = await openHookline(example, warn);
  for (const step of demoSteps(session, hookline.workspace.root)) {
    if (signal?.aborted) return;
    yield { step, fired: await fire(hookline, step.event, step.payload, {}, signal) };
  }
}

/** The directory of the example workspace. */
export function exampleWorkspace(): string {
  const path = join(packageRoot(), "examples", "guarded-repo");
  if (!existsSync(path)) throw new Problem("EXAMPLE_MISSING", { path });
  return path;
}

function demoSteps(session: string, root: string): DemoStep[] {
  const agent = { session_id: session, agent_name: "reviewer", turn_id: "turn_1" };
  const file = (path: string) => ({ ...agent, tool_namespace: "fs", tool_input: { path } });
  return [
    step("session.pre_create", "A session is about to start.", { agent_name: "reviewer", session_type: "user" }),
    step("session.post_create", "It has started. A notifier writes that down in the background.", {
      session_id: session,
      agent_name: "reviewer",
      session_type: "user",
    }),
    step("input.pre_submit", 'The user writes: "Review the diff, then commit it."', {
      ...agent,
      input_class: "user",
      message: "Review the diff, then commit it.",
    }),
    step("prompt.post_assemble", "The prompt is put together. Two hooks add to it, one after the other.", {
      ...agent,
      input_class: "user",
      prompt: "Review the diff, then commit it.",
    }),
    step("tool.pre_call", "The agent reads README.md.", {
      ...file("README.md"),
      tool_call_id: "call_1",
      tool_name: "read_file",
      read_only: true,
    }),
    step("tool.pre_call", "The agent edits src/login.ts.", {
      ...file("src/login.ts"),
      tool_call_id: "call_2",
      tool_name: "edit_file",
      read_only: false,
    }),
    step("tool.pre_call", "The agent tries to edit .env.", {
      ...file(".env"),
      tool_call_id: "call_3",
      tool_name: "edit_file",
      read_only: false,
    }),
    step("permission.request", "Refused, it asks for permission to write .env.", {
      ...agent,
      request_id: "perm_1",
      action: "write",
      resource: join(root, ".env"),
      decision: "ask",
      decision_class: "write",
      tool_input: { path: join(root, ".env") },
      tool_call: { id: "call_3", kind: "edit_file", title: "Edit .env" },
    }),
    step("task.run.pre_claim", "It claims the next task of a release workflow, of any priority.", {
      session_id: session,
      agent_name: "reviewer",
      workflow_id: "release-2026",
      coordination_channel_id: "coord-main",
      criteria: { required_capabilities: ["typescript"], priority_min: 10 },
    }),
  ];
}

/** Ties each payload to its event's contract, so that the demo cannot fire what no agent would. */
function step<N extends EventName>(event: N, story: string, payload: FirePayload<N>): DemoStep {
  return { story, event, payload };
}
