import { copyFileSync, linkSync, statSync, utimesSync } from "node:fs";

/** Gives an index a second name; nothing happens when there is none. Git never changes an index in place, so both names are safe to use. */
export function borrow(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    copyFileSync(from, to);
    // An index must not look younger than it is, or git would trust entries that were made in the same instant.
    const { atime, mtimeMs } = statSync(from);
    utimesSync(to, atime, new Date(Math.floor(mtimeMs)));
  }
}
