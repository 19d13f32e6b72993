import type { Builtin } from "./builtin.ts";
import { positiveInteger } from "./positive-integer.ts";

export const maxIterations: Builtin = {
  name: "max_iterations",
  summary: "Ends the run when it wants one model call more than it may have. Nobody is asked whether it may go on.",
  events: ["model.pre_call"],
  args: "how many model calls",
  example: '["50"]',
  run({ payload, args }) {
    const limit = positiveInteger(args[0]);
    const { iteration } = payload;
    // A limit that cannot be read must not become a limit of zero.
    if (limit === null || typeof iteration !== "number" || iteration <= limit) return undefined;
    const reason = `The built-in hook max_iterations has reached its limit of ${limit} model ${limit === 1 ? "call" : "calls"}.`;
    return { decision: "deny", reason, stop: { reason } };
  },
};
