import { error, warning } from "../entry.ts";

const did = (suggestion: string | null, otherwise: string) =>
  suggestion === null ? otherwise : `Did you mean ${JSON.stringify(suggestion)}?`;

/** Problems of hooks.json and plugins. */
export const claudeProblems = {
  CLAUDE_HOOKS_INVALID: error((p: { got: string }) => ({
    what: `"hooks" must be an object that leads from the names of events to lists of rules, but is ${p.got}.`,
    fix: `Write { "hooks": { "PreToolUse": [ … ] } }. None of the rules here run until then.`,
  })),
  CLAUDE_EVENT_UNKNOWN: error((p: { event: string; suggestion: string | null; allowed: string }) => ({
    what: `There is no hook event ${JSON.stringify(p.event)}, so its rules are skipped.`,
    fix: did(p.suggestion, `Events are: ${p.allowed}.`),
  })),
  CLAUDE_EVENT_UNMAPPED: warning((p: { event: string; why: string }) => ({
    what: `Hooks on Claude Code's event ${JSON.stringify(p.event)} do not run here: ${p.why}.`,
    fix: `Nothing needs to be done; Claude Code itself still runs them.`,
  })),
  CLAUDE_EVENT_FLAT_ONLY: error((p: { event: string }) => ({
    what: `${JSON.stringify(p.event)} is an event of Claude Code that Agentao does not have, so its rules are skipped.`,
    fix: `If the hooks of this file are written for Claude Code, add "payload": "claude-code" beside "hooks".`,
  })),
  CLAUDE_RULE_INVALID: error((p: { hook: string; event: string; got: string }) => ({
    what: `${p.hook} under ${JSON.stringify(p.event)} must be an object, but is ${p.got}.`,
    fix: `Write { "type": "command", "command": "…" }.`,
  })),
  CLAUDE_TYPE_UNSUPPORTED: warning((p: { hook: string; type: string; event: string }) => ({
    what: `${p.hook}: hook type '${p.type}' is not supported for event '${p.event}', so the rule is skipped.`,
    fix: p.type === "http" ? `Add "url" with where to post to, and it runs.` : `Write a hook of type "command".`,
  })),
  CLAUDE_TYPE_ELSEWHERE: warning((p: { hook: string; type: string; event: string }) => ({
    what: `${p.hook}: hooks of the type '${p.type}' run in Claude Code only, so this one is not run on '${p.event}' here.`,
    fix: `Write a hook of type "command" or "http" if it must hold here as well.`,
  })),
  CLAUDE_TYPE_UNKNOWN: error(
    (p: { hook: string; type: unknown; event: string; suggestion: string | null; allowed: string }) => ({
      what:
        p.type === null
          ? `${p.hook}: Unknown hook type: there is none, so the rule is skipped for event '${p.event}'.`
          : `${p.hook}: Unknown hook type ${typeof p.type === "string" ? `'${p.type}'` : JSON.stringify(p.type)} for event '${p.event}', so the rule is skipped.`,
      fix: did(p.suggestion, `Write "type" with one of: ${p.allowed}.`),
    }),
  ),
  // Agentao's own words, which its users know.
  CLAUDE_TYPE_NOT_ALLOWED: error((p: { hook: string; type: string; event: string; allowed: readonly string[] }) => ({
    what: `Hook type '${p.type}' is not supported for event '${p.event}' — skipped. (Allowed for this event: [${p.allowed.map((type) => `'${type}'`).join(", ")}])`,
    fix: `Write a hook of an allowed type, or move this one to an event that takes '${p.type}'.`,
  })),
  CLAUDE_TIMEOUT_INVALID: warning((p: { hook: string; value: string; usual: number }) => ({
    what: `${p.hook}: timeout ${p.value} is not a number of seconds between 1 and 86400, so it is ${p.usual}.`,
    fix: `Write whole seconds, e.g. "timeout": 30.`,
  })),
  CLAUDE_MATCHER_NOT_OBJECT: error((p: { hook: string; event: string; got: string }) => ({
    what: `${p.hook} has a non-object matcher (${p.got}) on event '${p.event}', so the rule is skipped.`,
    fix: `Write an object such as "matcher": { "tool_name": "Bash" }; or put the rule into a group, { "matcher": "Bash", "hooks": [ … ] }.`,
  })),
  CLAUDE_MATCHER_KEY_UNKNOWN: warning((p: { hook: string; key: string; event: string; allowed: string }) => ({
    what: `${p.hook} never runs: its matcher asks for ${JSON.stringify(p.key)}, which '${p.event}' does not have.`,
    fix: `Fields of '${p.event}' are: ${p.allowed}.`,
  })),
  CLAUDE_MATCHER_KEY_IGNORED: warning((p: { hook: string; key: string; event: string; allowed: string }) => ({
    what: `${p.hook}: the matcher's ${JSON.stringify(p.key)} is ignored, because '${p.event}' does not have it.`,
    fix: `Remove it. Fields of '${p.event}' are: ${p.allowed}.`,
  })),
  CLAUDE_MATCHER_VALUE: warning((p: { hook: string; key: string; got: string }) => ({
    what: `${p.hook} never runs: its matcher's ${JSON.stringify(p.key)} must be a text, but is ${p.got}.`,
    fix: `Write a text such as "Bash", "Edit|Write" or "mcp_*".`,
  })),
  CLAUDE_GUARD_KEY_UNKNOWN: error((p: { hook: string; key: string; event: string; allowed: string }) => ({
    what: `${p.hook} must hold, but its matcher asks for ${JSON.stringify(p.key)}, which '${p.event}' does not have, so nobody can tell what it guards.`,
    fix: `Write one of its fields: ${p.allowed}. Until then everything is refused on '${p.event}'.`,
  })),
  CLAUDE_GUARD_MATCHER_VALUE: error((p: { hook: string; key: string; got: string }) => ({
    what: `${p.hook} must hold, but its matcher's ${JSON.stringify(p.key)} must be a text and is ${p.got}, so nobody can tell what it guards.`,
    fix: `Write a text such as "Bash", "Edit|Write" or "mcp_*"; until then everything is refused.`,
  })),
  CLAUDE_PATTERN_AS_TEXT: warning((p: { hook: string; pattern: string; why: string }) => ({
    what: `${p.hook}: ${JSON.stringify(p.pattern)} is not a regular expression we can use (${p.why}), so it matches only that very text.`,
    fix: `Correct it. Lookaround and back references are not possible.`,
  })),
  CLAUDE_PATTERN_UNUSABLE: error((p: { hook: string; pattern: string; why: string }) => ({
    what: `${p.hook}: the matcher ${JSON.stringify(p.pattern)} is not a regular expression we can use: ${p.why}.`,
    fix: `Correct it; the hook does not run until then. Lookaround and back references are not possible.`,
  })),
  CLAUDE_GROUP_MATCHER_IGNORED: warning((p: { hook: string; event: string }) => ({
    what: `${p.hook}: the matcher of its group is ignored, because there is nothing to match on '${p.event}'.`,
    fix: `Remove the matcher, or look at the payload in the hook itself.`,
  })),
  CLAUDE_FIELD_MISSING: error((p: { hook: string; type: string; key: string }) => ({
    what: `${p.hook} has the type ${JSON.stringify(p.type)}, but no ${p.key}, so the rule is skipped.`,
    fix: `Add "${p.key}".`,
  })),
  CLAUDE_KEY_UNKNOWN: warning((p: { hook: string; key: string; suggestion: string | null }) => ({
    what: `${p.hook} has a key ${JSON.stringify(p.key)} that means nothing here; it is ignored.`,
    fix: did(p.suggestion, `Remove it.`),
  })),
  CLAUDE_OPTION_IGNORED: warning((p: { hook: string; option: string; effect: string }) => ({
    what: `${p.hook}: Claude Code's option "${p.option}" is not supported here: ${p.effect}.`,
    fix: `Remove it, or let the hook itself see to it.`,
  })),
  CLAUDE_FAILURE_CONFLICT: error((p: { hook: string }) => ({
    what: `${p.hook}: "on_failure" and "onFailure" contradict each other.`,
    fix: `Keep one of them.`,
  })),
  CLAUDE_ASYNC_BLOCK: error((p: { hook: string }) => ({
    what: `${p.hook} runs in the background, where it cannot hold anything up, but its failure should block.`,
    fix: `Remove "async", or write "on_failure": "open".`,
  })),
  CLAUDE_URL_INVALID: error((p: { hook: string; why: string }) => ({
    what: `${p.hook}: "url" is not an address that can be posted to: ${p.why}.`,
    fix: `Write a complete address; secrets go into a header, e.g. "headers": { "authorization": "Bearer $TOKEN" } with "allowedEnvVars": ["TOKEN"].`,
  })),
  CLAUDE_URL_NOT_ALLOWED: error((p: { hook: string }) => ({
    what: `${p.hook}: "url" is not among the addresses in "allowedHttpHookUrls", so the hook does not run.`,
    fix: `Add a pattern for it to "allowedHttpHookUrls" in the settings file, or remove the hook.`,
  })),
  CLAUDE_SETTING_IGNORED: warning((p: { key: string; why: string }) => ({
    what: `"${p.key}" is ignored in this file: ${p.why}.`,
    fix: `Remove it here.`,
  })),
  CLAUDE_HOOKS_DISABLED: warning((p: { which: string }) => ({
    what: `"disableAllHooks" switches off ${p.which}.`,
    fix: `Remove it, or write false, to let them run.`,
  })),
  PLUGIN_MANIFEST_INVALID: error((p: { why: string }) => ({
    what: `This plugin is not loaded: ${p.why}.`,
    fix: `In plugin.json write "hooks" as "./hooks/hooks.json", as an object like that file, or as a list of such; paths stay inside the plugin.`,
  })),
  PLUGIN_HOOKS_MISSING: warning((p: { plugin: string; path: string }) => ({
    what: `The plugin ${JSON.stringify(p.plugin)} names the hooks file ${p.path}, which was not found.`,
    fix: `Correct the path in plugin.json, or add the file.`,
  })),
  PLUGIN_DIR_MISSING: error(() => ({
    what: `This plugin folder was named on the command line, but does not exist or is empty.`,
    fix: `Correct the path after --plugin-dir; it is relative to the current directory.`,
  })),
  PLUGIN_REPLACED: warning((p: { plugin: string; by: string }) => ({
    what: `This copy of the plugin ${JSON.stringify(p.plugin)} is not used; the one in ${p.by} counts.`,
    fix: `Remove one of them, or give one another name in its plugin.json.`,
  })),
  PLUGIN_GUARDS_KEPT: warning((p: { plugin: string; by: string }) => ({
    what: `${p.by} takes away the plugin ${JSON.stringify(p.plugin)}, which is yours; its hooks with "on_failure": "block" run all the same.`,
    fix: `A workspace cannot switch off what you require. Disable the plugin yourself if you do not want it here.`,
  })),
  PLUGIN_DISABLED: warning((p: { plugin: string; by: string }) => ({
    what: `The plugin ${JSON.stringify(p.plugin)} is switched off by ${p.by}, so its hooks do not run.`,
    fix: `Write true for it there to switch it on again.`,
  })),
} as const;
