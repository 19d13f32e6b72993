import type { Builtin } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";

export const addDate: Builtin = {
  name: "add_date",
  summary: "Tells the model today's date.",
  events: bestOn("step.start"),
  args: "",
  example: "",
  run: ({ event }, { now }) => asContext(event, `Today's date: ${localDate(now())}`),
};

/** The date where the user is, which is not always that of Greenwich. */
function localDate(time: Date): string {
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${String(time.getFullYear()).padStart(4, "0")}-${month}-${day}`;
}
