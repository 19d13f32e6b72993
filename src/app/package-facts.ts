import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory of our own package.json, whether we run from source or from the bundle. */
export function packageRoot(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    if (isOurs(directory)) return directory;
    if (directory === dirname(directory)) throw new Error("The package.json of hookline is not above its code.");
  }
}

/** The version of this package. */
export function packageVersion(): string {
  return manifest(packageRoot()).version ?? "unknown";
}

function isOurs(directory: string): boolean {
  try {
    return manifest(directory).name === "hookline";
  } catch {
    return false;
  }
}

function manifest(directory: string): { name?: string; version?: string } {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
}
