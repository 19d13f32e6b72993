import { paint, type Terminal } from "./terminal.ts";

/** Says below a list that some of it does not run. Empty when all of it does. */
export function untrustedLine(
  terminal: Pick<Terminal, "color">,
  hooks: readonly { readonly refusal?: string | null }[],
): string {
  const count = hooks.filter(({ refusal }) => typeof refusal === "string").length;
  if (count === 0) return "";
  const what = count === 1 ? "1 hook is not trusted and does not run" : `${count} hooks are not trusted and do not run`;
  return paint(terminal, "yellow", `${what}: run hookline trust`);
}
