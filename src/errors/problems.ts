import { error, warning } from "./entry.ts";
import { agentHooksProblems } from "./problems/agent-hooks.ts";
import { agentsProblems } from "./problems/agents.ts";
import { claudeProblems } from "./problems/claude.ts";
import { convertProblems } from "./problems/convert.ts";
import { hookTestProblems } from "./problems/hook-tests.ts";
import { loopProblems } from "./problems/loop.ts";
import { runtimeProblems } from "./problems/runtime.ts";
import { sessionsProblems } from "./problems/sessions.ts";
import { toolsProblems } from "./problems/tools.ts";
import { trapProblems } from "./problems/traps.ts";
import { trustProblems } from "./problems/trust.ts";

/** Every coded problem, in one place. `docs/errors.md` is printed from this table. */
export const problems = {
  ENGINE_CLOSED: error((p: { event: string }) => ({
    what: `${p.event} was fired after the engine had been closed.`,
    fix: "Fire events before close(), or create another engine.",
  })),
  HOOK_DEFINITION_INVALID: error((p: { hook: string; why: string }) => ({
    what: `The hook ${JSON.stringify(p.hook)} handed to the engine is not valid: ${p.why}.`,
    fix: "Correct the definition where the hook is created.",
  })),
  EVENT_UNKNOWN: error((p: { event: string; suggestion: string | null }) => ({
    what: `There is no event ${JSON.stringify(p.event)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Run "hookline events" to see all events.`,
  })),
  USAGE_COMMAND_UNKNOWN: error((p: { command: string; suggestion: string | null }) => ({
    what: `There is no command ${JSON.stringify(p.command)}.`,
    fix: p.suggestion ? `Did you mean "hookline ${p.suggestion}"?` : `Run "hookline --help" to see all commands.`,
  })),
  USAGE_FLAG_UNKNOWN: error((p: { command: string; flag: string; suggestion: string | null }) => ({
    what: `"hookline ${p.command}" has no flag ${p.flag}.`,
    fix: p.suggestion ? `Did you mean ${p.suggestion}?` : `Run "hookline ${p.command} --help" to see its flags.`,
  })),
  USAGE_TEXT_LIKE_FLAG: error((p: { command: string; text: string }) => ({
    what: `"hookline ${p.command}" takes ${JSON.stringify(p.text)} for a flag, because it begins with a dash.`,
    fix: `Write -- before it, and all flags before that: hookline ${p.command} [flags] -- "…"`,
  })),
  USAGE_FLAG_NEEDS_VALUE: error((p: { flag: string; value: string }) => ({
    what: `${p.flag} needs a value.`,
    fix: `Write ${p.flag} ${p.value}.`,
  })),
  USAGE_FLAG_TAKES_NO_VALUE: error((p: { flag: string; value: string }) => ({
    what: `${p.flag} takes no value, but was given ${JSON.stringify(p.value)}.`,
    fix: `Write ${p.flag} alone.`,
  })),
  USAGE_VALUE_INVALID: error((p: { name: string; value: string; allowed: string; suggestion: string | null }) => ({
    what: `${p.name} cannot be ${JSON.stringify(p.value)}.`,
    fix: `${p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}? ` : ""}Allowed: ${p.allowed}.`,
  })),
  USAGE_FLAGS_CONFLICT: error((p: { flags: string }) => ({
    what: `${p.flags} cannot be used together.`,
    fix: `Use one of them.`,
  })),
  USAGE_ARGUMENT_MISSING: error((p: { command: string; argument: string }) => ({
    what: `"hookline ${p.command}" needs <${p.argument}>.`,
    fix: `Run "hookline ${p.command} --help" for examples.`,
  })),
  USAGE_ARGUMENT_EXTRA: error((p: { command: string; argument: string }) => ({
    what: `"hookline ${p.command}" does not know what to do with ${JSON.stringify(p.argument)}.`,
    fix: `Leave it out, or quote a value that contains blanks. "hookline ${p.command} --help" shows the usage.`,
  })),
  USAGE_SESSION_MISSING: error(() => ({
    what: `"hookline runs" needs to know whose runs to show.`,
    fix: `Add --session <id>, or choose with --hook <name>, --workspace <workspace> or --all.`,
  })),
  FAMILY_UNKNOWN: error((p: { family: string; suggestion: string | null; allowed: string }) => ({
    what: `There is no event family ${JSON.stringify(p.family)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Families are: ${p.allowed}.`,
  })),
  HOOK_UNKNOWN: error((p: { name: string; workspace: string; suggestion: string | null }) => ({
    what: `There is no hook named ${JSON.stringify(p.name)} in ${p.workspace}.`,
    fix: p.suggestion
      ? `Did you mean ${JSON.stringify(p.suggestion)}?`
      : `Run "hookline list" to see the hooks here, or choose another workspace with --workspace.`,
  })),
  PAYLOAD_MISSING: error((p: { event: string }) => ({
    what: `No payload was given for ${p.event}.`,
    fix: `Add --payload with a file name, "-" for standard input, or the JSON itself, e.g. --payload '{}'.`,
  })),
  PAYLOAD_FILE_UNREADABLE: error((p: { path: string; why: string }) => ({
    what: `The payload file ${p.path} cannot be read: ${p.why}.`,
    fix: `Check the path. JSON written on the command line must start with "{"; "-" reads standard input.`,
  })),
  PAYLOAD_NOT_JSON: error((p: { from: string; why: string }) => ({
    what: `The payload from ${p.from} is not a JSON object: ${p.why}.`,
    fix: `Give one JSON object, e.g. '{"tool_name":"Edit"}'. On a shell command line, put it in single quotes.`,
  })),
  PAYLOAD_INVALID: error((p: { event: string; fields: string }) => ({
    what: `The payload does not fit ${p.event}: ${p.fields}.`,
    fix: `Correct it. docs/events.md lists the fields of ${p.event}.`,
  })),
  DURATION_OR_TIME_INVALID: error((p: { flag: string; value: string }) => ({
    what: `${p.flag} cannot read ${JSON.stringify(p.value)} as a time.`,
    fix: `Write a time such as 2026-04-16T15:04:05Z, or how far to look back, such as 5m or 1h30m.`,
  })),
  LOCK_BUSY: error((p: { path: string; seconds: number }) => ({
    what: `Another process has kept ${p.path} to itself for more than ${p.seconds} s.`,
    fix: `Wait until it is done, or end it, and try again.`,
  })),
  GIT_UNAVAILABLE: error((p: { why: string }) => ({
    what: `git cannot be started: ${p.why}.`,
    fix: `Install git, and make sure that it is on the PATH.`,
  })),
  SNAPSHOT_GIT_FAILED: error((p: { command: string; why: string }) => ({
    what: `git ${p.command} failed in the snapshot repository: ${p.why}`,
    fix: `Check that the disk is not full and that you may write to the folder "snapshots" in Hookline's home. Your own repository is not affected.`,
  })),
  SNAPSHOT_NO_WORKTREE: error((p: { path: string }) => ({
    what: `${p.path} is not in a checked-out git repository, so no snapshots are taken there.`,
    fix: `Go to the repository, or name it with --workspace. To have snapshots here, make one with "git init".`,
  })),
  SNAPSHOT_LOST: error((p: { why: string }) => ({
    what: `The files of that checkpoint are no longer there: ${p.why}`,
    fix: `Choose a younger checkpoint. "hookline snapshots" lists them; they are kept for seven days.`,
  })),
  CHECKPOINT_UNKNOWN: error((p: { id: string; suggestion: string | null }) => ({
    what: `There is no checkpoint ${JSON.stringify(p.id)} here.`,
    fix: p.suggestion
      ? `Did you mean ${JSON.stringify(p.suggestion)}?`
      : `Run "hookline snapshots" to see all of them.`,
  })),
  UNDO_CONFLICT: error((p: { files: string }) => ({
    what: `Somebody has changed files since then, and undo would overwrite that: ${p.files}. Nothing was changed.`,
    fix: `Save what you want to keep elsewhere, or add --force. What --force overwrites can be taken back as well.`,
  })),
  UNDO_BLOCKED: error((p: { why: string }) => ({
    what: `The files could not be put back: ${p.why}`,
    fix: `Move what is in the way, and try again.`,
  })),
  UNDO_INCOMPLETE: error((p: { files: string; undo: string }) => ({
    what: `Some files could not be put back: ${p.files}. The others are as they were.`,
    fix: `Make sure that you may write to them and to their folders, and try again; or go back with "hookline undo --to ${p.undo}".`,
  })),
  PATH_NOT_FOUND: error((p: { path: string }) => ({
    what: `There is nothing at ${p.path}.`,
    fix: `Check the path. Without a path the whole workspace is looked at.`,
  })),
  EXAMPLE_MISSING: error((p: { path: string }) => ({
    what: `The example workspace is not at ${p.path}.`,
    fix: `Install the complete package, or run the demo from a checkout of the repository.`,
  })),
  RUN_STORE_NEWER: error((p: { file: string; version: number; known: number }) => ({
    what: `The run records in ${p.file} were written by a newer Hookline (format ${p.version}, this one knows ${p.known}).`,
    fix: "Update Hookline, or set HOOKLINE_HOME to another directory. The file was left as it is.",
  })),
  RUN_STORE_CORRUPT: error((p: { file: string; why: string }) => ({
    what: `The run records in ${p.file} cannot be read: ${p.why}.`,
    fix: `Move the file away to start with an empty one, or rescue what is in it with "sqlite3 ${p.file} .recover". It was left as it is.`,
  })),
  RUN_STORE_UNSAFE: error((p: { path: string; why: string; fix: string }) => ({
    what: `Run records are not kept in ${p.path}: ${p.why}.`,
    fix: p.fix,
  })),
  RUN_STORE_BUSY: error((p: { file: string }) => ({
    what: `Another program has kept ${p.file} locked for too long.`,
    fix: "Close the program that has the file open (for example an sqlite3 shell inside a transaction) and try again.",
  })),
  RUN_STORE_FULL: error((p: { file: string }) => ({
    what: `There is no space left to write run records to ${p.file}.`,
    fix: "Free some space on that disk. Records that are still waiting are written as soon as there is room.",
  })),
  RUN_STORE_FAILED: error((p: { file: string; why: string }) => ({
    what: `Run records could not be read from or written to ${p.file}: ${p.why}.`,
    fix: "Check that the directory exists, belongs to you and can be written to.",
  })),
  RUN_RECORDS_LOST: error((p: { count: number; why: string }) => ({
    what: `${p.count} run record${p.count === 1 ? "" : "s"} could not be written: ${p.why}`,
    fix: "Remove the cause. The hooks themselves ran, and their decisions were not affected.",
  })),
  RUN_WRITER_CRASHED: warning((p: { pid: number; lastCommitAt: string | null }) => ({
    what: `Process ${p.pid} ended without closing the run records. Runs of its last moments may be missing${p.lastCommitAt ? `, those after ${p.lastCommitAt}` : ""}.`,
    fix: "Nothing needs to be done. If it happens often, find out what kills the process (lack of memory, kill -9).",
  })),
  RUN_OUTCOME_UNKNOWN: error((p: { outcome: string; known: string }) => ({
    what: `There is no run outcome ${JSON.stringify(p.outcome)}.`,
    fix: `Use one of: ${p.known}.`,
  })),
  RUN_MODE_UNKNOWN: error((p: { mode: string; known: string }) => ({
    what: `There is no hook mode ${JSON.stringify(p.mode)}.`,
    fix: `Use one of: ${p.known}.`,
  })),
  RUN_RECORD_INVALID: error((p: { field: string; value: string; want: string }) => ({
    what: `A run record cannot have ${p.value} as its ${p.field}.`,
    fix: `Give ${p.want}.`,
  })),
  RUN_FILTER_INVALID: error((p: { filter: string; value: string; want: string }) => ({
    what: `${p.filter} cannot be ${JSON.stringify(p.value)}.`,
    fix: `Give ${p.want}.`,
  })),
  SESSION_ID_UNSAFE: error((p: { session: string }) => ({
    what: `${JSON.stringify(p.session)} cannot be a session id.`,
    fix: "Give an id that is not empty, has no slash, backslash or control character, and is neither . nor ..",
  })),
  FILE_UNREADABLE: error((p: { why: string }) => ({
    what: `This file cannot be read: ${p.why}.`,
    fix: `Check that it is an ordinary file and that you may read it. Hooks declared in it do not run until then.`,
  })),
  FILE_TOO_LARGE: error((p: { bytes: number; limit: number }) => ({
    what: `This file has ${p.bytes} bytes; files with hook declarations may have ${p.limit}.`,
    fix: `Move everything that is not a declaration elsewhere. Hooks declared in it do not run until then.`,
  })),
  FILE_SYNTAX: error((p: { format: string; why: string }) => ({
    what: `This is not valid ${p.format}: ${p.why}.`,
    fix: `Correct the line. None of the hooks declared in this file can be read until then.`,
  })),
  FRONTMATTER_MISSING: warning((p: { file: string }) => ({
    what: `${p.file} has no frontmatter, so it declares no hooks.`,
    fix: `Begin the file with a line "---", the keys, and another line "---"; or move it out of this folder.`,
  })),
  CONFIG_KEY_UNKNOWN: error((p: { key: string; suggestion: string | null; allowed: string }) => ({
    what: `There is no setting ${JSON.stringify(p.key)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Settings here are: ${p.allowed}.`,
  })),
  CONFIG_TABLE_UNKNOWN: warning((p: { table: string; suggestion: string | null; allowed: string }) => ({
    what: `Nothing reads the table ${JSON.stringify(p.table)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Tables of this file are: ${p.allowed}.`,
  })),
  CONFIG_VALUE_INVALID: error((p: { key: string; expected: string; got: string }) => ({
    what: `${p.key} must be ${p.expected}, but is ${p.got}.`,
    fix: p.got === "missing" ? `Add it.` : `Write ${p.expected}, or remove the line to use the default.`,
  })),
  CONFIG_NOT_HERE: warning((p: { key: string; belongs: string }) => ({
    what: `${p.key} is ignored in this file.`,
    fix: `Write it in ${p.belongs}, where a repository cannot change it for you; or remove it here.`,
  })),
  HOOK_NOT_A_TABLE: error((p: { hook: string; got: string }) => ({
    what: `${p.hook} must be a table of keys and values, but is ${p.got}.`,
    fix: `Write at least name, event and command.`,
  })),
  HOOK_LIST_INVALID: error((p: { key: string; got: string }) => ({
    what: `${p.key} must be a list of hooks, but is ${p.got}.`,
    fix: `In TOML begin each hook with [[${p.key}]]; in YAML begin each with "- " under "${p.key}:".`,
  })),
  HOOK_MISPLACED: error((p: { key: string; expected: string }) => ({
    what: `A hook is declared under ${JSON.stringify(p.key)}, where nobody looks for hooks.`,
    fix: `Declare it under ${JSON.stringify(p.expected)}. It does not run until then.`,
  })),
  HOOK_FIELD_INVALID: error((p: { hook: string; key: string; expected: string; got: string }) => ({
    what: `${p.hook}: ${p.key} must be ${p.expected}, but is ${p.got}.`,
    fix: p.expected.startsWith("text") ? `Write ${p.key} in quotes.` : `Write ${p.expected}, or leave ${p.key} out.`,
  })),
  HOOK_NOT_A_MAPPING: error((p: { hook: string; got: string }) => ({
    what: `${p.hook} must be a mapping of keys and values, but is ${p.got}.`,
    fix: `Write at least "type:" and what that type needs, e.g. "command:".`,
  })),
  HOOK_TYPE_MISSING: error((p: { hook: string; allowed: string }) => ({
    what: `${p.hook} has no type.`,
    fix: `Add "type:" with one of ${p.allowed}.`,
  })),
  HOOK_TYPE_UNKNOWN: error((p: { hook: string; type: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.hook}: there is no hook type ${JSON.stringify(p.type)}.`,
    fix: `${p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}? ` : ""}Types are: ${p.allowed}.`,
  })),
  HOOK_SHELL_COMMAND_MISSING: error((p: { hook: string }) => ({
    what: `${p.hook} has the type "command", but no command.`,
    fix: `Add "command:" with what the shell should run.`,
  })),
  HOOK_MODEL_INCOMPLETE: error((p: { hook: string; key: string }) => ({
    what: `${p.hook} has the type "model", but ${p.key} is missing or empty.`,
    fix: `Add "model:" with a provider and a model, e.g. openai/gpt-4o-mini, and "prompt:" with what to ask it.`,
  })),
  HOOK_PROMPT_INVALID: error((p: { hook: string; why: string }) => ({
    what: `${p.hook}: the prompt is not a valid template: ${p.why}.`,
    fix: `Write fields as {{ .ToolName }} and values as {{ .ToolInput | toJSON }}.`,
  })),
  HOOK_SCHEMA_UNKNOWN: error((p: { hook: string; schema: string; allowed: string }) => ({
    what: `${p.hook}: there is no schema ${JSON.stringify(p.schema)}.`,
    fix: `Write one of ${p.allowed}, or leave schema out to use the answer as text.`,
  })),
  HOOK_SCHEMA_MISSING: warning((p: { hook: string; event: string; allowed: string }) => ({
    what: `${p.hook} asks a model for a text, which has no effect on ${p.event}: without a schema it decides nothing.`,
    fix: `Add "schema: ${p.allowed}" to let it decide, or move the hook to an event that takes context, e.g. turn_start.`,
  })),
  HOOK_ENTRY_EMPTY: error((p: { hook: string }) => ({
    what: `${p.hook} has no hooks.`,
    fix: `Hooks of this event stand under an entry: write "- matcher: ..." and below it "hooks:" with at least one hook.`,
  })),
  HOOK_MATCHER_REGEX: error((p: { hook: string; pattern: string; why: string }) => ({
    what: `${p.hook}: the matcher ${JSON.stringify(p.pattern)} is not a regular expression we can use: ${p.why}.`,
    fix: `Correct it. It must match the whole name of the tool, e.g. "shell", "shell|edit_file" or "mcp:.*"; lookaround and back references are not possible.`,
  })),
  HOOK_PREEMPT_IDLE: warning((p: { hook: string; event: string }) => ({
    what: `${p.hook}: preempt_yolo means nothing on ${p.event}.`,
    fix: `Move the entry to pre_tool_use, or remove preempt_yolo.`,
  })),
  HOOK_ON_ERROR_CONFLICT: error((p: { hook: string }) => ({
    what: `${p.hook}: "on_error: block" and "on_failure: open" contradict each other.`,
    fix: `Keep the one that you mean.`,
  })),
  HOOK_BLOCK_IDLE: warning((p: { hook: string; setting: string; event: string }) => ({
    what: `${p.hook}: "${p.setting}" has no effect, because nothing can block ${p.event}.`,
    fix: `Remove it, or move the hook to an event that can be blocked.`,
  })),
  DOCKER_EVENT_UNKNOWN: error((p: { at: string; event: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.at}: docker-agent has no event ${JSON.stringify(p.event)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Its events are: ${p.allowed}.`,
  })),
  TOOLSET_SAFER_MISPLACED: error((p: { at: string; type: string }) => ({
    what: `${p.at} is only for toolsets of the type "shell"; this one is ${p.type}.`,
    fix: `Move it to the shell toolset, or remove it.`,
  })),
  PERMISSION_RULES_INVALID: error((p: { at: string; why: string }) => ({
    what: `${p.at} ${p.why}.`,
    fix: `Write lists of rules under "allow", "ask" and "deny", e.g. deny: ["shell:cmd=sudo*"].`,
  })),
  PERMISSION_RULE_INVALID: error((p: { at: string; rule: string; why: string }) => ({
    what: `${p.at}: the rule ${JSON.stringify(p.rule)} cannot be read: ${p.why}.`,
    fix: `Write a tool's name, or tool:argument=pattern, e.g. "shell:cmd=git status*". "*" stands for anything, "?" for one character; put a backslash before them to mean them.`,
  })),
  PERMISSION_RULE_IDLE: warning(
    (p: { list: string; rule: string; tool: string; suggestion: string | null; known: string }) => ({
      what: `The ${p.list} rule ${JSON.stringify(p.rule)} has no effect: no tool is called ${JSON.stringify(p.tool)}.`,
      fix: p.suggestion
        ? `Did you mean ${JSON.stringify(p.suggestion)}?`
        : `Tools are: ${p.known}. Those of a server are written mcp__<server>__<tool>.`,
    }),
  ),
  AGENT_FILE_MISSING: error(() => ({
    what: `This agent file was named on the command line, but does not exist.`,
    fix: `Correct the path after --agent-file; it is relative to the current directory.`,
  })),
  HOOK_NAME_MISSING: error((p: { hook: string }) => ({
    what: `${p.hook} has no name.`,
    fix: `Add a name that says what the hook is for, e.g. name = "block-secret-files". Run history is kept under it.`,
  })),
  HOOK_NAME_REPEATED: warning((p: { name: string; line: number }) => ({
    what: `The hook name ${JSON.stringify(p.name)} is used again in this file; this entry replaces the one on line ${p.line}.`,
    fix: `Give one of the two another name if both should run, or remove one.`,
  })),
  HOOK_CANNOT_REPLACE_YOURS: error((p: { name: string; place: string }) => ({
    what: `This entry would take the place of your own required hook ${JSON.stringify(p.name)} (${p.place}). A workspace may not do that: yours runs, this entry does not.`,
    fix: `Give this entry another name, or take "required" away from your own hook.`,
  })),
  HOOK_REPLACES_YOURS: warning((p: { name: string; place: string; isOff: boolean }) => ({
    what: p.isOff
      ? `This entry switches off your own hook ${JSON.stringify(p.name)} (${p.place}) in this workspace.`
      : `This entry takes the place of your own hook ${JSON.stringify(p.name)} (${p.place}) in this workspace.`,
    fix: `Give it another name if your own hook should run here as well.`,
  })),
  HOOK_EVENT_UNKNOWN: error((p: { hook: string; event: string | null; suggestion: string | null }) => ({
    what: p.event === null ? `${p.hook} has no event.` : `${p.hook}: there is no event ${JSON.stringify(p.event)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Run "hookline events" to see all events.`,
  })),
  HOOK_EVENT_LEGACY: error((p: { hook: string; event: string; replacement: string }) => ({
    what: `${p.hook}: the event ${JSON.stringify(p.event)} is the old name of ${JSON.stringify(p.replacement)}.`,
    fix: `Write event: ${p.replacement}.`,
  })),
  HOOK_MODE_INVALID: error((p: { hook: string; mode: string }) => ({
    what: `${p.hook}: mode cannot be ${JSON.stringify(p.mode)}.`,
    fix: `Write "sync" for a hook that may change or refuse something, "async" (the default) for one that only watches.`,
  })),
  HOOK_REQUIRED_ASYNC: error((p: { hook: string; setting: string }) => ({
    what: `${p.hook}: ${p.setting} needs mode = "sync"; an async hook runs when the decision is already made.`,
    fix: `Add mode = "sync", or remove ${p.setting}.`,
  })),
  HOOK_EVENT_ASYNC_ONLY: error((p: { hook: string; event: string }) => ({
    what: `${p.hook}: nobody waits for hooks on ${p.event}, so mode cannot be "sync".`,
    fix: `Write mode = "async". "hookline events --sync-only" lists the events that take sync hooks.`,
  })),
  HOOK_FAILURE_CONFLICT: error((p: { hook: string }) => ({
    what: `${p.hook}: required = true and on_failure = "open" contradict each other.`,
    fix: `Remove on_failure if a failed run must stop the operation, or remove required if it must not.`,
  })),
  HOOK_TIMEOUT_INVALID: error((p: { hook: string; timeout: string; why: string }) => ({
    what: `${p.hook}: timeout ${p.timeout} is not a duration: ${p.why}.`,
    fix: `Write a number with a unit, e.g. "5s", "250ms" or "1m30s".`,
  })),
  HOOK_PRIORITY_INVALID: error((p: { hook: string; priority: string }) => ({
    what: `${p.hook}: priority must be a whole number between -2147483648 and 2147483647, but is ${p.priority}.`,
    fix: `Write a whole number; hooks with a higher one run earlier. Config hooks have 500 when nothing is written.`,
  })),
  HOOK_EXECUTOR_MISSING: error((p: { hook: string }) => ({
    what: `${p.hook} does not say what to run.`,
    fix: `Add command with a program, e.g. "./hooks/my-hook.sh" (and args), or an executor table with kind and command.`,
  })),
  HOOK_EXECUTOR_UNKNOWN: error((p: { hook: string; kind: string }) => ({
    what: `${p.hook}: there is no executor kind ${JSON.stringify(p.kind)}.`,
    fix: `Kinds are: subprocess (or leave kind out when there is a command), builtin, wasm.`,
  })),
  HOOK_EXECUTOR_NATIVE: error((p: { hook: string }) => ({
    what: `${p.hook}: executor kind "native" is for functions of the program itself; a file cannot declare one.`,
    fix: `Write kind = "subprocess" and a command.`,
  })),
  HOOK_BUILTIN_UNKNOWN: error((p: { hook: string; builtin: string; suggestion: string | null }) => ({
    what: `${p.hook}: there is no built-in hook ${JSON.stringify(p.builtin)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Run "hookline builtins" to see all of them.`,
  })),
  HOOK_BUILTIN_EVENT: warning((p: { hook: string; builtin: string; event: string; allowed: string }) => ({
    what: `${p.hook}: the built-in hook ${p.builtin} has no effect on ${p.event}.`,
    fix: `Declare it on one of: ${p.allowed}.`,
  })),
  HOOK_BUILTIN_MISSING: error((p: { hook: string }) => ({
    what: `${p.hook} is a built-in hook, but command does not say which.`,
    fix: `Write its name as command, e.g. "add_date". Run "hookline builtins" to see all of them.`,
  })),
  HOOK_COMMAND_MISSING: error((p: { hook: string }) => ({
    what: `${p.hook} runs a command, but command is missing or empty.`,
    fix: `Add command with the name or path of a program; its arguments go into args.`,
  })),
  HOOK_EXECUTOR_FIELDS: error((p: { hook: string; kind: string; fields: string }) => ({
    what: `${p.hook}: ${p.fields} cannot be used with executor kind ${JSON.stringify(p.kind)}.`,
    fix: `Remove ${p.fields}, or write kind = "subprocess".`,
  })),
  HOOK_EXECUTOR_MIXED: error((p: { hook: string; top: string; nested: string }) => ({
    what: `${p.hook} says what to run in two places: ${p.top} and ${p.nested}.`,
    fix: `Keep one of the two forms: everything at the top, or everything under executor.`,
  })),
  HOOK_MATCHER_FIELD: error((p: { hook: string; event: string; fields: string; allowed: string }) => ({
    what: `${p.hook}: hooks on ${p.event} cannot match on ${p.fields}.`,
    fix: `Matcher fields of ${p.event}: ${p.allowed}.`,
  })),
  HOOK_MATCHER_PATTERN: error((p: { hook: string; field: string; pattern: string; why: string }) => ({
    what: `${p.hook}: the pattern ${JSON.stringify(p.pattern)} of matcher.${p.field} is not valid: ${p.why}.`,
    fix: `Use *, ? and classes such as [abc]; put a backslash before a character that should stand for itself.`,
  })),
  HOOK_MATCHER_FLAT: warning((p: { hook: string; field: string }) => ({
    what: `${p.hook}: matcher.${p.field} is an old spelling of matcher.autonomy.${p.field}; it is read as that.`,
    fix: `Move ${p.field} under matcher.autonomy.`,
  })),
  HOOK_AGENT_CONFLICT: error((p: { hook: string; agent: string; written: string }) => ({
    what: `${p.hook} belongs to the agent ${JSON.stringify(p.agent)}, but its matcher.agent_name is ${JSON.stringify(p.written)}.`,
    fix: `Remove matcher.agent_name; hooks of an AGENT.md apply to that agent only. Use config.toml for other agents.`,
  })),
  HOOK_WORKSPACE_CONFLICT: error((p: { hook: string; workspace: string; written: string }) => ({
    what: `${p.hook} is declared in the workspace ${JSON.stringify(p.workspace)}, but its matcher.workspace_id is ${JSON.stringify(p.written)}, so it could never run.`,
    fix: `Remove matcher.workspace_id, or move the hook to the config.toml of your home folder or of that workspace.`,
  })),
  HOOK_KEY_UNKNOWN: error((p: { hook: string; key: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.hook} has no key ${JSON.stringify(p.key)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Keys are: ${p.allowed}.`,
  })),
  HOOK_KEY_RESERVED: error((p: { hook: string; key: string }) => ({
    what: `${p.hook}: ${JSON.stringify(p.key)} follows from where the hook is declared and cannot be written.`,
    fix: `Remove ${p.key}.`,
  })),
  HOOK_PATH_ESCAPES: error((p: { hook: string; path: string; root: string }) => ({
    what: `${p.hook}: ${JSON.stringify(p.path)} leads out of the extension's folder ${p.root}.`,
    fix: `Keep the program inside the extension, or name one on the PATH.`,
  })),
  HOOK_TEMPLATE_INVALID: error((p: { hook: string; key: string; why: string }) => ({
    what: `${p.hook}: ${p.key} cannot be filled in: ${p.why}.`,
    fix: `Write {{config_dir}} for the extension's folder and {{env:NAME}} for an environment variable.`,
  })),
  HOOK_ENV_SECRET: error((p: { hook: string; extension: string; variable: string }) => ({
    what: `${p.hook} of the extension ${JSON.stringify(p.extension)} asks for the environment variable ${p.variable}, which looks like a secret.`,
    fix: `If it may have it, add ${JSON.stringify(`${p.extension}:${p.variable}`)} to allowed_env under [extensions] in the config.toml of your home folder.`,
  })),
  AGENT_NAME_MISMATCH: error((p: { name: string; folder: string }) => ({
    what: `This AGENT.md says its name is ${JSON.stringify(p.name)}, but its folder is ${JSON.stringify(p.folder)}.`,
    fix: `Give both the same name; none of its hooks run until then.`,
  })),
  SKILL_HOOKS_MALFORMED: warning((p: { key: string; got: string; expected: string }) => ({
    what: `${p.key} is ${p.got} instead of ${p.expected}, so it declares no hook.`,
    fix: `Write ${p.expected}, or remove it.`,
  })),
  SKILL_HOOKS_NOT_ALLOWED: warning((p: { skill: string; slug: string; count: number }) => ({
    what: `The ${p.count === 1 ? "hook" : `${p.count} hooks`} of the marketplace skill ${JSON.stringify(p.skill)} will not run.`,
    fix: `Read the skill; if you trust it, add ${JSON.stringify(p.slug)} to allowed_marketplace_hooks under [skills] in the config.toml of your home folder.`,
  })),
  SKILL_CHANGED: error((p: { skill: string }) => ({
    what: `The skill ${JSON.stringify(p.skill)} is not what the marketplace delivered: its content does not match the hash in .agh-meta.json.`,
    fix: `Install it again. None of its hooks run until then.`,
  })),
  EXTENSION_MANIFEST_TWICE: warning((p: { ignored: string }) => ({
    what: `This extension has two manifests; ${p.ignored} is ignored.`,
    fix: `Remove one of them.`,
  })),
  WORKSPACE_UNKNOWN: error((p: { workspace: string; suggestion: string | null }) => ({
    what: `There is no workspace ${JSON.stringify(p.workspace)}.`,
    fix: p.suggestion
      ? `Did you mean ${JSON.stringify(p.suggestion)}?`
      : `Give a path such as ".", or register the workspace under [[workspaces]] in the config.toml of your home folder.`,
  })),
  WORKSPACE_MISSING: error((p: { workspace: string; root: string }) => ({
    what: `The workspace ${JSON.stringify(p.workspace)} should be at ${p.root}, but there is no such folder.`,
    fix: `Create the folder, or correct the path.`,
  })),
  ...claudeProblems,
  ...agentHooksProblems,
  ...agentsProblems,
  ...loopProblems,
  ...runtimeProblems,
  ...sessionsProblems,
  ...toolsProblems,
  ...trustProblems,
  ...trapProblems,
  ...hookTestProblems,
  ...convertProblems,
} as const;
