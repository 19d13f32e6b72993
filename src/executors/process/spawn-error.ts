import { statSync } from "node:fs";
import { codeOf, messageOf } from "../failure.ts";

/** Says in words why the system did not start the program at `path`. */
export function explainSpawnError(error: unknown, { path, cwd }: { path: string; cwd: string }): string {
  const code = codeOf(error);
  // The system says the same of a missing directory as of a missing program.
  const why =
    (code === "ENOENT" || code === "ENOTDIR" ? whyNotIn(cwd) : null) ?? (code === null ? null : reasons[code]);
  return why
    ? `the command ${path} could not be started: ${why} (${code})`
    : `the command ${path} could not be started: ${messageOf(error)}`;
}

/** Says why nothing can be run in the directory, or null when it is there. */
export function whyNotIn(cwd: string): string | null {
  const kind = statSync(cwd, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return null;
  return `its working directory ${cwd} ${kind ? "is not a directory" : "does not exist"}`;
}

const reasons: Readonly<Record<string, string>> = {
  E2BIG: "its arguments and environment are too long for the system",
  EACCES:
    "the system does not allow it to be executed, by its permissions or because its file system is mounted noexec",
  EAGAIN: "the system cannot start any more processes right now; a limit on processes has been reached",
  EINVAL: "the system does not accept its arguments",
  EMFILE: "this program has too many files open",
  ENFILE: "the system has too many files open",
  ENOENT: "it or its interpreter has just been removed, or a library it needs to start is missing",
  ENOEXEC: "its format is not one that this system can run",
  ENOMEM: "the system is out of memory",
  ETXTBSY: "the file is still being written",
};
