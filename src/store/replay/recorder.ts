import { type CleanPayload, cleanPayload } from "./clean-payload.ts";
import { pruneReplays } from "./prune.ts";
import { createReplayFile, type ReplayFile } from "./replay-file.ts";
import { addHits, type Hits } from "./scan-secrets.ts";
import type { CaptureFlags, ReplaySettings } from "./settings.ts";

const schemaVersion = "1.2";

export interface TurnIds {
  readonly turnId?: string | null;
  readonly parentTurnId?: string | null;
}

/** Writes what happens in one session into one file. It never throws: a session does not fail because of its record. */
export interface ReplayRecorder {
  /** Null when there is no file: replays are off, or it could not be made. */
  readonly path: string | null;
  readonly captureFlags: CaptureFlags;
  readonly record: (kind: string, payload: Readonly<Record<string, unknown>>, turn?: TurnIds) => void;
  /** Writes the totals and closes the file. What comes later is ignored; a second call does nothing. */
  readonly close: () => void;
}

export interface ReplayOptions {
  readonly projectRoot: string;
  readonly sessionId: string;
  readonly settings: ReplaySettings;
  /** Makes short ids that do not repeat. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly wall: () => number;
  /** Told once why nothing is recorded. */
  readonly warn?: (why: string) => void;
}

/** Opens a new replay file, if the project wants replays, and deletes the oldest over its limit. */
export function openReplay(options: ReplayOptions): ReplayRecorder {
  const { projectRoot, sessionId, settings, newId, wall, warn } = options;
  const { captureFlags, enabled, maxInstances } = settings;
  const instanceId = newId();
  let file = enabled ? openFile(projectRoot, sessionId, instanceId, warn) : null;
  const path = file?.path ?? null;
  const now = () => new Date(wall()).toISOString();
  let seq = 0;
  let totals = noTotals;

  function write(kind: string, { turnId = null, parentTurnId = null }: TurnIds, clean: CleanPayload): void {
    const line = {
      event_id: newId(),
      session_id: sessionId,
      instance_id: instanceId,
      seq: seq + 1,
      ts: now(),
      kind,
      turn_id: turnId,
      parent_turn_id: parentTurnId,
      payload: clean.payload,
    };
    file?.append(JSON.stringify(line));
    seq++;
    totals = addTo(totals, clean);
  }

  function record(kind: string, payload: Readonly<Record<string, unknown>>, turn: TurnIds = {}): void {
    if (file === null) return;
    try {
      write(kind, turn, cleanPayload(kind, payload, captureFlags));
    } catch (error) {
      warn?.(`A replay event could not be written to ${path}: ${textOf(error)}`);
    }
  }

  function close(): void {
    if (file === null) return;
    const { hits, dropped, truncated } = totals;
    record("replay_footer", {
      closed_at: now(),
      event_count: seq,
      redaction_hits: hits,
      dropped_field_hits: dropped,
      truncated_field_hits: truncated,
      capture_flags: captureFlags,
    });
    const closing = file;
    file = null;
    try {
      closing.close();
    } catch (error) {
      warn?.(`The replay file ${path} could not be closed: ${textOf(error)}`);
    }
  }

  record("replay_header", {
    schema_version: schemaVersion,
    session_id: sessionId,
    instance_id: instanceId,
    created_at: now(),
    capture_flags: captureFlags,
  });
  // Where no file of ours could be made, files are not ours to delete either.
  if (path !== null) pruneReplays(projectRoot, maxInstances, path);
  return { path, captureFlags, record, close };
}

function openFile(
  projectRoot: string,
  sessionId: string,
  instanceId: string,
  warn: ReplayOptions["warn"],
): ReplayFile | null {
  try {
    return createReplayFile(projectRoot, sessionId, instanceId);
  } catch (error) {
    warn?.(`There will be no replay of session ${sessionId}: ${textOf(error)}`);
    return null;
  }
}

interface Totals {
  readonly hits: Hits;
  readonly dropped: Hits;
  readonly truncated: Hits;
}

const noTotals: Totals = { hits: {}, dropped: {}, truncated: {} };

function addTo(totals: Totals, clean: CleanPayload): Totals {
  return {
    hits: addHits([totals.hits, clean.hits]),
    dropped: addHits([totals.dropped, ...clean.dropped.map(once)]),
    truncated: addHits([totals.truncated, ...clean.truncated.map(once)]),
  };
}

const once = (field: string): Hits => ({ [field]: 1 });

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
