import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createExecutors } from "../../src/app/executors.ts";
import type { Place } from "../../src/app/place.ts";
import { readHooks } from "../../src/app/read-hooks.ts";
import { type Reviewed, reviewTrust, type TrustReview, trust, undecided } from "../../src/app/trust.ts";
import { createWorld } from "../../src/app/world.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { RunRecord } from "../../src/engine/run.ts";
import type { Verdict } from "../../src/engine/verdict.ts";

/** Somebody else's repository, and the folder of whoever cloned it. */
export interface Repository {
  readonly root: string;
  readonly home: string;
  readonly directory: string;
  readonly place: Place;
  readonly write: (path: string, text: string, mode?: number) => string;
  readonly review: () => TrustReview;
  /** Trusts everything there is; answers with what had to be decided. */
  readonly trustAll: () => Promise<readonly Reviewed[]>;
  readonly hooks: () => readonly Hook[];
  /** Opens an engine with the hooks as they are now. */
  readonly open: () => Opened;
  /** Fires an event at the hooks as they are now. */
  readonly fire: (event?: EventName, payload?: Record<string, unknown>) => Promise<Fired>;
}

export interface Opened {
  readonly engine: Engine;
  readonly records: RunRecord[];
  readonly fire: (event?: EventName, payload?: Record<string, unknown>) => Promise<Fired>;
  readonly close: () => Promise<void>;
}

export interface Fired {
  readonly verdict: Verdict;
  readonly records: readonly RunRecord[];
}

export function openRepository(files: Readonly<Record<string, string>>, more: Partial<Place> = {}): Repository {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-trust-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const root = join(directory, "repo");
  const home = join(directory, "home");
  mkdirSync(root);
  mkdirSync(home);
  const write = (path: string, text: string, mode = 0o755): string => {
    const file = path.startsWith("/") ? path : join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { PATH, TMPDIR } = process.env;
  const environment = { PATH, TMPDIR, HOME: directory, SHELL: "/bin/sh", HOOKLINE_HOME: home };
  const place: Place = { home, workspace: root, cwd: root, environment, include: ["claude-code"], ...more };

  const review = () => reviewTrust(place);
  const open = (): Opened => {
    const { hooks, broken } = readHooks(place);
    const executors = createExecutors({ environment, world: createWorld({ home, environment }) });
    const records: RunRecord[] = [];
    const engine = createEngine({ hooks, broken, executors: executors.table, record: (run) => records.push(run) });
    return {
      engine,
      records,
      fire: async (event = "tool.pre_call", payload = toolCall) => {
        const from = records.length;
        const verdict = await engine.fire(event, payload as never);
        await engine.idle();
        return { verdict, records: records.slice(from) };
      },
      close: async () => {
        await engine.close();
        await executors.close();
      },
    };
  };
  return {
    root,
    home,
    directory,
    place,
    write,
    review,
    trustAll: async () => {
      const seen = review();
      const open = undecided(seen);
      await trust(seen, open);
      return open;
    },
    hooks: () => readHooks(place).hooks,
    open,
    fire: async (event, payload) => {
      const opened = open();
      try {
        return await opened.fire(event, payload);
      } finally {
        await opened.close();
      }
    },
  };
}

export const toolCall = {
  session_id: "s",
  tool_name: "Bash",
  tool_namespace: "shell",
  read_only: false,
  tool_input: { command: "ls" },
};

/** What a program would leave behind if it ran. */
export function canary(
  repository: Pick<Repository, "directory">,
  name = "canary",
): {
  readonly path: string;
  readonly lines: () => string[];
} {
  const path = join(repository.directory, name);
  return { path, lines: () => (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []) };
}

/** A declaration of AGH's for `tool.pre_call`. */
export function declaration(name: string, command: string, args: readonly string[] = [], more = ""): string {
  return `[[hooks.declarations]]
name = ${JSON.stringify(name)}
event = "tool.pre_call"
mode = "sync"
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
${more}
`;
}
