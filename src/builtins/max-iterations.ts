import type { Builtin } from "./builtin.ts";
import { warning } from "./context.ts";
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
    // A limit that cannot be read must not become a limit of zero, nor look like one that has not been reached.
    if (limit === null) return { messages: [warning(unlimited(args[0]))] };
    if (typeof iteration !== "number" || iteration <= limit) return undefined;
    const reason = `The built-in hook max_iterations has reached its limit of ${limit} model ${limit === 1 ? "call" : "calls"}.`;
    return { decision: "deny", reason, stop: { reason } };
  },
};

function unlimited(limit: string | undefined): string {
  const got = limit === undefined ? "it has no argument" : `${JSON.stringify(limit)} is not a number of calls`;
  return `max_iterations limits nothing: ${got}. Write how many model calls a run may have, e.g. ["50"].`;
}
