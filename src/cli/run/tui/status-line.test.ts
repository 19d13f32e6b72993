import { describe, expect, it } from "vitest";
import { emptyView } from "../view-state.ts";
import { type StatusFacts, StatusLine } from "./status-line.ts";

const facts: StatusFacts = {
  view: { ...emptyView, context: { used: 1200, limit: 200_000 } },
  agent: "root",
  firstModel: { name: "anthropic/claude-sonnet-4-5", isScripted: false },
  isYolo: false,
  queued: [{ kind: "steering", text: "also this" }],
};

describe("the last line of the screen", () => {
  it.each<[width: number, expected: string]>([
    [120, "root · anthropic/claude-sonnet-4-5 · 1.2k/200.0k tokens in context · $0 · 1 for the next step"],
    [90, "root · anthropic/claude-sonnet-4-5 · 1.2k/200.0k tokens in context · 1 for the next step"],
    [60, "root · anthropic/claude-sonnet-4-5 · 1 for the next step"],
    [40, "root · 1 for the next step"],
  ])("in %i columns leaves out whole things, and nothing that should not be overlooked", (width, expected) => {
    expect(new StatusLine(() => facts, false).render(width)).toEqual([expected]);
  });

  it("names the model that was asked last, once one was", () => {
    const view = { ...facts.view, model: { name: "scripted/a.yaml", isScripted: true } };
    const [line] = new StatusLine(() => ({ ...facts, view }), false).render(200);
    expect(line).toContain("root · scripted/a.yaml · scripted model · ");
  });
});
