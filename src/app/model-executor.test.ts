import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Imports a module in a process of its own and answers with every package that this loads. */
function packagesLoadedBy(module: string): string[] {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        if (!/^(?:\\.|\\/|file:|node:)/.test(specifier)) loaded.add(specifier);
        return next(specifier, context);
      },
    });
    await import(process.argv[1]);
    console.log(JSON.stringify([...loaded]));
  `;
  const options = { encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script, module], options));
}

describe("model providers", () => {
  it("are not loaded before a model is asked", () => {
    const start = packagesLoadedBy(join(import.meta.dirname, "executors.ts"));
    const client = packagesLoadedBy(join(import.meta.dirname, "../models/question/client.ts"));
    expect([...start, ...client].filter((name) => name === "ai" || name.startsWith("@ai-sdk/"))).toEqual([]);
  });
});
