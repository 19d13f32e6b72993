import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { tempDirectories } from "../temp-directory.fixture.ts";
import { openSqliteRunStore } from "./sqlite-run-store.ts";

const tempDirectory = tempDirectories();
const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));

it("the recorder finds its thread in a bundle too", async () => {
  const dist = tempDirectory();
  const bundle = await rolldown({
    input: { recorder: source("./open-recorder.ts"), "writer-worker": source("./writer-worker.ts") },
    platform: "node",
  });
  await bundle.write({ dir: dist, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" });
  await bundle.close();

  const path = join(tempDirectory(), "runs.db");
  const sample = pathToFileURL(source("../sample-run.fixture.ts")).href;
  const program = `
    import { openRecorder } from ${JSON.stringify(pathToFileURL(join(dist, "recorder.js")).href)};
    import { sampleRun } from ${JSON.stringify(sample)};
    const recorder = openRecorder({ path: ${JSON.stringify(path)}, retention: { maxAgeDays: 365_000 } });
    recorder.record(sampleRun());
    await recorder.flush();
    await recorder.close();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const store = openSqliteRunStore({ path });
  expect(await store.count()).toBe(1);
  await store.close();
});
