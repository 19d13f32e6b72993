import { paint, type Terminal } from "./terminal.ts";

/** Says that some hooks do not run, and which command shows them. Empty when all of them do. */
export function untrustedLine(
  terminal: Pick<Terminal, "color">,
  hooks: readonly { readonly refusal?: string | null }[],
  command = "hookline trust",
): string {
  const count = hooks.filter(({ refusal }) => typeof refusal === "string").length;
  if (count === 0) return "";
  const what = count === 1 ? "1 hook is not trusted and does not run" : `${count} hooks are not trusted and do not run`;
  return paint(terminal, "yellow", `${what}: run ${command}`);
}
