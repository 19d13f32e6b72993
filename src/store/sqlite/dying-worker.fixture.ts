import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { RunWriterOptions } from "./run-writer.ts";

/* The first one dies of its first message; the next is a proper writer. */
const died = `${(workerData as RunWriterOptions).path.replace(/[^/]*\/[^/]*$/, "")}died`;

if (existsSync(died)) await import("./writer-worker.ts");
else {
  writeFileSync(died, "");
  parentPort?.once("message", () => {
    throw new Error("died on purpose");
  });
}
