import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { difference, parseScenario } from "./scenario.ts";
import { hookline, openTestWorkspace } from "./workspace.ts";

const folder = join(import.meta.dirname, "scenarios");

describe.each(readdirSync(folder))("%s", (file) => {
  const cases = parseScenario(readFileSync(join(folder, file), "utf8"));
  it.each(cases.map(({ title, steps }) => [title, steps] as const))("%s", async (_title, steps) => {
    using workspace = openTestWorkspace();
    for (const step of steps) {
      if ("file" in step) {
        const path = join(workspace.root, step.file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, step.content);
        chmodSync(path, 0o755);
        continue;
      }
      const { stdout, stderr, exitCode } = await hookline(workspace, step.command, {
        ...step,
        trusts: file !== "trust.txt",
      });
      const named = (text: string) =>
        text.replaceAll(workspace.root, "<workspace>").replaceAll(workspace.home, "<home>");
      const where = `${file}:${step.line}`;
      expect(difference(named(stdout), step.stdout), `${where} stdout${stderr}`).toBeNull();
      expect(difference(named(stderr), step.stderr), `${where} stderr`).toBeNull();
      expect(exitCode, `${where} exit code`).toBe(step.exitCode);
    }
  });
});
