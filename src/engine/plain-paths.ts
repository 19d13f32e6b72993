import { posix } from "node:path";

type Fields = Readonly<Record<string, unknown>>;

const detour = /(?:^|\/)\.{0,2}\//;

/**
 * The same arguments with paths written without detours: `./secrets/key` and `a/../secrets/key` lead to `secrets/key`. Null
 * when none has any. For rules that refuse or ask; what a rule allows must be written as it allows it.
 */
export function withPlainPaths(input: Fields): Fields | null {
  let plain: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(input)) {
    // A command is no path, and the slashes in it mean other things.
    if (typeof value !== "string" || /\s/.test(value) || !detour.test(value)) continue;
    const path = posix.normalize(value);
    if (path === value) continue;
    plain ??= { ...input };
    plain[name] = path;
  }
  return plain;
}
