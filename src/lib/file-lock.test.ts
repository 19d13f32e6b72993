import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withFileLock } from "./file-lock.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "hookline-lock-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const patient = { waitMs: 30_000, signal: null };

describe("withFileLock", () => {
  it("lets one in at a time", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside--;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(join(directory, "a"), patient, work)));
    expect(most).toBe(1);
  });

  it("answers with what the work answers, and lets go when it throws", async () => {
    const path = join(directory, "b");
    expect(await withFileLock(path, patient, async () => 42)).toBe(42);
    await expect(withFileLock(path, patient, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withFileLock(path, { waitMs: 0, signal: null }, async () => "free")).toBe("free");
  });

  it("gives up after a while, and says so", async () => {
    const path = join(directory, "c");
    await withFileLock(path, patient, async () => {
      const impatient = withFileLock(path, { waitMs: 0, signal: null }, async () => {});
      await expect(impatient).rejects.toMatchObject({ code: "LOCK_BUSY" });
    });
  });

  it("stops waiting when it is told to", async () => {
    const path = join(directory, "d");
    const stop = new AbortController();
    await withFileLock(path, patient, async () => {
      const waiting = withFileLock(path, { waitMs: 30_000, signal: stop.signal }, async () => {});
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    });
  });

  it("is free again when its holder is killed", async () => {
    const path = join(directory, "e");
    const module = JSON.stringify(new URL("./file-lock.ts", import.meta.url).href);
    const program = `import { withFileLock } from ${module};
      await withFileLock(${JSON.stringify(path)}, { waitMs: 0, signal: null }, async () => {
        console.log("locked");
        await new Promise((resolve) => setTimeout(resolve, 600_000));
      });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const busy = withFileLock(path, { waitMs: 0, signal: null }, async () => {});
    await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await withFileLock(path, patient, async () => "mine")).toBe("mine");
  });
});
