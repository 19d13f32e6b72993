import { error, warning } from "../entry.ts";

/** Problems of HOOK.md. */
export const agentHooksProblems = {
  AGENT_HOOK_FRONTMATTER_MISSING: error(() => ({
    what: `This file has no frontmatter, so it declares no hook.`,
    fix: `Begin it with a line "---", then name, description and trigger, then another line "---".`,
  })),
  AGENT_HOOK_FRONTMATTER_UNCLOSED: error(() => ({
    what: `The frontmatter that begins here is not closed.`,
    fix: `Write a line "---" after the last key.`,
  })),
  AGENT_HOOK_FOREIGN: error((p: { program: string }) => ({
    what: `This is not an Agent Hook, but a HOOK.md of ${p.program}. It is not run here.`,
    fix: `Leave it to ${p.program}. To make it an Agent Hook, give it a trigger, such as before_tool, and a script scripts/run.sh.`,
  })),
  AGENT_HOOK_SETTINGS_UNREADABLE: error((p: { why: string; allMustHold: boolean }) => ({
    what: `This is not valid TOML: ${p.why}. Nothing that the file says counts: no hook is switched off by it, and none is changed.`,
    fix: `Correct the line.${p.allMustHold ? ` It speaks of on_failure, so until then every hook beside it must give an answer.` : ""}`,
  })),
  AGENT_HOOK_DIRECTORY_INVALID: error((p: { path: string; why: string }) => ({
    what: `${p.path} ${p.why}.`,
    fix: `Name a directory that holds a HOOK.md, or the HOOK.md itself.`,
  })),
  AGENT_HOOK_FIELD_MISSING: error((p: { hook: string; field: string }) => ({
    what: `${p.hook} has no ${p.field}.`,
    fix: `Add "${p.field}:" to the frontmatter. A hook needs name, description and trigger.`,
  })),
  AGENT_HOOK_TRIGGER_UNKNOWN: error(
    (p: { hook: string; trigger: string; suggestion: string | null; allowed: string }) => ({
      what: `${p.hook}: there is no trigger ${JSON.stringify(p.trigger)}.`,
      fix: `${p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}? ` : ""}Triggers are: ${p.allowed}.`,
    }),
  ),
  AGENT_HOOK_TRIGGER_IDLE: warning((p: { hook: string; trigger: string; instead: string }) => ({
    what: `${p.hook}: the trigger ${JSON.stringify(p.trigger)} is accepted, but nothing fires it here, so the hook never runs.`,
    fix: `Use ${p.instead}, or leave the hook to agents that know this trigger.`,
  })),
  AGENT_HOOK_MATCHER_INVALID: error((p: { hook: string; got: string }) => ({
    what: `${p.hook}: matcher must be a mapping with "tool", "pattern" or both, but is ${p.got}.`,
    fix: `Write "matcher:" and below it, indented, "tool:" or "pattern:" with a regular expression.`,
  })),
  AGENT_HOOK_PATTERN_INVALID: error((p: { hook: string; key: string; pattern: string; why: string }) => ({
    what: `${p.hook}: matcher.${p.key} ${JSON.stringify(p.pattern)} is not a regular expression we can use: ${p.why}.`,
    fix: `Correct it. Lookaround and back references are not possible. Single quotes keep backslashes as they are.`,
  })),
  AGENT_HOOK_PATTERN_TYPE: error((p: { hook: string; key: string; got: string }) => ({
    what: `${p.hook}: matcher.${p.key} must be text, but is ${p.got}.`,
    fix: `Write it in single quotes.`,
  })),
  AGENT_HOOK_NAME_UNPRINTABLE: error((p: { hook: string }) => ({
    what: `${p.hook}: the name has control characters in it.`,
    fix: `Write it with letters, digits and hyphens.`,
  })),
  AGENT_HOOK_FIELD_RESERVED: error((p: { hook: string; field: string }) => ({
    what: `${p.hook}: ${JSON.stringify(p.field)} cannot be said in the file of a hook: it is decided by whoever runs it.`,
    fix: `Remove the field.`,
  })),
  AGENT_HOOK_ENTRY_OUTSIDE: error((p: { hook: string; entry: string }) => ({
    what: `${p.hook}: ${p.entry} leads out of the hook's directory, so it is not run.`,
    fix: `Put the script itself there instead of a link.`,
  })),
  AGENT_HOOK_FIELD_TYPE: error((p: { hook: string; field: string; expected: string; got: string; used: string }) => ({
    what: `${p.hook}: ${p.field} must be ${p.expected}, but is ${p.got}; ${p.used} is used.`,
    fix: `Write ${p.expected}, or leave ${p.field} out.`,
  })),
  AGENT_HOOK_OUT_OF_RANGE: error((p: { hook: string; field: string; range: string; got: string; used: string }) => ({
    what: `${p.hook}: ${p.field} must be ${p.range}, but is ${p.got}; ${p.used} is used.`,
    fix: `Write a number in that range, or leave ${p.field} out.`,
  })),
  AGENT_HOOK_NAME_STYLE: error((p: { name: string; why: string }) => ({
    what: `The name ${JSON.stringify(p.name)} ${p.why}.`,
    fix: `Use up to 64 lower-case letters, digits and single hyphens, e.g. "block-dangerous-commands".`,
  })),
  AGENT_HOOK_NAME_DIRECTORY: error((p: { name: string; directory: string }) => ({
    what: `The hook is named ${JSON.stringify(p.name)}, but lies in a directory called ${JSON.stringify(p.directory)}.`,
    fix: `Give both the same name.`,
  })),
  AGENT_HOOK_DESCRIPTION_LONG: error((p: { hook: string; length: number }) => ({
    what: `${p.hook}: the description has ${p.length} characters; 1024 are allowed.`,
    fix: `Say in a sentence what the hook does, and move the rest below the frontmatter.`,
  })),
  AGENT_HOOK_FIELD_UNKNOWN: error((p: { hook: string; field: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.hook}: the field ${JSON.stringify(p.field)} means nothing.`,
    fix: p.suggestion
      ? `Did you mean ${JSON.stringify(p.suggestion)}?`
      : `Fields are: ${p.allowed}. Put others under "metadata:".`,
  })),
  AGENT_HOOK_ESCAPE_UNKNOWN: warning((p: { escapes: string }) => ({
    what: `YAML does not know ${p.escapes} between double quotes; the backslash was kept. Other programs refuse this file.`,
    fix: `Write the text in single quotes, or double the backslash.`,
  })),
  AGENT_HOOK_CONTROL_CHARACTER: warning((p: { hook: string; key: string; character: string }) => ({
    what: `${p.hook}: matcher.${p.key} contains ${p.character}, a control character, which hardly any input does.`,
    fix: `Between double quotes "\\b" is a backspace. Write the pattern in single quotes: '\\b' is a word boundary.`,
  })),
  AGENT_HOOK_MATCHER_IDLE: warning((p: { hook: string; trigger: string }) => ({
    what: `${p.hook}: the matcher is ignored, because ${p.trigger} is not about a tool; the hook runs every time.`,
    fix: `Remove the matcher, or use before_tool, after_tool or after_tool_failure.`,
  })),
  AGENT_HOOK_FILE_NAME: warning(() => ({
    what: `This file is called hook.md; other programs find a hook only by HOOK.md.`,
    fix: `Rename it to HOOK.md.`,
  })),
  AGENT_HOOK_NO_ENTRY: warning((p: { hook: string }) => ({
    what: `${p.hook} has no entry script, so every run of it fails.`,
    fix: `Add scripts/run, scripts/run.sh or scripts/run.py beside HOOK.md.`,
  })),
  AGENT_HOOK_LONG: warning((p: { tokens: number }) => ({
    what: `This file has about ${p.tokens} tokens; agents that read it when an event fires expect less than 1000.`,
    fix: `Move what an agent need not know into another file of the directory.`,
  })),
  AGENT_HOOK_NAME_REPEATED: warning((p: { name: string; place: string }) => ({
    what: `The hook ${JSON.stringify(p.name)} is already declared in ${p.place}; this one does not run.`,
    fix: `Give one of the two another name, or remove one.`,
  })),
  AGENT_HOOK_CANNOT_REPLACE_YOURS: error((p: { name: string; place: string }) => ({
    what: `This hook would take the place of your own hook ${JSON.stringify(p.name)} (${p.place}), which says "on_failure: block". A workspace may not do that: yours runs, this one does not.`,
    fix: `Give this hook another name, or take "on_failure: block" out of your own.`,
  })),
  AGENT_HOOK_BLOCK_ASYNC: warning((p: { hook: string }) => ({
    what: `${p.hook}: "on_failure: block" has no effect on an async hook, for which nobody waits.`,
    fix: `Remove "async: true" to let the hook block, or remove "on_failure".`,
  })),
} as const;
