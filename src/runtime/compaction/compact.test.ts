import { describe, expect, it } from "vitest";
import { type ChatModels, ModelError, type ModelEvent, type ModelRequest } from "../../agent/chat-model.ts";
import { conversationOf } from "../../agent/conversation.ts";
import type { LiveEventBody } from "../../agent/live-event.ts";
import { says, transcriptOf, user } from "../../agent/transcript.fixture.ts";
import type { EventName } from "../../catalog/catalog.ts";
import { createEngine } from "../../engine/engine.ts";
import type { Hook } from "../../engine/hook.ts";
import { nativeHook } from "../../engine/native-hook.ts";
import { createSessionHooks } from "../session-hooks.ts";
import { type CompactionPorts, type CompactionRequest, type CompactionTrigger, compact } from "./compact.ts";

const long = [user("a".repeat(4_000)), says("b".repeat(4_000)), user("And now?"), says("Now this.")];
const finish: ModelEvent = { kind: "finish", model: "scripted/x", reason: "stop", usage: null, cost: 0 };
const answering = (...texts: string[]): ModelEvent[] => [
  ...texts.map((text) => ({ kind: "text" as const, text })),
  finish,
];

interface Setting {
  /** Whether a hook on each event notes it. */
  readonly isWatched?: boolean;
  readonly hooks?: readonly Hook[];
  /** What the model does, request by request; the last is done again and again. */
  readonly model?: readonly (readonly ModelEvent[] | Error)[];
  readonly request?: Partial<CompactionRequest>;
  readonly ports?: Partial<CompactionPorts>;
}

/** Compacts a conversation and notes everything that happens, in order. */
async function tryCompact({
  isWatched = true,
  hooks = [],
  model = [answering("Short.")],
  request,
  ports,
}: Setting = {}) {
  const log: string[] = [];
  const told: LiveEventBody[] = [];
  const asked: ModelRequest[] = [];
  const payloads: Record<string, Record<string, unknown>> = {};
  const watch = (event: EventName) =>
    nativeHook({
      name: `watch-${event}`,
      event,
      priority: -1,
      run: (payload) => {
        log.push(event);
        payloads[event] = payload as Record<string, unknown>;
      },
    });
  const watched = (["context.pre_compact", "context.compacting", "context.post_compact"] as const).map(watch);
  const engine = createEngine({ hooks: isWatched ? [...hooks, ...watched] : hooks });
  const tell = (event: LiveEventBody) => {
    told.push(event);
    if (event.kind !== "hooks_ran") log.push(event.kind === "compaction_ended" ? `ended:${event.outcome}` : event.kind);
  };
  const facts = { session: { session_id: "session-1" }, turnId: "turn-1", host: {} };
  const models: Pick<ChatModels, "stream"> = {
    stream: async function* (question) {
      log.push("model");
      const says = model[Math.min(asked.push(question), model.length) - 1];
      question.signal.throwIfAborted();
      if (says instanceof Error) throw says;
      yield* says ?? [];
    },
  };
  const result = await compact(
    {
      trigger: "auto",
      entries: transcriptOf(long),
      sessionId: "session-1",
      agent: "root",
      models: ["scripted/x"],
      contextLimit: 4_000,
      inputTokens: 3_700,
      outputTokens: 40,
      signal: new AbortController().signal,
      ...request,
    },
    {
      hooks: createSessionHooks(engine, () => facts, tell),
      models,
      tell,
      prepare: async (messages) => messages,
      answered: async (_finish, text) => void log.push(`answered:${text}`),
      apply: async () => void log.push("applied"),
      ...ports,
    },
  );
  await engine.close();
  return { result, log, told, asked, payloads, prompt: asked.at(-1)?.messages.at(-1)?.content ?? "" };
}

const denying = (event: "context.pre_compact" | "context.compacting", reason?: string) =>
  nativeHook({ name: "no", event, run: () => ({ decision: "deny", ...(reason && { reason }) }) });
const summing = (summary: string) =>
  nativeHook({ name: "own", event: "context.compacting", run: () => ({ patch: { summary } }) });
const noticeIn = (told: readonly LiveEventBody[]) =>
  told.flatMap((event) => (event.kind === "notice" ? [event.message] : []));

describe("a compaction", () => {
  it("docker §10.66: asks hooks, then the model, applies the summary, tells hooks and ends", async () => {
    const { result, log } = await tryCompact();
    expect(log).toEqual([
      "context.pre_compact",
      "context.compacting",
      "compaction_started",
      "model",
      "answered:Short.",
      "applied",
      "context.post_compact",
      "ended:applied",
    ]);
    expect(result).toEqual({
      outcome: "applied",
      reason: "threshold",
      summary: "Short.",
      entry: { kind: "compaction", summary: "Short.", keep_from: 3, reason: "threshold", input_tokens: 3_700 },
    });
  });

  it("docker §10.66: what comes of it is the summary in front of the newest messages", async () => {
    const { result } = await tryCompact();
    if (result.outcome !== "applied") throw new Error(result.reason);
    const after = conversationOf(transcriptOf([...long, { type: "system", content: result.entry }]));
    expect(after.map(({ content }) => content)).toEqual([expect.stringContaining("Short."), "And now?", "Now this."]);
  });

  it("docker §10.66: without hooks it does the same", async () => {
    const { result, log } = await tryCompact({ isWatched: false });
    expect(result).toMatchObject({ outcome: "applied", reason: "threshold", summary: "Short." });
    expect(log).toEqual(["compaction_started", "model", "answered:Short.", "applied", "ended:applied"]);
  });

  it.each<[trigger: CompactionTrigger, reason: string]>([
    ["manual", "manual"],
    ["auto", "threshold"],
    ["overflow", "overflow"],
    ["tool_overflow", "threshold"],
  ])(
    "docker §10.66: hooks hear of the trigger %s and the reason %s, and of the tokens before",
    async (trigger, reason) => {
      const { payloads } = await tryCompact({ request: { trigger, instructions: "Be brief." } });
      const plan = { trigger, reason, strategy: "full", session_id: "session-1", turn_id: "turn-1" };
      const tokens = { input_tokens: 3_700, output_tokens: 40, context_limit: 4_000 };
      expect(payloads["context.pre_compact"]).toMatchObject({
        ...plan,
        context_blocks: [],
        custom_instructions: "Be brief.",
      });
      expect(payloads["context.compacting"]).toMatchObject({ ...plan, ...tokens });
      expect(payloads["context.post_compact"]).toMatchObject({ ...plan, ...tokens, summary: "Short." });
    },
  );

  it("asks for it without tools, as somebody else, and for no more than a summary may have", async () => {
    const { asked } = await tryCompact();
    expect(asked).toMatchObject([
      { tools: [], maxOutputTokens: 1_000, conversation: { sessionId: "session-1", agent: "root:compaction" } },
    ]);
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });
});

describe("hooks on a compaction", () => {
  it.each([
    ["C229", "context.pre_compact", "Not while tests run."],
    ["docker §10.66:", "context.compacting", "I summarise myself."],
    ["C229", "context.pre_compact", undefined],
  ] as const)("%s a deny on %s skips it, with a warning", async (_id, event, reason) => {
    const { result, log, told } = await tryCompact({ hooks: [denying(event, reason)] });
    expect(result).toMatchObject({ outcome: "skipped", reason: reason ?? expect.stringContaining(event) });
    expect(log.filter((entry) => !entry.startsWith("context."))).toEqual(["notice", "ended:skipped"]);
    expect(noticeIn(told)).toEqual([expect.stringContaining(reason ?? event)]);
  });

  it("docker §10.66: a summary from a hook is applied as it is, and no model is asked", async () => {
    const { result, asked, payloads } = await tryCompact({ hooks: [summing(" My own.\n")] });
    expect(result).toMatchObject({ outcome: "applied", summary: " My own.\n" });
    expect(asked).toEqual([]);
    expect(payloads["context.post_compact"]).toMatchObject({ summary: " My own.\n" });
  });

  it("docker §10.66: one that says nothing leaves it to the model", async () => {
    const { result } = await tryCompact({ hooks: [summing("  ")] });
    expect(result).toMatchObject({ summary: "Short." });
  });

  it("C212 what hooks changed is what the summary is asked with, and what hooks are told afterwards", async () => {
    const patch = {
      reason: "end of the sprint",
      strategy: "decisions-only",
      context_blocks: [{ kind: "ticket", text: "No. 7" }, { text: "Keep it." }],
    };
    const guide = nativeHook({
      name: "guide",
      event: "context.pre_compact",
      run: () => ({ patch, contexts: [{ text: "Mind the branch.", lifetime: "turn" }] }),
    });
    const { result, prompt, payloads, told } = await tryCompact({
      hooks: [guide],
      request: { instructions: "Be brief." },
    });
    for (const text of [
      "end of the sprint",
      "decisions-only",
      "ticket: No. 7",
      "Keep it.",
      "Mind the branch.",
      "Be brief.",
    ])
      expect(prompt).toContain(text);
    expect(payloads["context.compacting"]).toMatchObject({ reason: patch.reason, strategy: patch.strategy });
    expect(payloads["context.post_compact"]).toMatchObject(patch);
    expect(result).toMatchObject({ outcome: "applied", entry: { reason: "end of the sprint" } });
    expect(told).toContainEqual({ kind: "compaction_started", reason: "end of the sprint" });
  });

  it("a refusal after the fact changes nothing", async () => {
    const late = nativeHook({ name: "late", event: "context.post_compact", run: () => ({ patch: { deny: true } }) });
    expect((await tryCompact({ hooks: [late] })).result.outcome).toBe("applied");
  });

  it("see what is sent to the model, and may change or refuse it", async () => {
    const redacted = [{ role: "user" as const, content: "redacted" }];
    expect((await tryCompact({ ports: { prepare: async () => redacted } })).asked[0]?.messages).toBe(redacted);
    const refused = await tryCompact({ ports: { prepare: async () => ({ refused: "No secrets." }) } });
    expect(refused.result).toMatchObject({ outcome: "failed", reason: "No secrets." });
    expect(refused.asked).toEqual([]);
  });
});

describe("a compaction that cannot be", () => {
  it("does nothing when there is nothing to shorten", async () => {
    const { result, log } = await tryCompact({ request: { entries: [] } });
    expect(result).toMatchObject({ outcome: "skipped", reason: expect.stringContaining("nothing to shorten") });
    expect(log).toEqual(["notice", "ended:skipped"]);
  });

  it("docker §10.66: a limit that nobody knows leaves it to hooks", async () => {
    const request = { contextLimit: null };
    const alone = await tryCompact({ request });
    expect(alone.result).toMatchObject({ outcome: "skipped", reason: expect.stringContaining("scripted/x") });
    expect(alone.asked).toEqual([]);
    expect(alone.payloads["context.compacting"]).not.toHaveProperty("context_limit");
    const helped = await tryCompact({ request, hooks: [summing("My own.")] });
    expect(helped.result).toMatchObject({ outcome: "applied", summary: "My own." });
  });

  it.each<[what: string, model: (readonly ModelEvent[] | Error)[], reason: string]>([
    ["an empty summary", [answering("", " \n")], "empty"],
    ["an answer without an end", [[{ kind: "text", text: "Sh" }]], "no end"],
    [
      "a model that cannot be asked",
      [new ModelError("refused", "scripted/x", "The key is wrong.")],
      "The key is wrong.",
    ],
    ["an error that nobody expected", [new TypeError("Oh.")], "Oh."],
    ["a conversation that stays too long", [new ModelError("overflow", "scripted/x", "Too long.")], "Too long."],
  ])("docker §10.66: %s applies nothing and is told", async (_what, model, reason) => {
    const { result, log, told } = await tryCompact({ model });
    expect(result).toMatchObject({ outcome: "failed", reason: expect.stringContaining(reason) });
    expect(log).not.toContain("applied");
    expect(log).not.toContain("context.post_compact");
    expect(log.at(-1)).toBe("ended:failed");
    expect(noticeIn(told)).toEqual([expect.stringContaining(reason)]);
  });

  it("sends less when what it sent was too long", async () => {
    const tooLong = new ModelError("overflow", "scripted/x", "Too long.");
    const { result, asked } = await tryCompact({ model: [tooLong, tooLong, answering("Short.")] });
    expect(result).toMatchObject({ outcome: "applied", summary: "Short." });
    const lengths = asked.map(({ messages }) => messages.at(-1)?.content.length ?? 0);
    expect(lengths).toHaveLength(3);
    expect(lengths[1]).toBeLessThan(lengths[0] as number);
  });

  it("forgets what came before a model was asked again, and says that it was", async () => {
    const retry: ModelEvent = { kind: "retry", model: "scripted/x", afterMs: 10, reason: "It is busy." };
    const fallback: ModelEvent = { kind: "fallback", from: "scripted/x", to: "scripted/y", reason: "It is gone." };
    const text = (said: string): ModelEvent => ({ kind: "text", text: said });
    const { result, told } = await tryCompact({
      model: [[text("Lost"), retry, text("Gone"), fallback, text("Kept."), finish]],
    });
    expect(result).toMatchObject({ summary: "Kept." });
    expect(noticeIn(told)).toEqual([expect.stringContaining("It is busy."), expect.stringContaining("scripted/y")]);
  });

  it.each<[when: string, setUp: (cancel: () => void) => Setting]>([
    [
      "while hooks are asked",
      (cancel) => ({ hooks: [nativeHook({ name: "slow", event: "context.pre_compact", run: cancel })] }),
    ],
    [
      "while hooks are asked again",
      (cancel) => ({ hooks: [nativeHook({ name: "slow", event: "context.compacting", run: cancel })] }),
    ],
    [
      "while the model answers",
      (cancel) => ({
        ports: {
          prepare: async (messages) => {
            cancel();
            return messages;
          },
        },
      }),
    ],
  ])("changes nothing when it is canceled %s", async (_when, setUp) => {
    const controller = new AbortController();
    const setting = setUp(() => controller.abort());
    const { result, log } = await tryCompact({ ...setting, request: { signal: controller.signal } });
    expect(result).toMatchObject({ outcome: "skipped", reason: "It was canceled." });
    expect(log).not.toContain("applied");
    expect(log.at(-1)).toBe("ended:skipped");
  });

  it("says that it ended when the entry could not be kept", async () => {
    const told: LiveEventBody[] = [];
    const full = async () => {
      throw new Error("The disk is full.");
    };
    const attempt = tryCompact({ ports: { apply: full, tell: (event) => void told.push(event) } });
    await expect(attempt).rejects.toThrow("The disk is full.");
    expect(told.at(-1)).toMatchObject({ kind: "compaction_ended", outcome: "failed" });
  });
});
