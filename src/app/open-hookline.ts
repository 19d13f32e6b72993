import { createEngine, type Engine } from "../engine/engine.ts";
import type { RunRecord } from "../engine/run.ts";
import { Problem } from "../errors/problem.ts";
import { knownSecrets } from "../lib/redact/known-secrets.ts";
import { createRedactor } from "../lib/redact/redact.ts";
import type { Workspace } from "../sources/workspace.ts";
import type { Recorder } from "../store/recorder.ts";
import { openInProcessRecorder } from "../store/sqlite/open-recorder.ts";
import type { Retention } from "../store/sqlite/run-writer.ts";
import { createExecutors } from "./executors.ts";
import { depthOf, type Place } from "./place.ts";
import { type LoadedHooks, readHooks } from "./read-hooks.ts";
import { recordsFile } from "./records-file.ts";
import { createWorld } from "./world.ts";

/** Everything it takes to fire events in one workspace, wired up. */
export interface Hookline extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly engine: Engine;
  /** What the hook files said when it was opened. */
  readonly loaded: LoadedHooks;
  /** To be called before hooks are run: leaves a trace in the records in case we do not live to write more. */
  readonly announce: () => void;
  /** Calls `listener` with every run from now on; the answer stops it. */
  readonly watchRuns: (listener: (run: RunRecord) => void) => () => void;
}

/** Told of what went wrong beside the verdict: records that could not be kept, or were lost by an earlier crash. */
export type Warn = (what: string, fix: string) => void;

export interface OpenOptions {
  /** False for runs that are nobody's business, such as those of a test. */
  readonly keepsRecords?: boolean;
  /** Laid over the environment of the processes of hooks, and of nothing else: which hooks there are is settled without it. */
  readonly processVariables?: Readonly<Record<string, string>>;
}

/** Opens a workspace for the length of one command: reads its hooks, and keeps records until it is closed. */
export async function openHookline(
  place: Place,
  warn: Warn,
  { keepsRecords = true, processVariables = {} }: OpenOptions = {},
): Promise<Hookline> {
  const loaded = readHooks(place);
  const { workspace, hooks, broken, settings } = loaded;
  const file = recordsFile(place.home);
  const openRecorder = keepsRecords ? openInProcessRecorder : () => noRecorder;
  const recorder = openRecorder({
    path: file,
    retention: retentionOf(settings.store),
    // Somebody waits for the prompt to come back.
    closeWithinMs: 3_000,
    redactor: createRedactor({ known: knownSecrets(place.environment) }),
    onNotice: ({ pid, lastCommitAt }) => {
      const what = lastCommitAt === null ? "its runs" : `its runs since ${lastCommitAt}`;
      warn(`Process ${pid} ended without closing its records; ${what} may be missing.`, "Nothing: this is said once.");
    },
  });
  const { environment } = place;
  const executors = createExecutors({ environment, processVariables, world: createWorld(place) });
  const listeners = new Set<(run: RunRecord) => void>();
  const engine = createEngine({
    hooks,
    broken,
    executors: executors.table,
    record: (run) => {
      recorder.record(run);
      for (const listener of listeners) listener(run);
    },
    initialDepth: depthOf(place.environment),
    keepPatches: settings.debugPatches,
  });

  async function close(): Promise<void> {
    await engine.close();
    await executors.close();
    try {
      await recorder.close();
    } catch (error) {
      // The verdict stands; that it left no trace must be said.
      const { cause } = error as Error;
      const known = cause instanceof Problem ? cause : error;
      if (known instanceof Problem) warn((error as Error).message, known.fix);
      else warn(`Runs could not be recorded in ${file}: ${String(error)}`, "Make sure that you may write there.");
    }
  }

  return {
    workspace,
    engine,
    loaded,
    announce: recorder.announce,
    watchRuns: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [Symbol.asyncDispose]: close,
  };
}

const noRecorder: Pick<Recorder, "record" | "announce" | "close"> = {
  record: () => {},
  announce: () => {},
  close: async () => {},
};

function retentionOf({ maxAgeDays, maxRuns }: LoadedHooks["settings"]["store"]): Retention {
  return { ...(maxAgeDays === null ? {} : { maxAgeDays }), ...(maxRuns === null ? {} : { maxRuns }) };
}
