import { describe, expect, it } from "vitest";
import type { Checkpoint } from "./checkpoints.ts";
import { type Choice, chooseCheckpoints } from "./choose-checkpoints.ts";
import { findObstacles } from "./find-obstacles.ts";

type Files = Record<string, [before: string | null, after: string | null]>;

let count = 0;
function checkpoint(files: Files, more: Partial<Checkpoint> = {}): Checkpoint {
  const time = new Date(Date.UTC(2026, 0, 1) + ++count * 1000).toISOString();
  return {
    id: `cp_${count}`,
    kind: "change",
    session: "s",
    event: "step.end",
    since: time,
    at: time,
    scope: "",
    before: "",
    after: "",
    files: Object.entries(files).map(([path, [before, after]]) => ({
      path,
      status: before === null ? "added" : after === null ? "deleted" : "modified",
      additions: null,
      deletions: null,
      before,
      after,
    })),
    removed: [],
    revived: [],
    ...more,
  };
}

const steps = (steps: number): Choice => ({ kind: "steps", steps });
const first = checkpoint({ x: ["0", "1"], y: [null, "1"] });
const second = checkpoint({ x: ["1", "2"] });
const undone = checkpoint({ x: ["2", "1"] }, { kind: "undo" });

describe("chooseCheckpoints", () => {
  it.each<[string, Checkpoint[], Choice, Record<string, string>, Record<string, string | null>, string[], number]>([
    ["nothing without a history", [], steps(1), { x: "0" }, {}, [], 0],
    ["the last change", [first, second], steps(1), { x: "2", y: "1" }, { x: "1" }, [], 1],
    ["the oldest state wins over several", [first, second], steps(2), { x: "2", y: "1" }, { x: "0", y: null }, [], 2],
    ["more steps than there are", [first, second], steps(9), { x: "2", y: "1" }, { x: "0", y: null }, [], 2],
    [
      "a change that is undone already does not count",
      [first, second],
      steps(1),
      { x: "1", y: "1" },
      { x: "0", y: null },
      [],
      2,
    ],
    ["a file that is gone is brought back", [second], steps(1), {}, { x: "1" }, [], 1],
    ["a file that somebody changed is a conflict", [second], steps(1), { x: "mine" }, { x: "1" }, ["x"], 1],
    ["a file that somebody put back is none", [second], steps(1), { x: "1" }, {}, [], 1],
    [
      "an edit between two steps is a conflict",
      [first, checkpoint({ x: ["mine", "2"] })],
      steps(2),
      { x: "2", y: "1" },
      { x: "0", y: null },
      ["x"],
      2,
    ],
    ["undos are not undone by counting", [first, undone], steps(1), { x: "1", y: "1" }, { x: "0", y: null }, [], 1],
    ["but by name", [first, undone], { kind: "to", id: undone.id }, { x: "1", y: "1" }, { x: "2" }, [], 1],
    [
      "a name goes back over all that followed",
      [first, second],
      { kind: "to", id: first.id },
      { x: "2", y: "1" },
      { x: "0", y: null },
      [],
      2,
    ],
    ["an unknown name is nothing", [first], { kind: "to", id: "cp_?" }, { x: "1" }, {}, [], 0],
    ["some are kept", [first, second], { kind: "keep", keep: 1 }, { x: "2", y: "1" }, { x: "1" }, [], 1],
    ["more are kept than there are", [first, second], { kind: "keep", keep: 5 }, { x: "2", y: "1" }, {}, [], 0],
  ])("%s", (_what, history, choice, current, wanted, conflicts, chosen) => {
    const result = chooseCheckpoints(history, choice, new Map(Object.entries(current)));
    expect(Object.fromEntries(result.wanted)).toEqual(wanted);
    expect(result.conflicts).toEqual(conflicts);
    expect(result.checkpoints).toHaveLength(chosen);
  });

  it("a part of a larger change goes with it", () => {
    const part = checkpoint({ x: ["1", "2"] });
    const whole = checkpoint({ x: ["0", "2"] }, { since: first.since });
    const { checkpoints, wanted } = chooseCheckpoints([first, part, whole], steps(1), new Map([["x", "2"]]));
    expect(checkpoints).toEqual([whole, part]);
    expect(Object.fromEntries(wanted)).toEqual({ x: "0" });
  });
});

describe("findObstacles", () => {
  it.each<[string, Record<string, string | null>, Record<string, string>, string[]]>([
    ["nothing in the way", { a: "1" }, { b: "1" }, []],
    ["a file that is replaced by itself", { a: "1" }, { a: "2" }, []],
    ["a file where a folder must be", { "a/b/c": "1" }, { a: "2" }, ["a"]],
    ["a file that goes anyway", { "a/b": "1", a: null }, { a: "2" }, []],
    ["files in a folder where a file must be", { a: "1" }, { "a/x": "2", "a/y/z": "2", ab: "2" }, ["a/x", "a/y/z"]],
    ["files that go anyway", { a: "1", "a/x": null }, { "a/x": "2" }, []],
  ])("%s", (_what, wanted, current, expected) => {
    expect(findObstacles(new Map(Object.entries(wanted)), new Map(Object.entries(current)))).toEqual(expected);
  });
});
