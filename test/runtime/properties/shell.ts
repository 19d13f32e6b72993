import fc from "fast-check";
import type { Toolset } from "../../../src/agent/tool.ts";
import { createShellToolset } from "../../../src/runtime/tools/shell/toolset.ts";
import type { MoreTools } from "./live.ts";
import type { Plan } from "./plan.ts";

/** What prints this word goes on until somebody ends it. */
const ready = "ready";

const commands = [
  "echo done",
  `echo ${ready}; sleep 600`,
  `(setsid sleep 600 &); echo ${ready}; sleep 600`,
  `sleep 600 | cat & echo ${ready}; wait`,
  "sleep 600 & echo left behind",
  "setsid sleep 600 >/dev/null 2>&1 & exit 3",
  "(setsid sh -c 'sleep 600; true' >/dev/null 2>&1 &); echo detached",
  "nohup sleep 600 >/dev/null 2>&1 & disown; kill -9 $$",
];

/** It is given two seconds to end by itself, so it comes seldom. */
const stubborn = `trap '' TERM INT HUP; echo ${ready}; sleep 600`;
const command = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...commands) },
  { weight: 1, arbitrary: fc.constant(stubborn) },
);

/** Sessions that run real commands, some of which somebody cancels before they have begun. */
export const shellPlan: fc.Arbitrary<Plan> = fc
  .record({
    batches: fc.array(fc.array(command, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 2,
    }),
    isDelegated: fc.constantFrom("no" as const, "no" as const, "transfer_task" as const, "background" as const),
    moments: fc.array(
      fc.record({
        at: fc.nat(160),
        of: fc.constant(null),
        does: fc.constantFrom("cancel" as const, "stop" as const, "force-stop" as const),
      }),
      { maxLength: 1 },
    ),
    stops: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ batches, isDelegated, moments, stops }) => {
    const work = batches.map((cmds) => ({ tool_calls: cmds.map((cmd) => ({ name: "shell", arguments: { cmd } })) }));
    const name = isDelegated === "background" ? "run_background_agent" : "transfer_task";
    const delegate = [
      { tool_calls: [{ name, arguments: { agent: "helper", task: "Work." } }] },
      // Meanwhile the agent in the background has begun.
      { tool_calls: [{ name: "shell", arguments: { cmd: "sleep 0.1" } }] },
    ];
    return {
      agents: [
        { name: "root", subAgents: ["helper"], toolsets: [{ type: "background_agents" as const }] },
        { name: "helper" },
      ],
      script: { answers: isDelegated === "no" ? work : delegate, agents: { helper: { answers: work } } },
      oddities: [],
      hooks: [],
      permissions: { allow: [], deny: [], ask: [] },
      isYolo: true,
      answers: null,
      maxIterations: 5,
      inputs: [{ text: "Go.", before: "nothing" as const }],
      moments,
      storeFailure: null,
      killedAt: null,
      isTakenUp: false,
      stops,
    };
  });

/** A shell whose processes carry this mark. Whoever sees that a command goes on forever cancels it. */
export function markedShell(root: string, mark: string): MoreTools {
  return (cancel) => {
    const toolset = createShellToolset({
      cwd: root,
      workspaceRoot: root,
      environment: { ...process.env, HOOKLINE_RUN: mark },
    });
    return [cancelingWhenReady(toolset, cancel)];
  };
}

function cancelingWhenReady(toolset: Toolset, cancel: () => void): Toolset {
  return {
    close: toolset.close,
    open: async (signal) =>
      (await toolset.open(signal)).map((tool) => ({
        ...tool,
        call: (input, context) =>
          tool.call(input, {
            ...context,
            output: (text) => {
              context.output(text);
              if (text.includes(ready)) cancel();
            },
          }),
      })),
  };
}
