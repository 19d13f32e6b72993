import { listSnapshots, type SnapshotEntry, type SnapshotFile } from "../../app/list-snapshots.ts";
import { placeOf } from "../../app/place.ts";
import { printableLine } from "../../lib/printable.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { renderTable } from "../table.ts";

const noneText =
  'No checkpoints: there is nothing to undo here. The built-in hook "snapshot" makes them; docs/builtins/snapshot.md tells how.';

export async function snapshots(
  invocation: Invocation & { flags: { readonly session?: string; readonly files?: boolean } },
): Promise<number> {
  const { flags, terminal, world, workspace } = invocation;
  const found = listSnapshots(placeOf(world.env, world.cwd, workspace), flags.session?.trim() || null);
  await print(invocation, {
    human: () => (found.length === 0 ? noneText : shown(found)),
    json: () => found,
    toon: () => [{ snapshots: found.map(toonRow) }],
  });
  return 0;

  function shown(entries: readonly SnapshotEntry[]): string {
    if (!flags.files) return tableOf(entries);
    return entries.map((entry) => [tableOf([entry]), ...entry.files.map(fileLine)].join("\n")).join("\n\n");
  }

  function tableOf(entries: readonly SnapshotEntry[]): string {
    return renderTable(
      terminal,
      [
        { title: "Checkpoint" },
        { title: "Time" },
        { title: "Session" },
        { title: "Event" },
        { title: "Files", align: "right" },
        { title: "+", align: "right" },
        { title: "-", align: "right" },
      ],
      entries.map((entry) => [
        entry.id,
        entry.time.replace(/\.\d+Z$/, "Z"),
        entry.session,
        entry.event,
        entry.files_changed,
        entry.additions,
        entry.deletions,
      ]),
    );
  }
}

function fileLine({ path, status }: SnapshotFile): string {
  return `  ${status.padEnd("modified".length)}  ${printableLine(path)}`;
}

function toonRow({ files: _, ...row }: SnapshotEntry): Record<string, unknown> {
  return row;
}
