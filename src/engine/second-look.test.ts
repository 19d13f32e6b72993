import { describe, expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import { type EffectsOn, nativeHook } from "./native-hook.ts";

type Says = EffectsOn<"tool.pre_call">;
const saying = (name: string, says: Says) => nativeHook({ name, event: "tool.pre_call", run: () => says });
const input = { cmd: "ls" };
const fixed = ["tool_input"];

async function lookAgain(hooks: readonly ReturnType<typeof saying>[], seen: readonly string[] = []) {
  const engine = createEngine({ hooks });
  const { runs } = await engine.fire("tool.pre_call", { tool_input: input });
  const seenIn = runs.filter(({ hook_name }) => seen.includes(hook_name));
  return engine.fire("tool.pre_call", { tool_input: input }, { secondLook: { fixed, seenIn } });
}

describe("a second look", () => {
  it("lets nobody change what it is about, and says who wanted to", async () => {
    const verdict = await lookAgain([saying("a", { patch: { tool_input: { cmd: "rm" }, read_only: false } })]);
    expect(verdict.payload).toMatchObject({ tool_input: input, read_only: false });
    expect(verdict.payload.tool_input).toBe(input);
    expect(verdict.runs).toMatchObject([{ outcome: "rejected", error: expect.stringContaining("tool_input") }]);
    expect(verdict.problems).toMatchObject([{ code: "HOOK_PATCH_REJECTED", hook: "a" }]);
  });

  it("takes no offence at a hook that gives back what it was given", async () => {
    const verdict = await lookAgain([saying("a", { patch: { tool_input: { cmd: "ls" } } })]);
    expect([verdict.runs[0]?.outcome, verdict.problems]).toEqual(["applied", []]);
  });

  it.each<[Says["decision"]]>([["deny"], ["ask"], ["allow"]])(
    "hears a hook that says %s although its change is refused",
    async (decision) => {
      const says: Says = { patch: { tool_input: { cmd: "rm" } }, reason: "so", ...(decision && { decision }) };
      expect(await lookAgain([saying("a", says)])).toMatchObject({ decision, reason: "so" });
    },
  );

  it("leaves out who has seen it, unless two are called the same", async () => {
    const names = async (...hooks: ReturnType<typeof saying>[]) =>
      (await lookAgain(hooks, ["b"])).runs.map(({ hook_name }) => hook_name);
    expect(await names(saying("a", {}), saying("b", {}))).toEqual(["a"]);
    expect(await names(saying("b", {}), saying("b", {}))).toEqual(["b", "b"]);
    expect(await names(saying("b", {}))).toEqual([]);
  });

  it("tells no observer a second time", async () => {
    let heard = 0;
    const observer = nativeHook({
      name: "o",
      event: "tool.pre_call",
      mode: "async",
      run: () => {
        heard++;
      },
    });
    const engine = createEngine({ hooks: [observer] });
    await engine.fire("tool.pre_call", { tool_input: input }, { secondLook: { fixed, seenIn: [] } });
    await engine.idle();
    expect(heard).toBe(0);
  });
});
