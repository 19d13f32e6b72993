import { maskText } from "../../lib/mask-secrets.ts";
import { printableLine } from "../../lib/printable.ts";

const longestName = 60;

/** What a hook is called: its name, else its command, else its type. A command is cut, and secrets in it are hidden. */
export function displayName({ name, command, type }: Readonly<Record<string, unknown>>): string {
  if (typeof name === "string" && name.trim() !== "") return name.trim();
  const line = typeof command === "string" ? printableLine(maskText(command)) : "";
  if (line !== "") return line.length <= longestName ? line : `${line.slice(0, longestName - 1)}…`;
  return typeof type === "string" && type.trim() !== "" ? type.trim() : "hook";
}
