import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

const { O_CREAT, O_EXCL, O_RDWR } = constants;

/**
 * Opens the payload as a private file without a name, positioned at its start. bash reads a pipe byte by byte but a file
 * in blocks. Null when there is no place for it: then a pipe must do.
 */
export function openPayloadFile(payload: string, directory: string): number | null {
  // Untested on Windows, where an open file keeps its name; a pipe serves there.
  if (process.platform === "win32") return null;
  const path = join(directory, `hookline-${randomUUID()}`);
  let file: number;
  try {
    file = openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600);
  } catch {
    return null;
  }
  try {
    unlinkSync(path);
    writeAtStart(file, Buffer.from(payload));
    return file;
  } catch {
    closeSync(file);
    return null;
  }
}

/** Positioned writes leave the file's offset, which the child inherits, at zero. */
function writeAtStart(file: number, bytes: Buffer): void {
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at, bytes.length - at, at);
}
