import type { Program } from "./reading/program.ts";
import { atLine, type Trap } from "./trap.ts";

/** What tells a hook that it has sent the agent back before, per dialect. docker-agent's hooks cannot refuse a stop. */
const signs: Readonly<Record<string, { readonly field: string; readonly looked: RegExp }>> = {
  claude: {
    field: "stop_hook_active",
    looked: /stop_hook_active|turn_end_reason|at_max_iter|last_assistant_message/,
  },
  "agent-hooks": {
    field: "context.stop_block_count",
    looked: /stop_block_count|step_count|stop_reason|final_message/,
  },
};

/** A hook that refuses to let the agent stop and does not look whether it did so before. */
export const stopLoop: Trap = (subject) => {
  const sign = signs[subject.speaks];
  const sendsBack = subject.contract.powers.includes("continue");
  if (!sendsBack || !sign || subject.hook.mode === "async") return [];
  if (subject.programs.some(({ text }) => sign.looked.test(text))) return [];
  return subject.programs.flatMap((program) => {
    const refusal = refusalIn(program);
    if (refusal === null || (refusal.isConditional && subject.speaks !== "claude")) return [];
    const params = { field: sign.field, isCertain: !refusal.isConditional };
    return [atLine(subject, program, refusal.line, "TRAP_STOP_LOOPS", params)];
  });
};

/** The refusal that is likeliest to happen. */
function refusalIn({ facts }: Program): { readonly line: number; readonly isConditional: boolean } | null {
  const refusals = [
    ...facts.exits.filter(({ code }) => code === 2),
    ...facts.wishes.filter(({ wish }) => wish === "deny"),
  ];
  return refusals.find(({ isConditional }) => !isConditional) ?? refusals[0] ?? null;
}
