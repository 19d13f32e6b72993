import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keysOf } from "../src/app/hook-tests/schema.ts";
import { readTestFile } from "../src/app/hook-tests/test-file.ts";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "testing-hooks.md"), "utf8");

describe("docs/testing-hooks.md", () => {
  it("has an example that is a test file", () => {
    const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const { tests, findings } = readTestFile("example.hooktest.yaml", example);
    expect(findings).toEqual([]);
    expect(tests).toHaveLength(2);
  });

  const rows = [...page.matchAll(/^\| `(\w+)` \| `(.+?)` \|/gm)].map(
    ([, key = "", value = ""]) => [key, value] as const,
  );

  it("names everything that a test can expect", () => {
    expect(rows.map(([key]) => key)).toEqual(keysOf.expect);
  });

  it.each(rows)("has an example of %s that is right: %s", (key, value) => {
    const text = `tests: [{ name: a, event: Stop, expect: { ${key}: ${value} } }]`;
    expect(readTestFile("example.hooktest.yaml", text).findings).toEqual([]);
  });
});
