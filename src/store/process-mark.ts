import { readFileSync } from "node:fs";

/** Tells one process from a later one with the same number; null where the system does not say when a process began. */
export function processMark(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"))}`;
  } catch {
    return null;
  }
}

/** Says whether the process that once had this number and mark is still there. */
export function isStillRunning(pid: number, mark: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !hasEnded(pid) && (mark === null || processMark(pid) === mark);
}

/** A process that was killed keeps its number until its parent has noticed, which some parents never do. */
function hasEnded(pid: number): boolean {
  try {
    return /^[ZX]$/.test(fieldsOf(readFileSync(`/proc/${pid}/stat`, "utf8"))[0] ?? "");
  } catch {
    return false;
  }
}

/** The 22nd field. */
function startTicks(stat: string): string {
  return fieldsOf(stat)[19] ?? "";
}

/** The fields from the third on; the second one is a name in brackets that may itself hold blanks and brackets. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
