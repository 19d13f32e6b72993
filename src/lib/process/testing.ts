import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { allPids } from "./process-group.ts";
import { belongsToRun } from "./run-marker.ts";

/** What is alive of a run. Only Linux can tell; elsewhere the list is empty. */
export function processesOf(runId: string): number[] {
  if (process.platform !== "linux") return [];
  return allPids().filter((pid) => {
    try {
      return belongsToRun(readFileSync(`/proc/${pid}/environ`, "latin1"), runId);
    } catch {
      return false;
    }
  });
}

/** Waits until something holds, for as long as a slow machine may need. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 2000) throw new Error("waited in vain");
    await delay(10);
  }
}
