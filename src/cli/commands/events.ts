import { listEvents } from "../../catalog/list-events.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { renderTable } from "../table.ts";

export async function events(
  invocation: Invocation & { flags: { readonly family?: string; readonly "sync-only"?: boolean } },
): Promise<number> {
  const { flags, terminal } = invocation;
  const rows = listEvents({ family: flags.family, syncOnly: flags["sync-only"] });
  await print(invocation, {
    human: () =>
      renderTable(
        terminal,
        [{ title: "Event" }, { title: "Family" }, { title: "Sync" }, { title: "Payload" }, { title: "Patch" }],
        rows.map((row) => [
          row.event,
          row.family,
          row.sync_eligible ? "yes" : "async only",
          row.payload_schema,
          row.patch_schema,
        ]),
      ),
    json: () => rows,
    toon: () => [{ events: rows }],
  });
  return 0;
}
