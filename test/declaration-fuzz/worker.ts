import { parentPort, workerData } from "node:worker_threads";
import { complaintAbout, fileNumber, load } from "./check.ts";

/** What a worker is told: which files to read, and where to say which one it is at. */
export interface Order {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly at: SharedArrayBuffer;
}

export interface Result {
  readonly rejected: number;
  readonly complaints: readonly { readonly number: number; readonly what: string }[];
}

const mostCpuMs = 1_000;
const mostComplaints = 10;

const { from, to, step, at } = workerData as Order;
const position = new Int32Array(at);
const complaints: { number: number; what: string }[] = [];
let rejected = 0;
for (let number = from; number < to && complaints.length < mostComplaints; number += step) {
  Atomics.store(position, 0, number);
  const what = tryFile(number);
  if (what !== null) complaints.push({ number, what });
}
Atomics.store(position, 0, -1);
const result: Result = { rejected, complaints };
parentPort?.postMessage(result);

function tryFile(number: number): string | null {
  const file = fileNumber(number);
  const started = process.threadCpuUsage();
  try {
    const loaded = load(file);
    const { user, system } = process.threadCpuUsage(started);
    const cpuMs = (user + system) / 1000;
    if (loaded.broken.length > 0) rejected++;
    if (cpuMs > mostCpuMs) return `it took ${Math.round(cpuMs)} ms of computing`;
    return complaintAbout(file, loaded);
  } catch (error) {
    return `it threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}
