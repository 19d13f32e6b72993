import type { Entry, TranscriptEntry } from "../../agent/transcript.ts";
import type { RunRecord } from "../../engine/run.ts";
import type { Place } from "../place.ts";
import { queryRuns } from "../query-runs.ts";
import { withSessionStore } from "../sessions/open-session-store.ts";

type ContentOf<T extends Entry["type"]> = Extract<Entry, { readonly type: T }>["content"];

/** Something that hooks are there for, and whether it came about in a session. */
export interface DemoDeed {
  readonly what: string;
  readonly happened: boolean;
  /** The hooks that did it. */
  readonly by: readonly { readonly hook: string; readonly dialect: string }[];
}

export interface DemoSession {
  readonly id: string;
  readonly deeds: readonly DemoDeed[];
  readonly dialects: readonly string[];
  readonly runs: number;
}

/** Reads from the records what the hooks did in the one session of a demo; null when it did not come to a session. */
export async function readDemoSession(place: Place, root: string): Promise<DemoSession | null> {
  const runs = await queryRuns({ ...place, workspace: root, cwd: root }, {});
  const told = await withSessionStore(place, async (store) => {
    const session = (await store.list({ workspace: root })).at(-1);
    return session ? { id: session.id, entries: await store.entries(session.id) } : null;
  });
  if (!told) return null;
  const dialects = [...new Set(runs.map(({ dialect }) => dialect))];
  return { id: told.id, deeds: deedsOf(told.entries, runs), dialects, runs: runs.length };
}

/** Takes what happened from the transcript, and who did it from the run records. */
export function deedsOf(
  entries: readonly TranscriptEntry[],
  runs: readonly Pick<RunRecord, "hook_name" | "dialect" | "outcome">[],
): DemoDeed[] {
  const inputs = contentsOf(entries, "user_message");
  const results = contentsOf(entries, "tool_result");
  const hooks = (...names: readonly string[]) => {
    const found = runs.filter(({ hook_name: name }) => names.includes(name));
    return [...new Map(found.map(({ hook_name: hook, dialect }) => [hook, { hook, dialect }])).values()];
  };
  const denials = runs.filter(({ outcome }) => outcome === "denied");
  return [
    {
      what: "told the model what it should know",
      happened: inputs.some(({ text, typed, origin }) => origin === "user" && text !== typed),
      by: hooks("house-rules", "git-status", "workspace-context"),
    },
    {
      what: "refused a dangerous command",
      happened: denials.length > 0 && results.some(({ outcome }) => outcome === "denied"),
      by: hooks(...denials.map(({ hook_name: name }) => name)),
    },
    {
      what: "kept a secret from the model",
      happened: results.some(({ text }) => text.includes("[REDACTED]")),
      by: hooks("redact_secrets"),
    },
    {
      what: "formatted what was edited",
      happened: runs.some(({ hook_name: name, outcome }) => name === "format-edits" && outcome === "applied"),
      by: hooks("format-edits"),
    },
    {
      what: "sent the agent back while the tests failed",
      happened: inputs.some(({ origin }) => origin === "stop-hook"),
      by: hooks("tests-must-pass"),
    },
  ];
}

function contentsOf<T extends Entry["type"]>(entries: readonly TranscriptEntry[], type: T): ContentOf<T>[] {
  return entries.flatMap((entry) => (entry.type === type ? [entry.content as ContentOf<T>] : []));
}
