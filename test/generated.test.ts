import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generators } from "../scripts/generators/all.ts";
import { compare } from "../scripts/generators/compare.ts";
import type { Generator } from "../scripts/generators/generator.ts";

const root = join(import.meta.dirname, "..");

describe("the generated files", () => {
  it("are what npm run generate makes of the source", () => {
    expect(compare(root, generators)).toEqual([]);
  });

  it("are made by one generator each", () => {
    const paths = generators.flatMap(({ files }) => [...files().keys()]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(["undefined", "NaN", "[object "])("never say %j", (slip) => {
    const pages = generators.flatMap(({ files }) => [...files()]).filter(([path]) => path.endsWith(".md"));
    expect(pages.filter(([, content]) => content.includes(slip)).map(([path]) => path)).toEqual([]);
  });
});

describe("compare", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "hookline-generated-"));
    mkdirSync(join(directory, "made"));
    writeFileSync(join(directory, "made/old.txt"), "old");
    writeFileSync(join(directory, "made/same.txt"), "same");
    writeFileSync(join(directory, "made/left-over.txt"), "");
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const contents: [string, string][] = [
    ["made/old.txt", "new"],
    ["made/same.txt", "same"],
    ["made/absent.txt", ""],
  ];
  const generator: Generator = { folder: "made", files: () => new Map(contents) };

  it("tells stale, missing and superfluous files apart", () => {
    expect(compare(directory, [generator])).toEqual([
      { path: "made/old.txt", state: "stale" },
      { path: "made/absent.txt", state: "missing" },
      { path: "made/left-over.txt", state: "superfluous" },
    ]);
  });

  it("leaves files alone in a folder that is not the generator's own", () => {
    const states = compare(directory, [{ files: generator.files }]).map(({ state }) => state);
    expect(states).not.toContain("superfluous");
  });
});
