import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../src/agent/chat-model.ts";
import type { LiveEventBody } from "../../src/agent/live-event.ts";
import type { TranscriptEntry } from "../../src/agent/transcript.ts";
import { compact } from "../../src/runtime/compaction/compact.ts";
import { createSessionHooks } from "../../src/runtime/session-hooks.ts";
import { environment, says, saysSpecific, sh } from "./docker-agent.ts";
import { openTestWorkspace, printing, type TestWorkspaceOptions } from "./workspace.ts";

const entry = (sequence: number, text: string): TranscriptEntry => ({
  type: "user_message",
  content: { text, typed: text, origin: "user", input_class: "user" },
  session_id: "s1",
  sequence,
  turn_id: "t1",
  recorded_at: "2026-01-01T00:00:00.000Z",
});

/** Shortens a small conversation with the hooks of a real workspace. */
async function compactWith(options: TestWorkspaceOptions) {
  const test = openTestWorkspace({ environment, ...options });
  const told: LiveEventBody[] = [];
  const asked: ModelRequest[] = [];
  const tell = (event: LiveEventBody) => void told.push(event);
  const facts = { session: { session_id: "s1", agent_name: "root" }, turnId: "t1", host: { cwd: test.root } };
  try {
    const result = await compact(
      {
        trigger: "auto",
        entries: [entry(1, "The first question."), entry(2, "The second question.")],
        sessionId: "s1",
        agent: "root",
        models: ["scripted/x"],
        contextLimit: 10_000,
        inputTokens: 9_500,
        outputTokens: 100,
        signal: new AbortController().signal,
      },
      {
        hooks: createSessionHooks(test.engine, () => facts, tell),
        models: {
          stream: async function* (request) {
            asked.push(request);
            yield { kind: "text", text: "The model's summary." };
            yield { kind: "finish", model: "scripted/x", reason: "stop", usage: null, cost: 0 };
          },
        },
        tell,
        prepare: async (messages) => messages,
        answered: async () => undefined,
        apply: async () => undefined,
      },
    );
    const events = told.map((event) => (event.kind === "hooks_ran" ? event.event : event.kind));
    const seen = join(test.root, "seen");
    return {
      result,
      events,
      told,
      prompt: asked[0]?.messages.at(-1)?.content ?? null,
      /** What a hook wrote into a file of that name. */
      seen: existsSync(seen) ? readFileSync(seen, "utf8") : "",
    };
  } finally {
    await test.close();
  }
}

const yaml = (hooks: object) => ({ yaml: { hooks } });
const agh = (name: string, event: "context.pre_compact" | "context.post_compact", answer: string) =>
  ({ name, event, mode: "sync", sh: answer }) as const;

describe("hooks of all dialects on a compaction", () => {
  it("docker §10.66: a before_compaction hook that denies skips it", async () => {
    const { result, events } = await compactWith(yaml({ before_compaction: [sh("echo 'Not now.' >&2; exit 2")] }));
    expect(result).toMatchObject({ outcome: "skipped", reason: expect.stringContaining("Not now.") });
    expect(events).toEqual(["context.compacting", "notice", "compaction_ended"]);
  });

  it("docker §10.66: a summary from a before_compaction hook is applied, and after_compaction fires", async () => {
    const own = saysSpecific({ hook_event_name: "before_compaction", summary: "My own summary." });
    const after = sh("cat > seen");
    const { result, prompt, seen } = await compactWith(
      yaml({ before_compaction: [sh(own)], after_compaction: [after] }),
    );
    expect(result).toMatchObject({ outcome: "applied", summary: "My own summary." });
    expect(prompt).toBeNull();
    expect(JSON.parse(seen)).toMatchObject({
      hook_event_name: "after_compaction",
      summary: "My own summary.",
      compaction_reason: "threshold",
      input_tokens: 9_500,
      output_tokens: 100,
      context_limit: 10_000,
    });
  });

  it("docker §10.66: what a pre_compact hook prints goes into the request for the summary", async () => {
    const { result, prompt } = await compactWith(yaml({ pre_compact: [sh("echo 'Keep the ticket number.'")] }));
    expect(result).toMatchObject({ outcome: "applied", summary: "The model's summary." });
    expect(prompt).toContain("Keep the ticket number.");
  });

  it("docker §10.66: a pre_compact hook that blocks cancels it, and its message is shown", async () => {
    const { told } = await compactWith(
      yaml({ pre_compact: [sh(says({ decision: "block", reason: "In the middle." }))] }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ kind: "notice", level: "warning", message: expect.stringContaining("In the middle.") }),
    );
  });

  it("C229 a deny on context.pre_compact prevents it", async () => {
    const guard = agh("guard", "context.pre_compact", printing({ deny: true, deny_reason: "Keep all of it." }));
    const { result, prompt } = await compactWith({ hooks: [guard] });
    expect(result).toMatchObject({ outcome: "skipped", reason: "Keep all of it." });
    expect(prompt).toBeNull();
  });

  it("C212 the summary is asked for with what hooks patched, and context.post_compact inherits it", async () => {
    const patch = { reason: "sprint", strategy: "decisions", context_blocks: [{ kind: "note", text: "Ticket 7." }] };
    const after = agh("after", "context.post_compact", "cat > seen");
    const { prompt, seen } = await compactWith({
      hooks: [agh("guide", "context.pre_compact", printing(patch)), after],
    });
    for (const text of ["sprint", "decisions", "note: Ticket 7."]) expect(prompt).toContain(text);
    expect(JSON.parse(seen)).toMatchObject({ ...patch, summary: "The model's summary." });
  });

  it("agentao E2: PreCompact comes before the compaction, which happens whatever it says", async () => {
    const rule = { type: "command", command: says({ blockingError: "Do not." }) };
    const files = { ".hookline/hooks.json": JSON.stringify({ hooks: { PreCompact: [rule] } }) };
    const { result, events } = await compactWith({ files });
    expect(result.outcome).toBe("applied");
    expect(events).toEqual(["context.pre_compact", "compaction_started", "compaction_ended"]);
  });
});
