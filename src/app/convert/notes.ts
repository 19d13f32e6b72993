import type { DialectName } from "../../dialects/translation.ts";
import type { Fitted } from "./targets/target.ts";

/** What to know of converted hooks before relying on them, besides what got lost. */
export function notesOn(fitted: readonly Fitted[], dialect: DialectName): readonly string[] {
  const adapted = fitted.filter(({ runs }) => isAdapted(runs));
  const isAboutTools = fitted.some(({ hook, isNative }) => hook.tool !== null && !isNative);
  return [
    ...(isAboutTools ? [aboutTools] : []),
    ...(adapted.length > 0 ? ["Other agents need hookline on their PATH to run these hooks; Hookline does not."] : []),
    ...(dialect === "claude" && fitted.length > 0 ? [aboutGroups] : []),
    ...(fitted.length > 0
      ? ["The hooks are also still where they were. Hookline reads both, so remove one of them, or they run twice."]
      : []),
  ];
}

const aboutTools =
  "Names of tools are kept, but agents have different ones: shell in docker-agent is Bash in Claude Code. The same goes for " +
  "the fields of a tool's input. Under another agent, try out whether a guard still finds what it looks for.";

const aboutGroups =
  'These are rules as Agentao and Hookline read them. Claude Code\'s settings.json wants each of them in a group: {"matcher": ' +
  '"Bash", "hooks": [the rule]}. It passes over what stands there otherwise.';

function isAdapted(runs: Fitted["runs"]): boolean {
  return runs.kind === "shell"
    ? runs.text.startsWith("hookline adapt ")
    : runs.kind === "program" && runs.words[0] === "hookline";
}
