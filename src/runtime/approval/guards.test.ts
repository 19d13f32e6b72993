import fc from "fast-check";
import { expect, it } from "vitest";
import type { Hook, Lane } from "../../engine/hook.ts";
import { nativeHook } from "../../engine/native-hook.ts";
import { play } from "./approval.fixture.ts";

/** Commands that hooks turn into each other. */
const commands = ["a", "b", "c", "d"] as const;
type Command = (typeof commands)[number];

/** A hook with a mind of its own about every command. */
interface Mind {
  readonly where: Lane | "request";
  readonly about: Readonly<Record<Command, "deny" | "allow" | "none" | Command>>;
}

const opinion = fc.oneof(
  { weight: 4, arbitrary: fc.constant<"none">("none") },
  { weight: 1, arbitrary: fc.constantFrom<"deny" | "allow">("deny", "allow") },
  { weight: 2, arbitrary: fc.constantFrom<Command>(...commands) },
);
const mind = fc
  .record<Mind>({
    where: fc.constantFrom("preempt", "default", "default", "unless-approved", "request"),
    about: fc.record({ a: opinion, b: opinion, c: opinion, d: opinion }),
  })
  // Whoever writes a command has thought about it.
  .filter(({ about }) => commands.every((command) => !isCommand(about[command]) || about[about[command]] !== "deny"));

function isCommand(text: string): text is Command {
  return (commands as readonly string[]).includes(text);
}

function hookOf({ where, about }: Mind, at: number): Hook {
  const run = ({ tool_input }: { tool_input?: unknown }) => {
    const opinion = about[(tool_input as { cmd: Command }).cmd];
    if (opinion === "none") return undefined;
    return isCommand(opinion) ? { patch: { tool_input: { cmd: opinion } } } : { decision: opinion };
  };
  const name = `hook ${at}`;
  return where === "request"
    ? nativeHook({ name, event: "permission.request", run })
    : nativeHook({ name, event: "tool.pre_call", lane: where, run });
}

it("T13: whatever hooks make of a call, what runs is nothing that a guard refuses", async () => {
  let ran = 0;
  let rewritten = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(mind, { minLength: 2, maxLength: 6 }), fc.boolean(), async (minds, isYolo) => {
      const scene = { hooks: minds.map(hookOf), input: { cmd: "a" }, isYolo, answer: { kind: "approve" } as const };
      const { approval, fired } = await play(scene);
      if (approval.decision !== "allow") return;
      ran++;
      if (approval.inputChanged) rewritten++;
      const { cmd } = approval.input as { cmd: Command };
      const heard = new Set(fired.flatMap(({ lanes }) => lanes.replace("again: ", "").split(",")));
      const refusing = minds.filter(({ where, about }) => heard.has(where) && about[cmd] === "deny");
      expect(refusing).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
  expect(ran).toBeGreaterThan(500);
  expect(rewritten).toBeGreaterThan(100);
});
