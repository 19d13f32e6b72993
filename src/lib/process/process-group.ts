import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 5;
/** How long the system may take to clear away what has been killed. */
export const killGraceMs = 1000;

/** Sends a signal to all processes of the group that `leader` leads; false when there is none left. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  // 0 and 1 would mean our own group and everybody's.
  if (!Number.isInteger(leader) || leader <= 1 || leader === process.pid) return false;
  try {
    // Untested: Windows has no groups, so only the process itself is ended there.
    return process.kill(process.platform === "win32" ? leader : -leader, signal);
  } catch {
    return false;
  }
}

/** Ends all processes of a group. They are asked to first when they get time for it. */
export async function endGroup(leader: number, { askFirstMs }: { readonly askFirstMs: number }): Promise<void> {
  if (askFirstMs > 0 && signalGroup(leader, "SIGTERM") && (await groupEnds(leader, askFirstMs))) return;
  if (signalGroup(leader, "SIGKILL")) await groupEnds(leader, killGraceMs);
}

/** Waits until nothing of the group is alive, at most `withinMs`; false when something still is. */
export async function groupEnds(leader: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (isAlive(leader)) {
    const left = until - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(pollMs, left));
  }
  return true;
}

function isAlive(leader: number): boolean {
  return signalGroup(leader, 0) && (process.platform !== "linux" || hasLivingMember(leader));
}

/** A dead process that nobody has collected yet still takes signals, and in some containers nobody ever does. */
function hasLivingMember(leader: number): boolean {
  try {
    return allPids().some((pid) => {
      const [state, , group] = statOf(pid);
      return Number(group) === leader && state !== "Z" && state !== "X";
    });
  } catch {
    return true;
  }
}

/** State, parent and group: the fields after the name, which may itself contain blanks and brackets. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
  } catch {
    return [];
  }
}

/** Every process there is. Linux only, and without a free file descriptor not even there: then it throws. */
export function allPids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}
