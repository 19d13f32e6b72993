import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** An open replay file. Whoever opened it closes it. */
export interface ReplayFile {
  readonly path: string;
  /** Adds one whole line. */
  readonly append: (line: string) => void;
  readonly close: () => void;
}

/** The name of a session in file names. */
export function safeName(sessionId: string): string {
  // A file name has 255 bytes at most, and the instance follows.
  return sessionId.replaceAll(/[^\w-]/g, "_").slice(0, 200) || "_";
}

/** The folder of a project's replays. */
export function replayFolder(projectRoot: string): string {
  return join(projectRoot, ".agentao", "replays");
}

/** Makes a new file that nobody else can read. Throws when a folder is a link, which a repository may have planted. */
export function createReplayFile(projectRoot: string, sessionId: string, instanceId: string): ReplayFile {
  for (const folder of [join(projectRoot, ".agentao"), replayFolder(projectRoot)]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  }
  const path = join(replayFolder(projectRoot), `${safeName(sessionId)}.${instanceId}.jsonl`);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(path, flags, 0o600);
  let isTorn = false;
  return {
    path,
    append(line) {
      // A line that was written in part, on a full disk for instance, must not spoil the next one.
      const bytes = Buffer.from(isTorn ? `\n${line}\n` : `${line}\n`);
      const before = fstatSync(descriptor).size;
      try {
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
        isTorn = false;
      } catch (error) {
        isTorn ||= fstatSync(descriptor).size > before;
        throw error;
      }
    },
    close: () => closeSync(descriptor),
  };
}
