import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { mergeSettings } from "../dialects/agh/settings.ts";
import type { Finding } from "../errors/problem.ts";
import { isUnsettled, signatureNow } from "./file-reader.ts";
import { canonical, type LoadedHooks, type LoadRequest, loadSigned } from "./load-hooks.ts";
import { withoutWithdrawn } from "./trust/withdrawn.ts";

/** Editors write, rename and touch in bursts; one look after the burst is enough. */
const settleMs = 50;

/** A set of hooks that follows its files. */
export interface LiveHooks extends Disposable {
  /** The last good set. It never changes; a reload puts another one in its place. */
  readonly current: LoadedHooks;
  /** 0 before the first load, then one more with every set that differs from the one before. */
  readonly version: number;
  /** What is wrong with the files as they are, while `current` is still what they said before. */
  readonly problems: readonly Finding[];
  /** Reads the files again if any of them changed. True when that led to another set. */
  readonly refresh: () => boolean;
  readonly close: () => void;
}

const nothingLoaded: LoadedHooks = Object.freeze({
  hooks: [],
  broken: [],
  findings: [],
  files: [],
  settings: mergeSettings([]),
});

/**
 * Opens the hooks of a place and keeps them current. `onChange` is called after every new set, and when an edit turns out
 * to be wrong or is corrected. Nothing is loaded until the first `refresh`.
 */
export function openLiveHooks(request: LoadRequest, onChange: (live: LiveHooks) => void = () => {}): LiveHooks {
  let current = nothingLoaded;
  let version = 0;
  let problems: readonly Finding[] = [];
  let signatures: ReadonlyMap<string, string> | null = null;
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function refresh(): boolean {
    if (isClosed || (signatures && !hasChanged(signatures))) return false;
    const isFirst = signatures === null;
    const next = loadSigned(request);
    signatures = next.signatures;
    watchFolders();
    return isFirst ? takeFirst(next.loaded) : take(next.loaded);
  }

  /** The first load has nothing to fall back on: what is valid counts, and broken guards refuse. */
  function takeFirst(loaded: LoadedHooks): boolean {
    current = loaded;
    version = 1;
    onChange(live);
    return true;
  }

  function take(loaded: LoadedHooks): boolean {
    const errors = loaded.findings.filter(({ severity }) => severity === "error");
    if (errors.length > 0 && !isSame(loaded, current)) {
      const isNews = JSON.stringify(errors) !== JSON.stringify(problems);
      problems = errors;
      // The last good set goes on, but for what somebody does not trust any more.
      const hooks = withoutWithdrawn(current.hooks, request);
      const isOther = hooks !== current.hooks;
      if (isOther) {
        current = { ...current, hooks };
        version++;
      }
      if (isNews || isOther) onChange(live);
      return isOther;
    }
    const isNews = problems.length > 0;
    const isOther = !isSame(loaded, current);
    problems = [];
    current = loaded;
    if (isOther) version++;
    if (isOther || isNews) onChange(live);
    return isOther;
  }

  function watchFolders(): void {
    const wanted = new Set([...(signatures ?? new Map<string, string>()).keys()].map(watchable));
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of wanted) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, soon);
        // A folder that cannot be watched any more is still looked at by `refresh`.
        watcher.on("error", () => watcher.close());
        watchers.set(folder, watcher);
      } catch {
        // The system has no watchers left; `refresh` finds the change before the next dispatch.
      }
    }
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      refresh();
      // What is too new to be sure of is looked at once more.
      if (signatures && [...signatures.values()].some(isUnsettled)) soon();
    }, settleMs).unref();
  }

  function close(): void {
    isClosed = true;
    if (timer) clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }

  const live: LiveHooks = {
    get current() {
      return current;
    },
    get version() {
      return version;
    },
    get problems() {
      return problems;
    },
    refresh,
    close,
    [Symbol.dispose]: close,
  };
  return live;
}

function hasChanged(signatures: ReadonlyMap<string, string>): boolean {
  const now = Date.now();
  for (const [path, signature] of signatures) {
    if (isUnsettled(signature) || signatureNow(path, now) !== signature) return true;
  }
  return false;
}

function isSame(a: LoadedHooks, b: LoadedHooks): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint({ hooks, broken, settings }: LoadedHooks): string {
  const what = broken.map(({ name, event, file, what }) => [name, event, file, what]);
  return JSON.stringify([hooks.map(canonical), what, settings]);
}

/** A change of a file shows in its folder; a folder that is missing shows when it appears in the next one up. */
function watchable(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
