import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import * as builtinsEntry from "../src/builtins.ts";
import * as library from "../src/index.ts";

const root = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
};
const targets = [
  ...Object.values(manifest.exports).flatMap((entry) => Object.values(entry)),
  ...Object.values(manifest.bin),
];
const plain = (path: string) => posix.normalize(path);

describe("package.json", () => {
  it.each(targets)("ships %s", (target) => {
    expect(manifest.files.some((folder) => plain(target).startsWith(`${plain(folder)}/`))).toBe(true);
  });

  it.each(targets.map(plain).filter((target) => target.startsWith("dist/")))(
    "builds %s from a file in src",
    (target) => {
      const name = posix.basename(target).replace(/(\.d)?\.[jt]s$/, "");
      expect(existsSync(join(root, "src", `${name}.ts`))).toBe(true);
      expect(readFileSync(join(root, "scripts/build.ts"), "utf8")).toContain(`src/${name}.ts`);
    },
  );

  it.each(manifest.files.filter((folder) => folder !== "dist"))("finds the folder %s that it ships", (folder) => {
    expect(existsSync(join(root, folder))).toBe(true);
  });

  it("leads programs to types first", () => {
    for (const entry of Object.values(manifest.exports)) expect(Object.keys(entry)[0]).toBe("types");
  });
});

describe("the library", () => {
  it("lists what it exports by name", () => {
    expect(readFileSync(join(root, "src/index.ts"), "utf8")).not.toMatch(/export\s*\*/);
  });

  it.each([
    "builtinHook",
    "catalog",
    "createEngine",
    "createProcessExecutor",
    "decideByRules",
    "listEvents",
    "nativeHook",
    "parsePermissionRules",
  ])("has %s", (name) => {
    expect(library).toHaveProperty(name);
  });

  it.each(["builtins", "createBuiltinExecutor", "createWorld"])("has %s among the built-ins, not before", (name) => {
    expect(builtinsEntry).toHaveProperty(name);
    expect(library).not.toHaveProperty(name);
  });

  it("exports nothing that is not there", () => {
    expect(Object.entries(library).filter(([, value]) => value === undefined)).toEqual([]);
  });
});
