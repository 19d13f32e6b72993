import { dirname, join, resolve } from "node:path";

/** The first of `name` in a directory or one of those above it that passes the test; null when none does. */
export function findUpwards(from: string, name: string, passes: (path: string) => boolean): string | null {
  for (let directory = resolve(from); ; directory = dirname(directory)) {
    const path = join(directory, name);
    if (passes(path)) return path;
    if (directory === dirname(directory)) return null;
  }
}
