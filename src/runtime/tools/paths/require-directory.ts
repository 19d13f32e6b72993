import { Problem } from "../../../errors/problem.ts";
import type { Located } from "./locate.ts";
import { codeOf, reasonOf } from "./reason.ts";

/** Reads a directory and says in words why it cannot be read. */
export function requireDirectory<T>({ shown: path }: Located, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") throw new Problem("TOOL_NOT_A_DIRECTORY", { path }, { cause: error });
    throw new Problem("TOOL_SYSTEM_REFUSED", { path, doing: "listed", why: reasonOf(error) }, { cause: error });
  }
}
