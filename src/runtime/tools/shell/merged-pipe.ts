import { execFile } from "node:child_process";
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface MergedPipe {
  /** What comes out; nobody else holds it. */
  readonly reader: Socket;
  /** Handed to a process as its stdout and its stderr, then closed here. */
  readonly writer: number;
}

/**
 * Opens pipes that take both outputs of a process, so that they come in the order they were written. Node's own pipes are
 * sockets, which a command cannot open by the names /dev/stdout and /dev/stderr.
 */
export interface MergedPipes {
  /** Null where the system has no named pipes, or no room for them. */
  readonly open: () => Promise<MergedPipe | null>;
  readonly close: () => void;
}

const run = promisify(execFile);
/** Not looked up by name: a search path may lead into the workspace. */
const programs = ["/usr/bin/mkfifo", "/bin/mkfifo"];
/** Made together, because starting the program takes longer than all the rest. */
const atOnce = 16;

export function createMergedPipes(): MergedPipes {
  let directory: string | null = null;
  let made = 0;
  let unused: string[] = [];

  async function makeMore(): Promise<void> {
    const program = programs.find((path) => existsSync(path));
    if (program === undefined) return;
    directory ??= mkdtempSync(join(tmpdir(), "hookline-pipes-"));
    const base = directory;
    const names = Array.from({ length: atOnce }, () => join(base, String(made++)));
    await run(program, ["-m", "600", ...names]);
    unused.push(...names);
  }

  return {
    open: async () => {
      try {
        if (unused.length === 0) await makeMore();
        const path = unused.pop();
        return path === undefined ? null : openPipe(path);
      } catch {
        return null;
      }
    },
    close: () => {
      if (directory !== null) rmSync(directory, { recursive: true, force: true });
      directory = null;
      unused = [];
    },
  };
}

function openPipe(path: string): MergedPipe {
  // Without waiting for a writer; and once there is a reader, opening for writing does not wait either.
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd: reading, readable: true, writable: false }), writer };
  } catch (error) {
    closeSync(reading);
    throw error;
  } finally {
    unlinkSync(path);
  }
}
