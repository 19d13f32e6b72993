import { delimiter, isAbsolute } from "node:path";
import { isWithin } from "./look-up.ts";

/** Says of a value of PATH that a workspace has a say in what names of programs mean; null when it has none. */
export function pathNote(value: string, root: string | null): string | null {
  const entries = value
    .replaceAll(/["']/g, "")
    .split(delimiter)
    .filter((entry) => !/^\$\{?PATH\}?$/.test(entry) && isTheirs(entry, root));
  if (entries.length === 0) return null;
  const places = entries.map((entry) => (entry === "" ? "the working directory" : entry)).join(", ");
  return `programs may be found in ${places}: what lies there is not looked at`;
}

/** Whether a folder of the search path is the workspace's, or whatever the directory makes of it. */
export function isTheirs(entry: string, root: string | null): boolean {
  return !isAbsolute(entry) || (root !== null && isWithin(root, entry));
}
