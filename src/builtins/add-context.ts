import { catalog } from "../catalog/catalog.ts";
import type { Builtin } from "./builtin.ts";
import { asContext, contextEvents } from "./context.ts";
import { fillTemplate } from "./fill-template.ts";

export const addContext: Builtin = {
  name: "add_context",
  summary: "Adds texts of your own, which may speak of the event: they are templates over its payload.",
  events: eventsWithContext(),
  args: "templates",
  example: '["This is session {{ .session_id }}."]',
  run(input) {
    const texts = input.args.map((template) => fillTemplate(template, input)).filter((text) => text.trim() !== "");
    return texts.length > 0 ? asContext(input.event, texts.join("\n")) : undefined;
  },
};

/** Every event that takes context, the usual ones first. */
function eventsWithContext(): Builtin["events"] {
  const others = catalog.filter(({ name, powers }) => powers.includes("add-context") && !contextEvents.includes(name));
  return [...contextEvents, ...others.map(({ name }) => name)];
}
