import { alternativesOf, matcherKeys, patternsOf } from "./reading/patterns.ts";
import { misspeltTool } from "./reading/tool-names.ts";
import { atKey, type Trap } from "./trap.ts";

/** A tool's name in the wrong case. That no known tool has a name means nothing else: anybody can add tools. */
export const toolName: Trap = (subject) => {
  const { dialect } = subject.hook;
  return patternsOf(subject.hook)
    .filter(({ isTool }) => isTool)
    .flatMap((pattern) => {
      // Somebody who writes both spellings knows that there are two.
      const names = alternativesOf(pattern.text).map((name) => name.trim());
      return names.flatMap((name) => {
        const known = misspeltTool(name, dialect);
        if (known === null || names.includes(known)) return [];
        return [atKey(subject, matcherKeys(pattern), "TRAP_TOOL_NAME", { name, known })];
      });
    });
};
