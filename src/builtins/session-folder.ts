import { createHash } from "node:crypto";
import { join } from "node:path";

/** What most file systems take as the name of one entry. */
const longestName = 200;

/** The folder in `parent` that belongs to a session. Whatever the id is, it lies directly in `parent`. */
export function sessionFolder(parent: string, session: unknown): string {
  const id = typeof session === "string" && session !== "" ? session : "unknown";
  return join(parent, nameFor(id));
}

function nameFor(id: string): string {
  // Dots are left alone by the usual escaping, but "." and ".." are other folders.
  const name = encodeURIComponent(id.toWellFormed()).replaceAll(/^\.+/g, (dots) => "%2E".repeat(dots.length));
  return name.length <= longestName ? name : createHash("sha256").update(id).digest("hex");
}
