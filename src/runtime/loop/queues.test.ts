import { describe, expect, it } from "vitest";
import { asUserMessages, createMessageQueues, followUpLimit, steeringLimit } from "./queues.ts";

const texts = (count: number) => Array.from({ length: count }, (_, at) => `message ${at + 1}`);

describe("messages that wait", () => {
  it("five steering messages wait, are taken all at once and in order", () => {
    const queues = createMessageQueues();
    expect(texts(6).map(queues.steer)).toEqual([true, true, true, true, true, false]);
    expect(queues.drainSteering()).toEqual(texts(steeringLimit));
    expect(queues.drainSteering()).toEqual([]);
    expect(queues.steer("again")).toBe(true);
  });

  it("twenty follow-ups wait and are taken one by one", () => {
    const queues = createMessageQueues();
    expect(texts(21).map(queues.followUp).filter(Boolean)).toHaveLength(followUpLimit);
    expect(queues.nextFollowUp()).toBe("message 1");
    expect(queues.nextFollowUp()).toBe("message 2");
    expect(queues.waiting()).toEqual({ steering: 0, followUps: 18 });
  });

  it("has nothing to give when nothing waits", () => {
    const queues = createMessageQueues();
    expect([queues.drainSteering(), queues.nextFollowUp()]).toEqual([[], null]);
  });

  it("keeps the two apart", () => {
    const queues = createMessageQueues();
    queues.steer("now");
    queues.followUp("later");
    expect(queues.waiting()).toEqual({ steering: 1, followUps: 1 });
    expect(queues.drainSteering()).toEqual(["now"]);
    expect(queues.nextFollowUp()).toBe("later");
  });

  it.each<[what: string, said: string[], read: string[]]>([
    ["none", [], []],
    ["one as it is", ["a"], ["a"]],
    ["several, all but the last with a line's end", ["a", "b", "c"], ["a\n", "b\n", "c"]],
  ])("the model reads %s", (_what, said, read) => {
    expect(asUserMessages(said)).toEqual(read);
  });
});
