import { atKey, type Trap } from "./trap.ts";

/** A time limit that was written in another unit than the dialect counts in. */
export const timeoutUnit: Trap = (subject) => {
  const { hook } = subject;
  const { timeoutMs, executor, dialect } = hook;
  if (executor.kind !== "process" && executor.kind !== "http") return [];
  const tell = (written: string, means: string, unit: string) => [
    atKey(subject, ["timeout"], "TRAP_TIMEOUT_UNIT", { written, means, unit }),
  ];
  const seconds = timeoutMs / 1000;
  if (dialect === "docker-agent" || dialect === "claude") {
    return looksLikeMilliseconds(seconds) ? tell(String(seconds), minutes(seconds), "seconds") : [];
  }
  if (dialect === "agent-hooks") {
    return looksLikeSeconds(timeoutMs) ? tell(String(timeoutMs), `${timeoutMs} ms`, "milliseconds") : [];
  }
  if (dialect !== "agh" || timeoutMs === 0 || timeoutMs >= 50) return [];
  return tell(`${timeoutMs} ms`, "less than any program needs to start", 'units that are written down, e.g. "5s"');
};

/** Round thousands are rarely meant as seconds: those who write hours write 3600. */
function looksLikeMilliseconds(seconds: number): boolean {
  return seconds >= 1000 && seconds % 500 === 0;
}

/** Below the least that is allowed it has been told already. */
function looksLikeSeconds(milliseconds: number): boolean {
  return milliseconds > 100 && milliseconds <= 300;
}

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60);
  return count >= 120 ? `${Math.round(count / 60)} hours` : `${count} minutes`;
}
