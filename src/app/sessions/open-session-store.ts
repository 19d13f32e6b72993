import type { LocalSessionStore } from "../../store/sessions/local-session-store.ts";
import { openSqliteSessionStore } from "../../store/sqlite/sqlite-session-store.ts";
import type { Place } from "../place.ts";
import { recordsFile } from "../records-file.ts";
import { hideKnownSecrets } from "./hide-known-secrets.ts";

/** Opens the sessions of a home. Values of secret variables of the environment are never written to it. */
export function openSessionStore({ home, environment }: Pick<Place, "home" | "environment">): LocalSessionStore {
  const redact = hideKnownSecrets(environment);
  return openSqliteSessionStore({ path: recordsFile(home), ...(redact && { redact }) });
}

/** Lends the store to one use case. */
export async function withSessionStore<T>(place: Place, use: (store: LocalSessionStore) => Promise<T>): Promise<T> {
  const store = openSessionStore(place);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
