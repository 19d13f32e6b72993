import { printableLine } from "../../lib/printable.ts";
import type { Values } from "./values.ts";

const longest = 64;

/** Tells when an agent cannot be called so: names go into prompts, tool calls, records and onto the screen. */
export function hasUsableName(name: string, values: Values): boolean {
  const isGood = name.trim() !== "" && name.length <= longest && printableLine(name) === name.trim();
  if (!isGood) values.tell("AGENT_NAME_UNUSABLE", null, { name });
  return isGood;
}
