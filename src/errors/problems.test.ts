import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { problems } from "./problems.ts";

it("no two areas have a problem of the same code, of which only one would be left", async () => {
  const files = globSync("problems/*.ts", { cwd: import.meta.dirname });
  const areas = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  const codes = areas.flatMap((area: Record<string, object>) => Object.values(area).flatMap(Object.keys));
  const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
  expect(twice).toEqual([]);
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !(code in problems))).toEqual([]);
});
