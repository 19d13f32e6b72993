import { existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { allPids, signalGroup } from "./process-group.ts";
import { belongsToRun } from "./run-marker.ts";

/*
 * A child that moved to a session of its own is out of reach of the group kill, but it still carries the run's
 * marker in its environment. Only Linux lets us look there: on macOS the group kill is all there is. A process that wiped
 * its environment as well as left the group is not found.
 *
 * Usually there is nothing to find, and that is cheap to see: pids are handed out in ascending order, so a descendant of
 * the run's first process has one between that one's own and the newest.
 */

const maxPasses = 100;
const betweenPassesMs = 10;
const maxLooks = 3;
/** Up to here asking for each pid costs less than listing all processes. */
const smallRange = 64;

export interface SweepFrom {
  /** The pid of the run's first process when all descendants are known to have higher ones; null to look at every process. */
  readonly after: number | null;
  /** Processes that belong to other runs for certain. */
  readonly except: ReadonlySet<number>;
}

/** Whether anything alive could be a descendant of the run's first process. Mostly nothing could, and then there is nothing to end. */
export function mayHaveDescendants({ after, except }: SweepFrom): boolean {
  if (process.platform !== "linux" || after === null) return true;
  let from = after;
  for (let look = 0; look < maxLooks; look++) {
    const newest = newestPid();
    if (newest === from) return false;
    const candidates = candidatesBetween(from, newest, except);
    if (candidates === null || candidates.length > 0 || newest === null) return true;
    // All of them have ended, but the last may have started another just before.
    from = newest;
  }
  return true;
}

/** Kills every process that carries the run's marker, and looks again until there is none. */
export async function sweepRun(runId: string, { after, except }: SweepFrom): Promise<void> {
  if (process.platform !== "linux") return;
  let from = after;
  for (let pass = 0; pass < maxPasses; pass++) {
    const newest = newestPid();
    if (newest !== null && newest === from) return;
    const candidates = candidatesBetween(from, newest, except);
    const found = candidates?.filter((pid) => carriesMarker(pid, runId)) ?? [];
    for (const pid of found) kill(pid);
    if (candidates === null || found.length > 0) {
      await delay(betweenPassesMs);
    } else {
      if (from === null) return;
      // Nothing here, but one of these may have forked and ended before we came to it: its child is newer still.
      from = newest;
    }
  }
}

/** The processes to look at; null when we cannot even list them, for want of a file descriptor. */
function candidatesBetween(from: number | null, newest: number | null, except: ReadonlySet<number>): number[] | null {
  const isRange = from !== null && newest !== null && newest >= from;
  try {
    if (!isRange) return allPids().filter((pid) => !except.has(pid));
    if (newest - from > smallRange) return allPids().filter((pid) => pid > from && pid <= newest && !except.has(pid));
  } catch {
    return null;
  }
  const pids: number[] = [];
  for (let pid = from + 1; pid <= newest; pid++) {
    if (!except.has(pid) && existsSync(`/proc/${pid}`)) pids.push(pid);
  }
  return pids;
}

const loadavg = { file: null as number | null, isKernelsOwn: false, text: Buffer.alloc(128) };

/** The pid handed out last in our pid namespace, or null when the kernel does not say. */
function newestPid(): number | null {
  try {
    // Kept open, because it is read after every run, and a read alone costs a fifth of opening and closing as well.
    loadavg.file ??= openLoadavg();
    if (!loadavg.isKernelsOwn) return null;
    const length = readSync(loadavg.file, loadavg.text, 0, loadavg.text.length, 0);
    const line = loadavg.text.toString("latin1", 0, length);
    const last = Number(line.slice(line.lastIndexOf(" ")));
    return Number.isInteger(last) && last > 0 ? last : null;
  } catch {
    return null;
  }
}

/** Some containers show a stand-in for the file, on another file system and with a figure that lags behind. */
function openLoadavg(): number {
  const file = openSync("/proc/loadavg", "r");
  loadavg.isKernelsOwn = fstatSync(file).dev === statSync("/proc/self/environ").dev;
  return file;
}

function carriesMarker(pid: number, runId: string): boolean {
  if (pid <= 1 || pid === process.pid) return false;
  try {
    return belongsToRun(readFileSync(`/proc/${pid}/environ`, "latin1"), runId);
  } catch {
    // Gone meanwhile, or somebody else's.
    return false;
  }
}

function kill(pid: number): void {
  // When it leads a group, the group's members belong to the run even if they wiped their environment.
  signalGroup(pid, "SIGKILL");
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile.
  }
}
