import { DatabaseSync } from "node:sqlite";
import { sampleRun } from "../sample-run.fixture.ts";
import { openInProcessRecorder, openRecorder } from "./open-recorder.ts";

/*
 * A program that keeps records and then ends in one of several ways:
 *   node recording-process.fixture.ts <file> <worker|in-process> <runs> <ending>
 */
const [path = "", kind, runs, ending] = process.argv.slice(2);

if (ending === "hold-lock") {
  const db = new DatabaseSync(path);
  db.exec("BEGIN IMMEDIATE");
  process.stdin.once("end", () => {
    db.exec("COMMIT");
    db.close();
  });
  process.stdin.resume();
  process.stdout.write("ready\n");
} else {
  const recorder = (kind === "worker" ? openRecorder : openInProcessRecorder)({
    path,
    retention: { maxAgeDays: 365_000 },
    ...(ending === "close-soon" && { closeWithinMs: 200 }),
  });
  const session_id = `of-${process.pid}`;
  for (let run = 0; run < Number(runs); run++) {
    recorder.record(sampleRun({ session_id, hook_name: `h${run}` }));
    // Lets batches go out while others are still coming.
    if (run % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  if (ending?.startsWith("close")) await recorder.close();
  if (ending === "exit") process.exit(0);
  if (ending === "throw") setImmediate(() => Promise.reject(new Error("unhandled on purpose")));
  if (ending === "stay") {
    await recorder.flush();
    setInterval(() => {}, 1_000);
    process.stdout.write("ready\n");
  }
}
