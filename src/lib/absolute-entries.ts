import { delimiter, isAbsolute } from "node:path";

/** A search path without entries that mean another folder in every directory: there, whoever fills the directory decides. */
export function absoluteEntries(searchPath: string): string {
  return searchPath
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter);
}
