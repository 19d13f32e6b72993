import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Null when programs can be run in tmux here; else why not, for the name of a skipped test. */
export const whyNoTmux: string | null =
  spawnSync("tmux", ["-V"], { stdio: "ignore" }).status === 0 ? null : "tmux is not installed";

export interface TmuxOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program in a terminal of its own. */
export interface Tmux {
  /** Types text as it is. */
  readonly type: (text: string) => Promise<void>;
  /** Presses keys by tmux's names: `Enter`, `C-c`, `M-Enter`, `Escape`, `Up`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** What the screen shows; with `history` also what has scrolled away, with `colors` its escape sequences. */
  readonly capture: (options?: { readonly history?: boolean; readonly colors?: boolean }) => Promise<string>;
  /** Resolves to the screen and what has scrolled away once they hold the text, and rejects with both when they do not in time. */
  readonly waitFor: (text: string | RegExp, timeoutMs?: number) => Promise<string>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** The exit code, once the program has ended. */
  readonly exited: (timeoutMs?: number) => Promise<number>;
  /** The process id of the program. */
  readonly pid: () => Promise<number>;
  /** Ends the program and the server. */
  readonly close: () => Promise<void>;
}

const pollMs = 40;

/** Starts a program in a tmux server that nobody else uses, with a window of a fixed size. */
export async function startInTmux(options: TmuxOptions): Promise<Tmux> {
  const { command, cwd, env = {}, columns = 100, rows = 30 } = options;
  const directory = await mkdtemp(join(tmpdir(), "hookline-tmux-"));
  const socket = join(directory, "socket");
  const tmux = async (...args: readonly string[]): Promise<string> => {
    // No configuration of whoever runs the tests.
    const { stdout } = await run("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      // Not the program's: that may be gone by the time the server is ended.
      cwd: directory,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  };
  const settings = Object.entries({ TERM: "xterm-256color", ...env }).map(([name, value]) => `${name}=${value}`);
  // No shell stays in between, so that the process of the window is the program.
  const line = `exec ${["env", "-u", "NO_COLOR", ...settings, ...command].map(quoted).join(" ")}`;
  const size = ["-x", String(columns), "-y", String(rows)];
  // The window outlives its program, so that its last words and its exit code can be read.
  await tmux(
    "new-session",
    "-d",
    "-s",
    "main",
    ...size,
    "-c",
    cwd,
    "sleep 600",
    ";",
    "set-option",
    "-g",
    "remain-on-exit",
    "on",
    ";",
    "set-option",
    "-g",
    "history-limit",
    "50000",
    ";",
    "set-option",
    "-g",
    "escape-time",
    "0",
    ";",
    "new-window",
    "-n",
    "program",
    "-c",
    cwd,
    line,
    ";",
    "kill-window",
    "-t",
    "main:0",
  );

  const capture: Tmux["capture"] = ({ history = false, colors = false } = {}) =>
    tmux("capture-pane", "-p", "-J", "-t", "program", ...(history ? ["-S", "-"] : []), ...(colors ? ["-e"] : []));

  async function until<T>(what: string, timeoutMs: number, probe: () => Promise<T | null>): Promise<T> {
    const attempts = Math.max(1, Math.ceil(timeoutMs / pollMs));
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await probe();
      if (found !== null) return found;
      await pause(pollMs);
    }
    throw new Error(`${what} within ${timeoutMs} ms. The terminal shows:\n${await capture({ history: true })}`);
  }

  return {
    type: async (text) => {
      await tmux("send-keys", "-t", "program", "-l", text);
    },
    press: async (...keys) => {
      await tmux("send-keys", "-t", "program", ...keys);
    },
    capture,
    waitFor: (text, timeoutMs = 10_000) =>
      until(`${String(text)} did not appear`, timeoutMs, async () => {
        const screen = await capture({ history: true });
        const isThere = typeof text === "string" ? screen.includes(text) : text.test(screen);
        return isThere ? screen : null;
      }),
    resize: async (width, height) => {
      await tmux("resize-window", "-t", "program", "-x", String(width), "-y", String(height));
    },
    exited: (timeoutMs = 10_000) =>
      until("The program did not end", timeoutMs, async () => {
        // tmux 3.3 sometimes misses the end of a process; the end of another one makes it look again.
        await tmux("run-shell", "true");
        const format = "#{pane_dead} #{pane_dead_status}";
        const [isDead, status] = (await tmux("display-message", "-p", "-t", "program", format)).trim().split(" ");
        return isDead === "1" && status ? Number(status) : null;
      }),
    pid: async () => Number((await tmux("display-message", "-p", "-t", "program", "#{pane_pid}")).trim()),
    close: async () => {
      await tmux("kill-server").catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
