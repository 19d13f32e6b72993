import { describe, expect, it } from "vitest";
import type { Hook } from "./hook.ts";
import { nativeHook } from "./native-hook.ts";
import { inRunOrder } from "./order.ts";

const hook = (name: string, place: Partial<Hook>): Hook => ({
  ...nativeHook({ name, event: "tool.pre_call", run: () => undefined }),
  priority: 0,
  ...place,
});

describe("inRunOrder", () => {
  it.each<[sentence: string, hooks: Hook[], expected: string[]]>([
    [
      "C080 sources: native, config, agent definition, skill",
      [
        hook("skill", { source: "skill", priority: 999 }),
        hook("agent", { source: "agent_definition", priority: 500 }),
        hook("config", { source: "config" }),
        hook("native", { source: "native", priority: -5 }),
      ],
      ["native", "config", "agent", "skill"],
    ],
    [
      "C081 priority descending, then name in byte order",
      [
        hook("b", { source: "config" }),
        hook("a", { source: "config" }),
        hook("Z", { source: "config" }),
        hook("é", { source: "config" }),
        hook("late", { source: "config", priority: -1 }),
        hook("early", { source: "config", priority: 10 }),
      ],
      ["early", "Z", "a", "b", "é", "late"],
    ],
    [
      "C082 skill sources: bundled, marketplace, user, additional, workspace, unknown last",
      (["workspace", "additional", "user", "marketplace", "bundled"] as const)
        .map((skillSource) => hook(skillSource, { source: "skill", skillSource }))
        .concat(hook("aaa-unknown", { source: "skill" })),
      ["bundled", "marketplace", "user", "additional", "workspace", "aaa-unknown"],
    ],
    [
      "C082 priority comes before the skill source",
      [
        hook("bundled", { source: "skill", skillSource: "bundled" }),
        hook("workspace", { source: "skill", skillSource: "workspace", priority: 1 }),
      ],
      ["workspace", "bundled"],
    ],
    [
      "dialects without names to sort by keep declaration order, after those sorted by name",
      [
        hook("z", { source: "config", tieBreak: "declaration" }),
        hook("m", { source: "config" }),
        hook("a", { source: "config", tieBreak: "declaration" }),
      ],
      ["m", "z", "a"],
    ],
  ])("%s", (_sentence, hooks, expected) => {
    expect(inRunOrder(hooks).map(({ name }) => name)).toEqual(expected);
  });

  it("C083 equal hooks keep their order and the input is not changed", () => {
    const hooks = [hook("same", { priority: 1 }), hook("same", { priority: 1 }), hook("first", { priority: 2 })];
    const before = [...hooks];
    const sorted = inRunOrder(hooks);
    expect(sorted).toEqual([hooks[2], hooks[0], hooks[1]]);
    expect(sorted[1]).toBe(hooks[0]);
    expect(hooks).toEqual(before);
  });
});
