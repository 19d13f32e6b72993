import { homedir } from "node:os";
import { join } from "node:path";
import type { LoadRequest } from "../load-request.ts";
import { isWithin } from "../programs/look-up.ts";
import { realPath } from "../real-path.ts";
import { samePlace } from "../workspace.ts";

/**
 * Whether the folder of the user's own hooks and decisions lies in the workspace, so that whoever writes the repository writes
 * these as well. The usual folder is the user's, even for somebody who works in the home directory.
 */
export function isHomeInWorkspace({ home, workspace, environment }: LoadRequest): boolean {
  if (workspace === null) return false;
  const isInside = [home, realPath(home) ?? home].some((path) => isWithin(workspace.root, path));
  return isInside && !samePlace(home, join(environment.HOME || homedir(), ".hookline"));
}
