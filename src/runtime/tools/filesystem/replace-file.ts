import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Problem } from "../../../errors/problem.ts";
import type { Located } from "../paths/locate.ts";
import { reasonOf } from "../paths/reason.ts";

/**
 * Puts new content in the place of a file, with directories for it when there are none: whoever reads it sees all of the new
 * or all of the old. It keeps the old one's permissions and owner.
 */
export function replaceFile({ path, shown }: Located, content: string, old: Stats | null): void {
  // Beside the file, because only within a file system can it take the place in one step. Its name is short and its own,
  // because the file's may already be as long as names can be.
  const draft = join(dirname(path), `.${randomUUID()}.draft`);
  try {
    // Taking its place would work without asking; somebody has write-protected it for a reason.
    if (old !== null) accessSync(path, constants.W_OK);
    else mkdirSync(dirname(path), { recursive: true });
    writeDraft(draft, content, old);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Problem("TOOL_SYSTEM_REFUSED", { path: shown, doing: "written", why: reasonOf(error) }, { cause: error });
  }
}

function writeDraft(draft: string, content: string, old: Stats | null): void {
  const descriptor = openSync(draft, "wx", old === null ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, content);
    if (old === null) return;
    keepOwner(descriptor, old);
    fchmodSync(descriptor, old.mode & 0o7777);
  } finally {
    closeSync(descriptor);
  }
}

function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root may give files away. The file is then ours, as it is with every editor.
  }
}
