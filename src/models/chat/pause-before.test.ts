import { describe, expect, it } from "vitest";
import { ModelFailure } from "./model-failure.ts";
import { pauseAskedFor } from "./pause-asked-for.ts";
import { pauseBefore } from "./pause-before.ts";

const failure = (afterMs: number | null, most = 8) => new ModelFailure("rate-limited", "m", "busy", { afterMs, most });
const patience = { retries: 0, leftMs: 120_000, firstPauseMs: 500, random: () => 1 };

describe("the pause before a model is asked again", () => {
  it.each<[when: string, error: unknown, more: Partial<typeof patience>, expected: number | null]>([
    ["the provider asks for one", failure(1234), {}, 1234],
    ["the provider asks for none", failure(null), {}, 500],
    ["chance makes it short", failure(null), { random: () => 0 }, 250],
    ["it is the fourth", failure(null), { retries: 3 }, 4000],
    ["it would be very long", failure(null), { retries: 7 }, 30_000],
    ["the provider asks for more than there is patience", failure(120_001), {}, null],
    ["there is no patience left", failure(null), { leftMs: 100 }, null],
    ["it was asked often enough", failure(null, 2), { retries: 2 }, null],
    ["it would fail again", new ModelFailure("refused", "m", "no", null), {}, null],
    ["it is our own mistake", new TypeError("oops"), {}, null],
  ])("when %s", (_when, error, more, expected) => {
    expect(pauseBefore(error, { ...patience, ...more })).toBe(expected);
  });

  it.each<[headers: Record<string, string>, expected: number | null]>([
    [{}, null],
    [{ "retry-after-ms": "12.5", "retry-after": "9" }, 12.5],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": " 0.5 " }, 500],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "-1" }, null],
    [{ "retry-after": "Fri, 02 Jan 2026 00:00:05 GMT", date: "Fri, 02 Jan 2026 00:00:00 GMT" }, 5000],
    [{ "retry-after": "Fri, 02 Jan 2026 00:00:00 GMT", date: "Fri, 02 Jan 2026 00:00:05 GMT" }, 0],
    [{ "retry-after": "Fri, 02 Jan 2026 00:00:05 GMT" }, null],
  ])("is asked for by %j", (headers, expected) => {
    expect(pauseAskedFor(headers)).toBe(expected);
  });
});
