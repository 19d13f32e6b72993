import { type Dirent, readdirSync } from "node:fs";
import { printableLine } from "../lib/printable.ts";
import type { Builtin } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";

const mostEntries = 100;

export const addDirectoryListing: Builtin = {
  name: "add_directory_listing",
  summary: `Lists the working directory's own entries, without dot-files, at most ${mostEntries}.`,
  events: bestOn("session.start"),
  args: "",
  example: "",
  run({ event, cwd }) {
    const names = cwd === null ? [] : visibleNames(cwd);
    if (cwd === null || names.length === 0) return undefined;
    const more = names.length - mostEntries;
    const lines = names.slice(0, mostEntries).map((name) => `- ${printableLine(name)}`);
    return asContext(
      event,
      [`Entries of ${printableLine(cwd)}:`, ...lines, ...(more > 0 ? [`... and ${more} more`] : [])].join("\n"),
    );
  },
};

function visibleNames(directory: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}
