import { Problem } from "../../errors/problem.ts";

/** Turns whatever the database or the file system threw into a problem that says what to do. */
export function storeProblem(error: unknown, file: string): Problem {
  if (error instanceof Problem) return error;
  const { message, errcode, code } = error as Error & { errcode?: number; code?: string };
  if (code === "ENOSPC" || code === "EDQUOT") return new Problem("RUN_STORE_FULL", { file }, { cause: error });
  switch (primaryCode(errcode)) {
    case sqlite.busy:
    case sqlite.locked:
      return new Problem("RUN_STORE_BUSY", { file }, { cause: error });
    case sqlite.full:
      return new Problem("RUN_STORE_FULL", { file }, { cause: error });
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return new Problem("RUN_STORE_CORRUPT", { file, why: message }, { cause: error });
    default:
      return new Problem("RUN_STORE_FAILED", { file, why: message ?? String(error) }, { cause: error });
  }
}

/** True when waiting may help. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode((error as { errcode?: number }).errcode);
  return code === sqlite.busy || code === sqlite.locked;
}

const sqlite = { busy: 5, locked: 6, corrupt: 11, full: 13, notADatabase: 26 } as const;

/** The upper bits say more than we need: SQLITE_BUSY_RECOVERY is still SQLITE_BUSY. */
function primaryCode(errcode: number | undefined): number | undefined {
  return errcode === undefined ? undefined : errcode & 0xff;
}
