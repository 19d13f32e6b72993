import { join } from "node:path";

/** The database of run records. */
export function recordsFile(home: string): string {
  return join(home, "runs.db");
}
