import { sep } from "node:path";
import { standardAliases } from "../../dialects/claude/tool-aliases.ts";
import type { Hook } from "../../engine/hook.ts";
import { type Pattern, patternsOf } from "./reading/patterns.ts";
import { atKey, type Subject, type Trap } from "./trap.ts";

/** What Agentao itself does with a matcher, where that is not what it says. Hookline reads it as it is documented. */
export const agentaoMatcher: Trap = (subject) => {
  if (subject.hook.dialect !== "claude" || !isForAgentao(subject)) return [];
  const tools = patternsOf(subject.hook).filter(({ isTool }) => isTool);
  // What it reads counts; another key beside it is for others.
  const read = tools.find(({ key }) => key === "toolName");
  if (read) return unmatched(subject, read);
  const [ignored] = tools;
  return ignored ? [atKey(subject, [ignored.key, "matcher"], "TRAP_AGENTAO_KEY_IGNORED", { key: ignored.key })] : [];
};

/** Plugins are shared with Agentao; our own hooks.json and Claude Code's settings are not. */
function isForAgentao({ hook, home }: Subject): boolean {
  const { file } = hook.origin;
  if (file === null || /settings(?:\.local)?\.json$/.test(file)) return false;
  return inFolder(file, ".agentao") || isPlugin(hook, file, home);
}

function isPlugin({ executor }: Hook, file: string, home: string): boolean {
  const isOwnFile = file.endsWith(`${sep}.hookline${sep}hooks.json`) || file === `${home}${sep}hooks.json`;
  if (isOwnFile) return false;
  return executor.kind === "process" && executor.env.CLAUDE_PLUGIN_ROOT !== undefined;
}

function inFolder(file: string, folder: string): boolean {
  return file.split(sep).includes(folder);
}

/** It compares with Claude Code's name of the tool, and knows no wildcard but "*". */
function unmatched(subject: Subject, { text }: Pattern) {
  const why =
    standardAliases.toClaude(text) !== text
      ? "it compares with Claude Code's name of the tool only"
      : /[|^$()[\]\\]/.test(text)
        ? "it knows no regular expressions"
        : /\?/.test(text) && (text.match(/\*/g)?.length ?? 0) < 2
          ? 'it takes "?" for itself'
          : null;
  return why === null ? [] : [atKey(subject, ["toolName", "matcher"], "TRAP_AGENTAO_PATTERN", { pattern: text, why })];
}
