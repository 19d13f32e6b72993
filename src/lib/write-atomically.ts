import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file that is for the user alone. Whoever reads it sees all of the text, or what was there before. */
export function writeAtomically(path: string, text: string | Uint8Array): void {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
