import type { SessionStore } from "../../agent/session-store.ts";

const running = new WeakMap<SessionStore, Set<string>>();

/**
 * The sessions of a store that this process runs now. A process may claim again what it has, so the store does not keep it
 * from taking a session up twice; two desks on one transcript would close each other's calls.
 */
export function runningHere(store: SessionStore): Set<string> {
  const known = running.get(store) ?? new Set();
  running.set(store, known);
  return known;
}
