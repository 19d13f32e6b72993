import type { DatabaseSync } from "node:sqlite";
import { Problem } from "../../errors/problem.ts";
import { migrations } from "./migrations/migrations.ts";
import { transaction } from "./transaction.ts";

/** "HKLN": marks the file as ours, so that somebody else's database is never migrated. */
const applicationId = 0x484b4c4e;

/** Says which version of our format the file has, 0 for an empty one. Throws for a file that is newer or not ours. */
export function formatVersion(db: DatabaseSync, file: string): number {
  const version = pragma(db, "user_version");
  const owner = pragma(db, "application_id");
  const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  if (owner !== applicationId && !isEmpty) {
    throw new Problem("RUN_STORE_CORRUPT", { file, why: "it is a database of another program" });
  }
  if (version > migrations.length) {
    throw new Problem("RUN_STORE_NEWER", { file, version, known: migrations.length });
  }
  return version;
}

/** Brings the file to the current format. Each step is one transaction, so a killed one starts over. */
export function migrate(db: DatabaseSync, file: string): void {
  for (let version = formatVersion(db, file); version < migrations.length; version = formatVersion(db, file)) {
    transaction(db, () => {
      // Another process may have taken this step while we waited for the lock.
      if (formatVersion(db, file) !== version) return;
      db.exec(migrations[version] ?? "");
      db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version + 1};`);
    });
  }
}

export function isCurrent(db: DatabaseSync, file: string): boolean {
  return formatVersion(db, file) === migrations.length;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
}
