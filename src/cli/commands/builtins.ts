import { type BuiltinEntry, listBuiltins } from "../../app/list-builtins.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { renderTable } from "../table.ts";

export async function builtins(invocation: Invocation): Promise<number> {
  const entries = listBuiltins();
  await print(invocation, {
    human: () =>
      renderTable(
        invocation.terminal,
        [{ title: "Name" }, { title: "Events" }, { title: "Arguments" }, { title: "What it does" }],
        entries.map((entry) => [entry.name, eventsOf(entry), entry.args, entry.summary]),
      ),
    json: () => entries,
    toon: () => [{ builtins: entries.map((entry) => ({ ...entry, events: entry.events.join(" ") })) }],
  });
  return 0;
}

const mostEvents = 3;

function eventsOf({ events }: BuiltinEntry): string {
  const [first, ...others] = events;
  return events.length > mostEvents ? `${first} and ${others.length} more` : events.join(", ");
}
