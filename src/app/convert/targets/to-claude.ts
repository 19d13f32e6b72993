import { contractOf } from "../../../catalog/catalog.ts";
import { claudeEvents } from "../../../dialects/claude/events.ts";
import { displayName } from "../../../dialects/declaring.ts";
import { coversAliases } from "../tools/aliases.ts";
import { asSearch, namesIn } from "../tools/pattern.ts";
import type { Fitted, Target } from "./target.ts";

type Table = Record<string, unknown>;

const usualSeconds = 60;
const longestSeconds = 86_400;

/** `hooks.json`, as Agentao and Claude Code have it. */
export const toClaude: Target = {
  dialect: "claude",
  runs: ["program", "shell"],
  hasAsync: true,
  hasEnv: false,
  hasCwd: false,
  hasMetadata: false,
  hasDescription: true,
  priorities: null,
  nearestTimeout: (ms) => Math.min(longestSeconds, Math.max(1, Math.ceil(ms / 1000))) * 1000,
  // There a tool is meant by both of its names, whichever is written.
  saysTool: (pattern) => coversAliases(pattern),
  skipsFailures: true,
  failsClosed: () => false,
  canBlock(event) {
    const known = claudeEvents.find((one) => one.event === event);
    return contractOf(event).deny === "refuses" && known?.onlyObservedIn !== "agentao";
  },
  nameFor: (name) => name,
  print(hooks, level) {
    const byEvent = [...Map.groupBy(hooks, ({ event }) => event)];
    const table = Object.fromEntries(byEvent.map(([event, own]) => [event, own.map(ruleOf)]));
    const path = level === "workspace" ? ".hookline/hooks.json" : "plugins/converted/hooks/hooks.json";
    return [{ path, text: `${JSON.stringify({ hooks: table }, null, 2)}\n`, isExecutable: false }];
  },
};

function ruleOf(fitted: Fitted): Table {
  const { hook, name, tool, conditions } = fitted;
  const runner = runnerOf(fitted.runs);
  const matcher = {
    ...(tool !== null && { tool_name: patternFor(tool) }),
    ...Object.fromEntries(conditions.map(({ key, pattern }) => [key, pattern])),
  };
  const seconds = fitted.timeoutMs / 1000;
  return {
    ...runner,
    ...(name !== displayName({ ...runner, type: usualName[fitted.runs.kind] }) && { name }),
    ...(hook.description !== null && { description: hook.description }),
    ...(Object.keys(matcher).length > 0 && { matcher }),
    ...(seconds !== usualSeconds && { timeout: seconds }),
    ...(fitted.mode === "async" && { async: true }),
    ...(fitted.onFailure !== null && { on_failure: fitted.onFailure }),
    ...(hook.rules.if !== undefined && { if: hook.rules.if }),
  };
}

/** What a rule is called that has neither a name nor a command. */
const usualName: Readonly<Record<string, string>> = { prompt: "prompt_hook" };

/** A single name is written as it is; all else so that nobody takes it for a glob. */
function patternFor(tool: string): string {
  const names = namesIn(tool);
  return names?.length === 1 && names[0] !== undefined ? names[0] : asSearch(tool);
}

function runnerOf(runs: Fitted["runs"]): Table {
  switch (runs.kind) {
    case "shell":
      return { type: "command", command: runs.text };
    case "program":
      return { type: "command", command: runs.words[0], args: runs.words.slice(1) };
    case "prompt":
      return { type: "prompt", prompt: runs.text };
    case "builtin":
      throw new TypeError("hooks.json has no built-in hooks.");
  }
}
