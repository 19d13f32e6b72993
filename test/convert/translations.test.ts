import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { contractOf, contracts, type EventName } from "../../src/catalog/catalog.ts";
import { plainCall } from "../../src/dialects/adapter-call.ts";
import type { Translation } from "../../src/dialects/translation.ts";
import { translations } from "../../src/dialects/translations.ts";
import type { Effects } from "../../src/engine/effects.ts";
import { type FailureName, failureNames } from "../../src/engine/run.ts";

const around = {
  environment: {},
  platform: "linux",
  isOnPath: () => false,
  outputLimit: null,
  cwd: "/project",
} as const;

function wireOf(translation: Translation, event: EventName) {
  const call = plainCall(translation.name, translation.nameOf(event) ?? "", ["x"]);
  return translation.wireOf({ ...call, rules: { "include-messages": true } }, "a-hook", around);
}

const pairs = translations.flatMap((translation) =>
  contracts
    .filter(({ name }) => translation.nameOf(name) !== null)
    .map(({ name }) => [translation.name, name, translation] as const),
);

/** Values of all kinds, of which each field gets those that its schema takes. */
const values = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom("Bash", "run_shell_command", "auto"),
  fc.integer({ min: 1, max: 9999 }),
  fc.boolean(),
  fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1, maxKeys: 3 }),
  fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
  fc.array(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), { minLength: 1, maxLength: 2 }),
);

function payloadOf(event: EventName): fc.Arbitrary<Record<string, unknown>> {
  const { payload, stamped } = contractOf(event);
  const shape = payload.shape as Record<string, z.ZodType>;
  const fields = Object.keys(shape).filter((field) => field !== "event" && field !== "timestamp");
  const record = Object.fromEntries(fields.map((field) => [field, fc.option(values, { nil: undefined })]));
  return fc.record(record).map((written) => {
    const fitting = Object.entries(written).filter(([field, value]) => shape[field]?.safeParse(value).success);
    return { ...(stamped && { event, timestamp: "2026-04-16T15:04:05Z" }), ...Object.fromEntries(fitting) };
  });
}

describe("what an agent writes to its hooks", () => {
  it.each(pairs)("%s: %s is read so that nothing of it is missing", (_dialect, event, translation) => {
    const wire = wireOf(translation, event);
    const encode = (payload: Record<string, unknown>) => JSON.parse(String(wire.encode(contractOf(event), payload)));
    fc.assert(
      fc.property(payloadOf(event), (payload) => {
        const written = encode(payload);
        const question = translation.readPayload(written, [event]);
        expect(question?.event).toBe(event);
        expect(encode({ ...question?.payload })).toEqual(written);
      }),
      { numRuns: 30, seed: 4 },
    );
  });

  it.each(pairs)("%s: %s is taken for nobody else's", (_dialect, event, translation) => {
    const payload = { event, timestamp: "2026-04-16T15:04:05Z", tool_name: "Bash" };
    const written = JSON.parse(String(wireOf(translation, event).encode(contractOf(event), payload)));
    const reader = translations.find((one) => one.readPayload(written, [event]) !== null);
    expect(reader?.name).toBe(translation.name);
  });
});

const texts = fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/);

function effectsOf(event: EventName): fc.Arbitrary<Effects> {
  const { powers, patch } = contractOf(event);
  const decisions = (["deny", "ask", "allow"] as const).filter((decision) => powers.includes(decision));
  const input = fc.dictionary(fc.constantFrom("path", "command", "flag"), fc.oneof(texts, fc.boolean()));
  const maybe = <T>(isPossible: boolean, arbitrary: fc.Arbitrary<T>) =>
    isPossible ? fc.option(arbitrary, { nil: undefined }) : fc.constant(undefined);
  return fc
    .record({
      decision:
        decisions.length > 0 ? fc.option(fc.constantFrom(...decisions), { nil: undefined }) : fc.constant(undefined),
      reason: texts,
      input: maybe("tool_input" in patch.shape, input),
      context: maybe(powers.includes("add-context"), texts),
      message: maybe(powers.includes("message"), texts),
      continues: maybe(powers.includes("continue"), texts),
      stop: maybe(powers.includes("stop"), texts),
    })
    .map(({ decision, reason, input: tool_input, context, message, continues, stop }) => ({
      ...(decision && { decision, reason }),
      // What is refused is not changed.
      ...(tool_input && decision !== "deny" && !stop && { patch: { tool_input } }),
      ...(context && { contexts: [{ text: context, lifetime: "turn" as const }] }),
      ...(message && { messages: [{ level: "info" as const, text: message }] }),
      ...(continues && !decision && { continue: { message: continues } }),
      ...(stop && !decision && !continues && { stop: { reason: stop } }),
    }));
}

/** What an answer comes to. Sending an agent back to work is a refusal in some dialects and a wish in others. */
function gistOf(event: EventName, effects: Effects) {
  const { decision, reason, patch, contexts = [], messages = [] } = effects;
  const goesOn = effects.continue?.message ?? (event === "turn.stopping" && decision === "deny" ? reason : undefined);
  // Whoever ends a run also refuses what it was about to do.
  const isEnding = effects.stop !== undefined && decision !== "ask" && decision !== "allow";
  return {
    decision: goesOn !== undefined ? "goes on" : isEnding ? "deny" : decision,
    reason: goesOn ?? (isEnding ? effects.stop?.reason : decision === undefined ? undefined : reason),
    input: patch?.tool_input,
    contexts: contexts.map(({ text }) => text),
    messages: messages.map(({ text }) => text),
    stop: effects.stop?.reason,
  };
}

describe("what a hook asks for", () => {
  it.each(pairs)("%s: %s is understood as it was meant, or named as unsaid", (dialect, event, translation) => {
    const wire = wireOf(translation, event);
    const payload = { event, tool_name: "Bash", tool_input: { path: "a", command: "b" } };
    fc.assert(
      fc.property(effectsOf(event), (effects) => {
        const said = translation.writeReply({ event, payload }, effects);
        expect(said.exitCode).toBe(0);
        const output = { kind: "output", ...said, stderrBytes: said.stderr.length } as const;
        const read = wire.decode(contractOf(event), output, payload);
        if (read.kind === "failure") throw new Error(`${said.stdout}: ${read.detail}`);
        expect(read.unread ?? []).toEqual([]);
        if (said.unsaid.length > 0) return;
        const gist = gistOf(event, read);
        // There a refusal of what has happened also ends the run.
        const ends = dialect === "docker-agent" && effects.decision === "deny" && gist.stop !== undefined;
        expect(ends ? { ...gist, stop: undefined } : gist).toEqual(gistOf(event, effects));
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it.each(pairs)("%s: %s never loses a refusal without a word", (_dialect, event, translation) => {
    const { deny } = contractOf(event);
    if (deny !== "refuses") return;
    const said = translation.writeReply({ event, payload: { event } }, { decision: "deny", reason: "no" });
    const output = { kind: "output", ...said, stderrBytes: 0 } as const;
    const read = wireOf(translation, event).decode(contractOf(event), output, {}) as Effects;
    expect([read.decision === "deny", Boolean(read.continue), said.unsaid.includes("deny")]).toContain(true);
  });

  it.each(pairs)("%s: on %s a failure stays a failure", (dialect, event, translation) => {
    for (const failure of failureNames) {
      const said = translation.writeReply({ event, payload: {} }, { kind: "failure", failure, detail: "why" });
      const output = { kind: "output", ...said, stderrBytes: said.stderr.length } as const;
      const read = wireOf(translation, event).decode(contractOf(event), output, {});
      expect(read).toMatchObject({ kind: "failure" });
      const isNamed = (["not-found", "spawn-error", "killed"] as FailureName[]).includes(failure);
      if (isNamed && (dialect === "docker-agent" || dialect === "claude")) expect(read).toMatchObject({ failure });
    }
  });
});
