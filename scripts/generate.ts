import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generators } from "./generators/all.ts";
import { compare } from "./generators/compare.ts";

/*
 * Writes the generated files, or with `--check` only says which of them are out of date.
 * Usage: npm run generate [-- --check]
 */
const root = join(import.meta.dirname, "..");
const differences = compare(root, generators);

if (process.argv.includes("--check")) {
  for (const { path, state } of differences) process.stderr.write(`${state}: ${path}\n`);
  if (differences.length > 0) {
    process.stderr.write("Generated files are out of date. Run: npm run generate\n");
    process.exitCode = 1;
  }
} else {
  const made = new Map(generators.flatMap(({ files }) => [...files()]));
  for (const { path, state } of differences) {
    const file = join(root, path);
    if (state === "superfluous") {
      rmSync(file, { recursive: true });
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, made.get(path) ?? "");
    }
    process.stdout.write(`${state === "superfluous" ? "removed" : "wrote"} ${path}\n`);
  }
}
