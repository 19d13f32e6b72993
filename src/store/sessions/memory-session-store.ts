import type { SessionOwner } from "../../agent/session-store.ts";
import { Problem } from "../../errors/problem.ts";
import { processMark } from "../process-mark.ts";
import { sessionIdProblem } from "../session-id.ts";
import { ambiguousId } from "./ambiguous-id.ts";
import { readEntry, type StoredEntry, storedEntry } from "./entry-row.ts";
import type { LocalSessionStore, SessionStoreOptions } from "./local-session-store.ts";
import { filterColumns, sessionFilter } from "./session-filter.ts";
import { readSession, type StoredSession, storedSession } from "./session-row.ts";

interface Kept {
  session: StoredSession;
  readonly entries: StoredEntry[];
  owner: SessionOwner | null;
}

/** A store that forgets with the process: for tests, and for embedders who keep no files. */
export function createMemorySessionStore({ redact }: SessionStoreOptions = {}): LocalSessionStore {
  const sessions = new Map<string, Kept>();
  const owner: SessionOwner = { pid: process.pid, mark: processMark(process.pid) };

  function known(id: string): Kept {
    const kept = sessions.get(id);
    if (!kept) throw new Problem("SESSION_UNKNOWN", { session: id });
    return kept;
  }

  return {
    async create(record) {
      const session = storedSession(record);
      if (sessions.has(record.id)) throw new Problem("SESSION_EXISTS", { session: record.id });
      sessions.set(record.id, { session, entries: [], owner: null });
    },
    async update(record) {
      const session = storedSession(record);
      const kept = known(record.id);
      const { parent_id, created_at } = kept.session;
      kept.session = { ...session, parent_id, created_at };
    },
    async append(entries) {
      const next = new Map<string, number>();
      const rows = entries.map((entry) => {
        const { session_id: session, sequence } = entry;
        const row = storedEntry(entry, redact);
        const expected = next.get(session) ?? known(session).entries.length + 1;
        if (sequence !== expected) throw new Problem("TRANSCRIPT_GAP", { session, sequence, expected });
        next.set(session, expected + 1);
        return { to: known(session).entries, row };
      });
      for (const { to, row } of rows) to.push(row);
    },
    async get(id) {
      const unsafe = sessionIdProblem(id);
      if (unsafe) throw unsafe;
      const exact = sessions.get(id);
      if (exact) return readSession(exact.session);
      const found = [...sessions.values()].filter(({ session }) => session.id.startsWith(id));
      if (found.length > 1) throw ambiguousId(id, found.map(({ session }) => session.id).sort());
      return found[0] ? readSession(found[0].session) : null;
    },
    async list(query = {}) {
      const filter = sessionFilter(query);
      const found = [...sessions.values()]
        .map(({ session }) => session)
        .filter((session) =>
          filterColumns.every((column) => filter[column] === null || filter[column] === session[column]),
        )
        .sort((a, b) => a.created_at - b.created_at);
      return found.slice(filter.last === 0 ? 0 : -filter.last).map(readSession);
    },
    async entries(id, from = 1) {
      return (sessions.get(id)?.entries ?? []).slice(Math.max(0, from - 1)).map((row) => readEntry(id, row));
    },
    async claim(id) {
      known(id).owner = owner;
      return { diedBefore: null };
    },
    async release(id) {
      const kept = sessions.get(id);
      if (kept) kept.owner = null;
    },
    async owner(id) {
      return sessions.get(id)?.owner ? { ...owner, isAlive: true } : null;
    },
    async remove(id) {
      const gone = [id];
      for (const parent of gone) {
        for (const { session } of sessions.values()) if (session.parent_id === parent) gone.push(session.id);
        sessions.delete(parent);
      }
    },
    close: async () => {},
  };
}
