import { describe, expect, it } from "vitest";
import { sampleRequest } from "./live-events.fixture.ts";
import { createOperatorDesk, type OperatorDesk } from "./operator-desk.ts";

const never = new AbortController().signal;

function answerConfirmation(desk: OperatorDesk, reason: string): void {
  const question = desk.current();
  if (question?.kind !== "confirm") throw new Error("No call waits to be decided on.");
  question.answer({ kind: "reject", reason });
}

describe("the desk where questions wait", () => {
  it("keeps a question until somebody answers it", async () => {
    const desk = createOperatorDesk();
    const answer = desk.operator.confirm(sampleRequest, never);
    expect(desk.current()).toMatchObject({ kind: "confirm", request: sampleRequest });
    answerConfirmation(desk, "no");
    await expect(answer).resolves.toEqual({ kind: "reject", reason: "no" });
    expect(desk.current()).toBeNull();
  });

  it("puts questions one after the other", async () => {
    const desk = createOperatorDesk();
    const first = desk.operator.confirm(sampleRequest, never);
    const second = desk.operator.extendLimit({ maxIterations: 60 }, never);
    expect(desk.waiting()).toBe(2);
    answerConfirmation(desk, "first");
    await first;
    const question = desk.current();
    expect(question).toMatchObject({ kind: "extend", maxIterations: 60 });
    if (question?.kind === "extend") question.answer(true);
    await expect(second).resolves.toBe(true);
  });

  it("takes a question away when it no longer matters, wherever it stands", async () => {
    const desk = createOperatorDesk();
    const canceled = new AbortController();
    const first = desk.operator.confirm(sampleRequest, never);
    const second = desk.operator.confirm(sampleRequest, canceled.signal);
    canceled.abort(new Error("canceled"));
    await expect(second).rejects.toThrow("canceled");
    expect(desk.waiting()).toBe(1);
    answerConfirmation(desk, "x");
    await first;
  });

  it("does not even ask when it is too late", async () => {
    const desk = createOperatorDesk();
    await expect(desk.operator.confirm(sampleRequest, AbortSignal.abort(new Error("over")))).rejects.toThrow("over");
    expect(desk.waiting()).toBe(0);
  });

  it("tells whoever shows the questions about every change", async () => {
    const desk = createOperatorDesk();
    const seen: number[] = [];
    const stop = desk.onChange(() => seen.push(desk.waiting()));
    const asked = desk.operator.confirm(sampleRequest, never);
    answerConfirmation(desk, "x");
    await asked;
    stop();
    void desk.operator.confirm(sampleRequest, never);
    expect(seen).toEqual([1, 0]);
  });
});
