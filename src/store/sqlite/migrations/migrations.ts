import { sql as runs } from "./001-runs.ts";
import { sql as usage } from "./002-usage.ts";
import { sql as sessions } from "./003-sessions.ts";

/** Every step of the file's format; the position is the version it leads to. Steps are added, never edited. */
export const migrations: readonly string[] = [runs, usage, sessions];
