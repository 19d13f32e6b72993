import type { Hookline } from "../app/open-hookline.ts";
import type { Terminal } from "./terminal.ts";
import { warnOn } from "./warn.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Warns when a payload says that it is of another workspace, because the hooks of this one then stay silent. */
export function warnOfOtherWorkspace(terminal: Terminal, payload: Fields, { id, root }: Hookline["workspace"]): void {
  const named = { workspace_id: payload.workspace_id, workspace: payload.workspace };
  const ours = { workspace_id: id, workspace: root };
  for (const [field, value] of Object.entries(named)) {
    const own = ours[field as keyof typeof ours];
    if (typeof value !== "string" || value === "" || value === own) continue;
    const what = `The payload has ${field} ${JSON.stringify(value)}, but this workspace has ${JSON.stringify(own)}; hooks declared in ${root} do not run on it.`;
    warnOn(terminal)(what, `Leave ${field} out of the payload, or name its workspace with --workspace.`);
  }
}
