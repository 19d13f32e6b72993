import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { trapProblems } from "../../src/errors/problems/traps.ts";

it("docs/validating-hooks.md explains every trap and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/validating-hooks.md"), "utf8");
  const headings = [...page.matchAll(/^### (TRAP_\w+)$/gm)].map(([, code]) => code);
  expect(headings.sort()).toEqual(Object.keys(trapProblems).sort());
});
