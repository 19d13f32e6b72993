import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** A program of a page, and what the page says that it prints. */
function programsOf(page: string): [program: string, printed: string][] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```\s+It prints:\s+```text\n([\s\S]*?)```/g)].map(
    ([, program = "", printed = ""]) => [program, printed],
  );
}

/** The package's name leads to the source it is built from. */
function fromSource(program: string): string {
  return program.replace(/from "hookline(?:\/(\w+))?"/g, (_, entry: string | undefined) => {
    return `from ${JSON.stringify(pathToFileURL(join(root, "src", `${entry ?? "index"}.ts`)).href)}`;
  });
}

describe.each([
  ["embedding.md", 2],
  ["agentao.md", 1],
])("docs/%s", (page, count) => {
  const programs = programsOf(page);

  it("has its programs", () => {
    expect(programs).toHaveLength(count);
  });

  it.each(programs)("a program prints what the page says", async (program, printed) => {
    const directory = mkdtempSync(join(tmpdir(), "hookline-docs-"));
    try {
      const file = join(directory, "agent.mts");
      writeFileSync(file, fromSource(program));
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: directory });
      expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: "" });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
