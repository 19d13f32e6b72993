import { type Command, defineCommand } from "./command.ts";
import { agentFileFlag, hookFlags } from "./hook-flags.ts";

/*
 * Every command, in the order help shows them. Help, completion and docs/cli.md are printed from this table.
 * A command's code is imported when it runs; keep imports out of this file, every start pays for them.
 */

const sources = ["native", "config", "agent_definition", "skill"];
const modes = ["sync", "async"];
const outcomes = ["applied", "denied", "failed", "skipped", "dropped", "rejected"];
export const shells = ["bash", "zsh", "fish"] as const;

const event = { type: "string", value: "<event>", kind: "event" } as const;
const payload = {
  type: "string",
  short: "p",
  value: "<file|-|json>",
  kind: "file",
  summary: 'The event\'s payload: a file, "-" for standard input, or the JSON object itself.',
} as const;

const list = defineCommand({
  name: "list",
  aliases: ["ls"],
  summary: "Show which hooks are active here, in the order they run.",
  description: `Shows every hook that applies to the workspace, event by event, in the order they run. Declarations that could not be
read are listed below the table with their file, line and fix; they are never left out silently.

Use it to see what will happen before anything happens, and after every change of a hook file.`,
  flags: {
    event: { ...event, summary: "Only hooks of this event." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Only hooks that apply to this agent." },
    source: {
      type: "string",
      value: "<source>",
      choices: sources,
      summary: "Only hooks declared in this kind of place.",
    },
    mode: { type: "string", value: "<mode>", choices: modes, summary: "Only hooks that run sync, or only async ones." },
    ...agentFileFlag,
    ...hookFlags,
  },
  examples: [
    { run: "hookline list", shows: "all hooks of the current directory" },
    { run: "hookline list --event tool.pre_call", shows: "what runs before a tool call" },
    { run: "hookline list --workspace ~/src/checkout -o json", shows: "the same for another workspace, for a script" },
  ],
  run: async (invocation) => (await import("./commands/list.ts")).list(invocation),
});

const info = defineCommand({
  name: "info",
  summary: "Show everything about one hook.",
  description: `Shows a hook's event, source, mode, priority, time limit, matcher and metadata, and where it is declared. Several hooks may
share a name; all of them are shown.

Use it when a hook does not do what you expect and you want to see how Hookline understood it.`,
  args: [{ name: "name", kind: "hook", summary: "The hook's name." }],
  flags: agentFileFlag,
  examples: [
    { run: "hookline info block-secret-file-edits", shows: "one hook of the current directory" },
    { run: "hookline info block-secret-file-edits -o json", shows: "the same for a script" },
  ],
  run: async (invocation) => (await import("./commands/info.ts")).info(invocation),
});

const events = defineCommand({
  name: "events",
  summary: "Show the events a hook can listen to.",
  description: `Shows every event with its family, whether hooks may run sync (and so change or refuse something), and the names of its payload
and patch schemas. The schemas themselves are in schemas/, the fields in docs/events.md.

Use it to find the right event for a new hook.`,
  flags: {
    family: { type: "string", value: "<family>", kind: "family", summary: "Only events of this family." },
    "sync-only": { type: "boolean", summary: "Only events that sync hooks may listen to." },
  },
  examples: [
    { run: "hookline events", shows: "all events" },
    { run: "hookline events --family permission", shows: "the events around permission requests" },
    { run: "hookline events --sync-only -o json", shows: "for a script: events on which a hook can act" },
  ],
  run: async (invocation) => (await import("./commands/events.ts")).events(invocation),
});

const builtins = defineCommand({
  name: "builtins",
  summary: "Show the hooks that come with Hookline.",
  description: `Shows every built-in hook with the events it is for, its arguments and what it does. They run without starting a process
and can be named from every dialect; docs/builtins.md has an example of each.

Use it before you write a hook: it may be there already.`,
  examples: [
    { run: "hookline builtins", shows: "all of them" },
    { run: "hookline builtins -o json", shows: "for a script: with the full list of events" },
  ],
  run: async (invocation) => (await import("./commands/builtins.ts")).builtins(invocation),
});

const runs = defineCommand({
  name: "runs",
  summary: "Show which hooks ran, and what came of it.",
  description: `Shows recorded runs, oldest first. Every run is recorded: those that failed, timed out, were dropped or skipped as well.
Say whose runs you want with --session, --hook, --workspace or --all.

Use it to answer "did my hook run, and what did it decide?".`,
  flags: {
    session: { type: "string", value: "<id>", summary: "Runs of this session." },
    hook: { type: "string", value: "<name>", kind: "hook", summary: "Runs of this hook, in any session." },
    all: { type: "boolean", summary: "Runs of all sessions, and those outside of any session." },
    event: { ...event, summary: "Only runs on this event." },
    outcome: { type: "string", value: "<outcome>", choices: outcomes, summary: "Only runs that came to this." },
    since: {
      type: "string",
      value: "<time|duration>",
      summary: "Only runs since then: 2026-04-16T15:04:05Z, or 5m for the last five minutes.",
    },
    last: { type: "string", value: "<n>", summary: "Only the newest n. 0 means all." },
  },
  examples: [
    { run: "hookline runs --session sess_9f4a --last 20", shows: "a session's newest runs" },
    { run: "hookline runs --hook block-secret-file-edits --outcome denied", shows: "what a hook refused" },
    { run: "hookline runs --all --since 5m -o jsonl", shows: "the last five minutes, one JSON object per line" },
  ],
  run: async (invocation) => (await import("./commands/runs.ts")).runs(invocation),
});

const validate = defineCommand({
  name: "validate",
  aliases: ["check"],
  summary: "Check hook files, and say what is wrong and how to fix it.",
  description: `Reads every hook file of the workspace and of your home, and reports all problems in one go, each with file, line and fix. Runs
nothing. With paths, only problems of files at or below them are reported. Exits 1 when there is an error, 0 when there
are at most warnings.

Use it after an edit, in a pre-commit check and in CI.`,
  args: [{ name: "path", optional: true, many: true, kind: "file", summary: "Files or directories to report on." }],
  flags: agentFileFlag,
  examples: [
    { run: "hookline validate", shows: "check everything that applies here" },
    { run: "hookline validate .hookline/config.toml", shows: "report on one file only" },
    { run: "hookline validate -o json", shows: "for CI: problems with file, line, code and severity" },
  ],
  run: async (invocation) => (await import("./commands/validate.ts")).validate(invocation),
});

const explain = defineCommand({
  name: "explain",
  summary: "Say which hooks an event would run, and why the others would not.",
  description: `Takes an event and a payload, runs nothing, and shows every hook of the event in order: whether it would run, and if not, the
field, the pattern and the value that decided it.

Use it when a hook does not fire, or fires too often.`,
  args: [{ name: "event", kind: "event", summary: "The event, e.g. tool.pre_call." }],
  flags: {
    payload,
    session: { type: "string", value: "<id>", summary: "Sets the payload's session_id." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Sets the payload's agent_name." },
    ...agentFileFlag,
    ...hookFlags,
  },
  examples: [
    {
      run: `hookline explain tool.pre_call --payload '{"tool_namespace":"fs","read_only":true}'`,
      shows: "inline JSON",
    },
    { run: "hookline explain permission.request --payload request.json", shows: "a payload from a file" },
  ],
  run: async (invocation) => (await import("./commands/explain.ts")).explain(invocation),
});

const fire = defineCommand({
  name: "fire",
  summary: "Fire an event at the hooks of this workspace and show the verdict.",
  description: `Checks the payload against the event's contract, runs every hook that matches, waits for async hooks too, records all runs and
prints the verdict. Fields that name the workspace are filled in when you leave them out.

Exits 0 whatever was decided, 1 when the call itself was wrong. With --exit-code it exits 2 on deny and 3 on ask.

Use it to try a hook by hand, to test hooks in CI, and to let a script or an agent ask for a decision.`,
  args: [{ name: "event", kind: "event", summary: "The event, e.g. tool.pre_call." }],
  flags: {
    payload,
    session: { type: "string", value: "<id>", summary: "Sets the payload's session_id." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Sets the payload's agent_name." },
    "exit-code": { type: "boolean", summary: "Exit 2 when the verdict is deny, 3 when it is ask." },
    ...agentFileFlag,
    ...hookFlags,
  },
  examples: [
    {
      run: `hookline fire tool.pre_call --payload '{"tool_namespace":"fs","tool_input":{"path":".env"}}'`,
      shows: "would this edit be refused?",
    },
    { run: "hookline fire permission.request --payload request.json -o json", shows: "the whole verdict as JSON" },
    { run: "agent-event | hookline fire tool.pre_call --payload - --exit-code", shows: "let a script branch on it" },
  ],
  run: async (invocation) => (await import("./commands/fire.ts")).fire(invocation),
});

const snapshots = defineCommand({
  name: "snapshots",
  summary: "Show which changes to the files of this worktree can be undone.",
  description: `Shows the checkpoints that the built-in hook "snapshot" has made here, oldest first: whose change it was, when, and how many
files and lines it touched. Checkpoints are kept for seven days.

Use it to find out how far to go back.`,
  flags: {
    session: { type: "string", value: "<id>", summary: "Only checkpoints of this session." },
    files: { type: "boolean", summary: "Show the files of each checkpoint as well." },
  },
  examples: [
    { run: "hookline snapshots", shows: "every checkpoint of the repository around the current directory" },
    { run: "hookline snapshots --session sess_9f4a --files", shows: "which files a session has changed, step by step" },
    { run: "hookline snapshots -o json", shows: "the same for a script" },
  ],
  run: async (invocation) => (await import("./commands/snapshots.ts")).snapshots(invocation),
});

const undo = defineCommand({
  name: "undo",
  summary: "Put files back to how they were before the last change.",
  description: `Restores what the last checkpoint changed: files that were edited, added, deleted or renamed, symbolic links and executable
bits. Files that are ignored are never touched, and neither is anything in .git.

When somebody has changed one of the files since then, nothing is done; --force goes on all the same. Every undo is a checkpoint
itself, so that it can be taken back with --to.

Use it when an agent did what you did not want.`,
  flags: {
    session: { type: "string", value: "<id>", summary: "Only changes of this session. Default: of all sessions." },
    steps: { type: "string", value: "<n>", summary: "How many checkpoints to go back. Default: 1." },
    to: {
      type: "string",
      value: "<checkpoint>",
      summary: "Go back to before this checkpoint, and all that came after it.",
    },
    "dry-run": { type: "boolean", summary: "Only show what would be done." },
    force: { type: "boolean", summary: "Also overwrite files that somebody has changed since." },
  },
  examples: [
    { run: "hookline undo", shows: "take back the last change" },
    { run: "hookline undo --steps 3 --dry-run", shows: "see what taking back three would do" },
    { run: "hookline undo --session sess_9f4a --to cp_mgvq2c1x3f0a", shows: "undo a session's work from there on" },
  ],
  run: async (invocation) => (await import("./commands/undo.ts")).undo(invocation),
});

const demo = defineCommand({
  name: "demo",
  summary: "Fire a short series of events at the example workspace and show what each hook decides.",
  description: `Plays a short agent session against examples/guarded-repo: real hooks, real processes, real records. Then it says where the
records are and how to look at them.

Use it to see in ten seconds what hooks do.`,
  examples: [
    { run: "hookline demo", shows: "the timeline" },
    { run: "hookline demo -o jsonl", shows: "the verdicts, one JSON object per line" },
  ],
  run: async (invocation) => (await import("./commands/demo.ts")).demo(invocation),
});

const completion = defineCommand({
  name: "completion",
  summary: "Print a script that completes commands, flags, events and hook names in your shell.",
  description: `Prints a completion script. Event, hook and workspace names are looked up while you type, so the script never goes stale.

Install it once: in bash, add eval "$(hookline completion bash)" to ~/.bashrc. In zsh, add eval "$(hookline completion zsh)"
to ~/.zshrc after compinit. In fish, run hookline completion fish > ~/.config/fish/completions/hookline.fish.`,
  args: [{ name: "shell", choices: shells, summary: "bash, zsh or fish." }],
  examples: [{ run: 'eval "$(hookline completion bash)"', shows: "complete in this shell" }],
  run: async (invocation) => (await import("./commands/completion.ts")).completion(invocation),
});

const help = defineCommand({
  name: "help",
  summary: "Show help for a command.",
  description: "Shows what a command does, when you want it, its flags and examples.",
  args: [{ name: "command", kind: "command", optional: true, summary: "The command." }],
  examples: [{ run: "hookline help fire", shows: "the same as hookline fire --help" }],
  run: async (invocation) => (await import("./commands/help.ts")).help(invocation),
});

const complete = defineCommand({
  name: "__complete",
  summary: "Print what could stand at the end of a command line.",
  description: "Called by the completion scripts with the words typed so far; the last one is still being typed.",
  args: [{ name: "word", optional: true, many: true, summary: "The words." }],
  hidden: true,
  run: async (invocation) => (await import("./commands/complete.ts")).complete(invocation),
});

// Each command knows its own flags; from here on they are handled alike, which only a cast can say.
export const commands = [
  list,
  info,
  events,
  builtins,
  runs,
  validate,
  explain,
  fire,
  snapshots,
  undo,
  demo,
  completion,
  help,
  complete,
] as readonly unknown[] as readonly Command[];

/** Finds a command by its name or one of its other names. */
export function findCommand(name: string): Command | null {
  return commands.find((command) => command.name === name || command.aliases.includes(name)) ?? null;
}
