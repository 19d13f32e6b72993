import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversationOf, estimateTokens } from "../../agent/conversation.ts";
import { calls, cleared, compacted, returns, says, transcriptOf, usage, user } from "../../agent/transcript.fixture.ts";
import type { Entry } from "../../agent/transcript.ts";
import { chooseTail } from "./choose-tail.ts";
import { tailLimit } from "./limits.ts";

/** A text that is estimated at so many tokens, the message around it included. */
const of = (tokens: number) => "x".repeat((tokens - 5) * 4);
const limit = 500;

describe("the part of a conversation that is kept", () => {
  it.each<[what: string, entries: Entry[], keepFrom: number, kept: number]>([
    ["nothing of nothing", [], 1, 0],
    ["nothing when all of it would fit", [user(of(40)), says(of(40))], 3, 0],
    ["the newest messages that fit", [user(of(90)), says(of(90)), user(of(50)), says(of(50))], 3, 2],
    ["exactly as much as the limit allows", [user(of(90)), says(of(10)), user(of(50)), says(of(50))], 3, 2],
    ["an answer at its beginning is fine", [user(of(90)), says(of(60)), user(of(30))], 2, 2],
    ["nothing when the newest message alone is too long", [user(of(10)), says(of(101))], 3, 0],
    [
      "a call with its results, if both fit",
      [user(of(90)), says(of(10)), calls("a", "", ""), returns("a", of(20)), user(of(10))],
      2,
      2,
    ],
    [
      "neither if they do not",
      [user(of(90)), says(of(10)), calls("a", "", ""), returns("a", of(90)), user(of(10))],
      5,
      1,
    ],
    ["entries that are no messages come along", [user(of(90)), usage(), says(of(50)), user(of(50)), usage()], 3, 2],
    ["only what is not put away already", [user(of(9)), compacted("Short.", 2), user(of(90)), says(of(20))], 4, 1],
    ["nothing when all since the last summary would fit", [user(of(9)), compacted("Short.", 2), user(of(50))], 4, 0],
    ["nothing that was cleared", [user(of(90)), cleared, user(of(90)), says(of(20))], 4, 1],
  ])("docker §10.66: %s", (_what, entries, keepFrom, kept) => {
    const cut = chooseTail(transcriptOf(entries), limit);
    expect([cut.keepFrom, cut.tail.length]).toEqual([keepFrom, kept]);
  });

  it("has a limit of its own when nobody knows what the model can read", () => {
    const entries = [user(of(30_000)), says(of(15_000)), user(of(5_000))];
    expect(chooseTail(transcriptOf(entries), null).keepFrom).toBe(2);
  });

  it("is what the model reads behind the summary, is within the limit, and head and tail are the whole", () => {
    const sizes = fc.integer({ min: 5, max: 60 });
    const turn = fc
      .tuple(sizes, sizes, fc.array(sizes, { maxLength: 3 }))
      .map(([asked, answered, results]): Entry[] => [
        user(of(asked)),
        usage(),
        says(of(answered)),
        ...results.map((_, at) => calls(`call-${at}`)),
        ...results.map((size, at) => returns(`call-${at}`, of(size))),
      ]);
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => {
        const entries = turns.flat();
        const { head, tail, keepFrom } = chooseTail(transcriptOf(entries), limit);
        const messages = tail.flatMap((exchange) => exchange.messages);
        expect(estimateTokens(messages)).toBeLessThanOrEqual(tailLimit(limit));
        expect(messages[0]?.role).not.toBe("tool");
        expect(head.length).toBeGreaterThan(0);
        const whole = [...head, ...tail].flatMap((exchange) => exchange.messages);
        expect(whole).toEqual(conversationOf(transcriptOf(entries)));
        const [summary, ...after] = conversationOf(transcriptOf([...entries, compacted("Short.", keepFrom)]));
        expect(summary?.role).toBe("user");
        // Ids that were used before the cut may be free again behind it.
        expect(after.map(({ role, content }) => [role, content])).toEqual(
          messages.map(({ role, content }) => [role, content]),
        );
      }),
    );
  });
});
