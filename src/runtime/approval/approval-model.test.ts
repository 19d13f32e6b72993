import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConfirmationAnswer } from "../../agent/live-event.ts";
import type { Effects } from "../../engine/effects.ts";
import { onRequest, type Played, play, preCall, type RuleTexts, type Scene } from "./approval.fixture.ts";
import { expectedOf, type Hooked, type Input, type Says, type Situation } from "./approval-model.fixture.ts";

/** Many situations in which hardly anybody has anything to say, and many in which everybody has. */
const situation = fc.oneof(situationWith(6), situationWith(1));

function situationWith(silence: number): fc.Arbitrary<Situation> {
  const says = fc.oneof(
    { weight: silence, arbitrary: fc.constant<Says>("none") },
    { weight: 3, arbitrary: fc.constantFrom<Says>("allow", "ask", "deny") },
  );
  const rewrites = fc.oneof(
    { weight: silence, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  );
  const hooked = fc.record<Hooked>({ says, rewrites });
  const rules = fc.record<Record<Input, Says>>({ old: says, p: says, g: says, d: says, r: says });
  return fc.record<Situation>({
    preempt: hooked,
    guard: hooked,
    docker: hooked,
    request: hooked,
    session: rules,
    team: rules,
    isYolo: rewrites,
    readOnly: fc.boolean(),
    answer: fc.constantFrom("approve", "approve-session", "approve-tool", "reject", "breaks", "nobody"),
  });
}

const closing = ["permission.resolved", "permission.denied", "permission.decided"];

/** What may be said of an approval whatever the situation was. */
function expectSound({ approval, fired, asked, told }: Played): void {
  const names = fired.map(({ event }) => event);
  expect(names.filter((name) => name === "permission.decided")).toHaveLength(1);
  expect(names.at(-1)).toBe("permission.decided");
  expect(told.filter(({ kind }) => kind === "permission_decided")).toHaveLength(1);
  const wasAsked = asked.length > 0 || names.includes("permission.request");
  const outcomes = names.filter((name) => name === "permission.resolved" || name === "permission.denied");
  expect(outcomes.length).toBeLessThanOrEqual(1);
  if (wasAsked) expect(outcomes).toHaveLength(1);
  if (outcomes.length > 0) expect(outcomes[0] === "permission.resolved").toBe(approval.decision === "allow");
  if (approval.decision !== "allow") return;
  // Nobody who was heard said no, and the lane that nothing goes before has seen exactly what will run.
  const refusals = told.filter((event) => event.kind === "hooks_ran" && event.decision === "deny");
  expect(refusals).toEqual([]);
  const looks = fired.filter(({ lanes }) => lanes.endsWith("preempt"));
  expect(looks.at(-1)?.payload.tool_input).toEqual(approval.input);
}

describe("the approval against a table of what it should be", () => {
  it("5,000 situations end as the table says", async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(situation, async (s) => {
        const expected = expectedOf(s);
        const played = await play(sceneOf(s));
        const { decision, source } = played.approval;
        expect(`${decision} ${source}`).toBe(expected.ends);
        expect(played.trace.some((event) => event === "permission.resolved" || event === "permission.denied")).toBe(
          expected.isAsked,
        );
        expectSound(played);
        reached.set(expected.ends, (reached.get(expected.ends) ?? 0) + 1);
      }),
      { numRuns: 5_000 },
    );
    expect([...reached.keys()].toSorted()).toHaveLength(16);
    for (const [ends, times] of reached) expect(times, ends).toBeGreaterThan(2);
  });

  it("1,000 situations that are canceled at any moment before the decision end as canceled", async () => {
    await fc.assert(
      fc.asyncProperty(situation, fc.nat({ max: 9 }), async (s, at) => {
        const stop = new AbortController();
        let isEarly = false;
        const played = await play({
          ...sceneOf(s),
          more: { signal: stop.signal },
          onFire: ({ event }, position) => {
            if (position !== at) return;
            isEarly = !closing.includes(event);
            stop.abort();
          },
        });
        expectSound(played);
        if (isEarly) expect(played.approval).toMatchObject({ decision: "canceled", source: "context_canceled" });
        else expect(`${played.approval.decision} ${played.approval.source}`).toBe(expectedOf(s).ends);
      }),
      { numRuns: 1_000 },
    );
  });
});

function sceneOf(s: Situation): Scene {
  return {
    hooks: [
      preCall("preempt", effectsOf(s.preempt, "p")),
      preCall("default", effectsOf(s.guard, "g"), "a guard"),
      preCall("unless-approved", effectsOf(s.docker, "d"), "b docker"),
      onRequest(effectsOf(s.request, "r")),
    ],
    session: rulesOf(s.session),
    team: rulesOf(s.team),
    isYolo: s.isYolo,
    tool: { readOnly: s.readOnly },
    input: { cmd: "old" },
    ...answerOf(s.answer),
  };
}

function effectsOf({ says: decision, rewrites }: Hooked, cmd: Input): Effects {
  return {
    ...(decision !== "none" && { decision }),
    ...(rewrites && { patch: { tool_input: { cmd } } }),
  };
}

function rulesOf(said: Readonly<Record<Input, Says>>): RuleTexts {
  const about = (list: Says) => (Object.keys(said) as Input[]).filter((input) => said[input] === list);
  const texts = (list: Says) => about(list).map((input) => `shell:cmd=${input}`);
  return { allow: texts("allow"), ask: texts("ask"), deny: texts("deny") };
}

function answerOf(answer: Situation["answer"]): Pick<Scene, "answer"> {
  if (answer === "breaks") return {};
  return { answer: answer === "nobody" ? null : ({ kind: answer } satisfies ConfirmationAnswer) };
}
