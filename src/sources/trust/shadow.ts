import type { EventName } from "../../catalog/catalog.ts";
import type { Hook } from "../../engine/hook.ts";

/** A workspace's declaration that takes the place of hooks of the user's. Until it is trusted, those go on. */
export interface Shadow {
  readonly name: string;
  readonly event: EventName;
  readonly dialect: string;
  readonly file: string;
  readonly line: number | null;
  /** What it does to them, as a sentence. */
  readonly what: string;
  /** The hooks that take their place; they must be trusted as well. Empty when the workspace only takes away. */
  readonly by: readonly Hook[];
  /** What goes on until then. Not empty. */
  readonly yours: readonly Hook[];
}

/** States that hooks of a workspace take the place of the user's; null when there is nothing to take. */
export function shadowOver(
  place: Pick<Shadow, "dialect" | "file" | "line">,
  by: readonly Hook[],
  yours: readonly Hook[],
): Shadow | null {
  const [first] = yours;
  if (first === undefined) return null;
  const names = yours.map(({ name, origin }) => `${JSON.stringify(name)} (${origin.file}:${origin.line})`).join(", ");
  const plural = yours.length === 1 ? "hook" : "hooks";
  const what =
    by.length === 0 ? `Switches off your own ${plural} ${names}.` : `Takes the place of your own ${plural} ${names}.`;
  return { ...place, name: first.name, event: first.event, what, by, yours };
}
