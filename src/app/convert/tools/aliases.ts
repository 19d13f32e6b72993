import { standardToolNames as aliased, standardAliases } from "../../../dialects/claude/tool-aliases.ts";
import { anyOf, fits, literally } from "./pattern.ts";

/** An expression for what this one is for when a tool may be called by either of its names. */
export function withAliases(pattern: string): string {
  const isMeant = fits(pattern);
  const others = aliased.filter((name) => !isMeant(name) && standardAliases.spellings(name).some(isMeant));
  return others.length === 0 ? pattern : anyOf([pattern, ...others.map(literally)]);
}

/** True when no tool is meant under one of its names only. */
export function coversAliases(pattern: string): boolean {
  const isMeant = fits(pattern);
  return aliased.every((name) => isMeant(name) === standardAliases.spellings(name).some(isMeant));
}
