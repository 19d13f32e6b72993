import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../../lib/write-atomically.ts";
import { trustFolder } from "./copies.ts";
import { sha256Of } from "./covered-file.ts";

export function shownFolder(home: string): string {
  return join(trustFolder(home), "shown");
}

/** Keeps what was shown to whoever trusted it, under its hash. */
export function keepText(home: string, bytes: Buffer): void {
  const folder = shownFolder(home);
  const path = join(folder, sha256Of(bytes));
  if (shownText(home, sha256Of(bytes)) !== null) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeAtomically(path, bytes);
}

/** What was shown then; null when it is not there any more, or is not what it was. */
export function shownText(home: string, sha256: string): Buffer | null {
  try {
    const bytes = readFileSync(join(shownFolder(home), sha256));
    return sha256Of(bytes) === sha256 ? bytes : null;
  } catch {
    return null;
  }
}
