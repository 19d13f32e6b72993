import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Generator } from "./generator.ts";

export interface Difference {
  readonly path: string;
  readonly state: "stale" | "missing" | "superfluous";
}

/** Tells how the files below `root` differ from what the generators make. */
export function compare(root: string, generators: readonly Generator[]): Difference[] {
  return generators.flatMap(({ folder, files }) => {
    const made = files();
    return [...differing(root, made), ...(folder === undefined ? [] : superfluous(root, folder, made))];
  });
}

function differing(root: string, made: ReadonlyMap<string, string>): Difference[] {
  return [...made].flatMap(([path, content]): Difference[] => {
    const file = join(root, path);
    if (!existsSync(file)) return [{ path, state: "missing" }];
    return readFileSync(file, "utf8") === content ? [] : [{ path, state: "stale" }];
  });
}

function superfluous(root: string, folder: string, made: ReadonlyMap<string, string>): Difference[] {
  const directory = join(root, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .map((name) => `${folder}/${name}`)
    .filter((path) => !made.has(path))
    .map((path) => ({ path, state: "superfluous" }));
}
