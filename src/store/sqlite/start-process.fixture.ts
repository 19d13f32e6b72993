import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./recording-process.fixture.ts", import.meta.url));

export type Ending = "close" | "close-soon" | "natural" | "exit" | "throw" | "stay" | "hold-lock";

/** Starts a real program that records runs and ends as told. */
export function startProcess(path: string, kind: string, runs: number, ending: Ending): ChildProcess {
  return spawn(process.execPath, [program, path, kind, String(runs), ending], { stdio: ["pipe", "pipe", "ignore"] });
}

/** The same, on a disk that is nearly full as far as this program can tell: no file may grow beyond 150 kB. */
export function startOnFullDisk(path: string, kind: string, runs: number, ending: Ending): ChildProcess {
  const script = 'trap "" XFSZ; ulimit -f 300; exec "$@"';
  const command = [process.execPath, program, path, kind, String(runs), ending];
  return spawn("/bin/sh", ["-c", script, "sh", ...command], { stdio: ["pipe", "pipe", "ignore"] });
}

/** Resolves when the program has said that it is ready. */
export async function ready(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, "data");
}

export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
