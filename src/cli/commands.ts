import { type Command, defineCommand } from "./command.ts";
import { hookFlags, sourceFlags, trustFlag } from "./hook-flags.ts";

/*
 * Every command, in the order help shows them. Help, completion and docs/cli.md are printed from this table.
 * A command's code is imported when it runs; keep imports out of this file, every start pays for them.
 */

const sources = ["native", "config", "agent_definition", "skill"];
const modes = ["sync", "async"];
const outcomes = ["applied", "denied", "failed", "skipped", "dropped", "rejected"];
const dialects = ["agh", "docker-agent", "claude", "agent-hooks"];
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
    prompt: {
      type: "boolean",
      summary: "Print the <available_hooks> block for an agent's system prompt: Agent Hooks (HOOK.md) only.",
    },
    ...sourceFlags,
    ...trustFlag,
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
  description: `Shows a hook's event, source, mode, priority, time limit, matcher and metadata, and where it is declared; of a HOOK.md also
what is written below its frontmatter. Several hooks may share a name; all of them are shown.

Use it when a hook does not do what you expect and you want to see how Hookline understood it.`,
  args: [{ name: "name", kind: "hook", summary: "The hook's name." }],
  flags: sourceFlags,
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
    session: {
      type: "string",
      value: "<id>",
      kind: "session",
      summary: "Runs of this session; of an agent's, the beginning of its id is enough.",
    },
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
  description: `Reads every hook file of the workspace and of your home, and reports all problems in one go, each with file, line and fix. It
also looks at what the hooks would run for mistakes that only show later: programs that are missing, patterns that never
match, exit codes that refuse nothing. Runs nothing. With paths, only problems of files at or below them are reported; the
directory of an Agent Hook, or its HOOK.md, is checked wherever it lies. Exits 1 when there is an error, 0 when there are at
most warnings.

Use it after an edit, in a pre-commit check and in CI.`,
  args: [{ name: "path", optional: true, many: true, kind: "file", summary: "Files or directories to report on." }],
  flags: sourceFlags,
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

With --run the event is fired for real, as hookline fire does it, and you also see what each hook was given, what it answered,
how its dialect read the answer, and what the decision and the payload were after it.

Use it when a hook does not fire, fires too often, or does not do what you expect.`,
  args: [{ name: "event", kind: "event", summary: "The event, e.g. tool.pre_call; names of dialects will do." }],
  flags: {
    payload,
    session: { type: "string", value: "<id>", summary: "Sets the payload's session_id." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Sets the payload's agent_name." },
    run: { type: "boolean", summary: "Fire the event for real and show what each hook got, answered and changed." },
    full: { type: "boolean", summary: "With --run: show all of what hooks got and answered, not its beginning." },
    ...sourceFlags,
    ...trustFlag,
    ...hookFlags,
  },
  examples: [
    {
      run: `hookline explain tool.pre_call --payload '{"tool_namespace":"fs","read_only":true}'`,
      shows: "inline JSON",
    },
    { run: "hookline explain permission.request --payload request.json", shows: "a payload from a file" },
    { run: "hookline explain tool.pre_call --payload call.json --run", shows: "what each hook answers, step by step" },
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
  args: [{ name: "event", kind: "event", summary: "The event, e.g. tool.pre_call; names of dialects will do." }],
  flags: {
    payload,
    session: { type: "string", value: "<id>", summary: "Sets the payload's session_id." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Sets the payload's agent_name." },
    "exit-code": { type: "boolean", summary: "Exit 2 when the verdict is deny, 3 when it is ask." },
    ...sourceFlags,
    ...trustFlag,
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

const run = defineCommand({
  name: "run",
  summary: "Run an agent: it talks to a model, calls tools, and every hook has its say.",
  description: `Runs an agent in this workspace. At a terminal it is a conversation: what the agent says and does is shown as it happens,
with every decision of a hook; calls that need approval are asked about; type while it works to steer it, /help lists the
commands. Ctrl-C cancels the turn, twice it ends the session.

With a prompt (or one on standard input) it answers once, asks nobody, refuses what would need approval, and exits with 0 when
the turn ended well, 1 when it could not begin, 2 when a hook blocked it, 3 when the model failed, 4 at the limit of model calls or
in an endless loop, and 130 when it was canceled. Write -- before a prompt that begins with a dash.

The agent is a docker-agent file (YAML) or an AGENT.md; without one it is the workspace's hookline.yaml, else a plain coding agent.
Models: anthropic/…, openai/…, google/…, ollama/…, dmr/…, openai-compatible/…, or scripted/<file> for a script instead of a model.`,
  args: [
    {
      name: "agent",
      kind: "file",
      optional: true,
      summary:
        "A file that defines the agent; what is no file, and no single word that ends in .yaml or .md, is the prompt.",
    },
    { name: "prompt", optional: true, summary: 'What to do; "-" reads it from standard input.' },
  ],
  flags: {
    agent: {
      type: "string",
      value: "<name>",
      kind: "agent",
      summary: "Begin with this agent of the file or of the workspace.",
    },
    model: {
      type: "string",
      short: "m",
      value: "<provider/model>",
      summary: "Ask this model, whatever the files say. With commas: the ones to fall back on.",
    },
    yolo: { type: "boolean", summary: "Approve every call, except what rules deny and guards refuse or ask about." },
    permissions: {
      type: "string",
      value: "<mode>",
      choices: ["deny-all", "approve-reads", "approve-all"],
      summary: "What is approved without asking.",
    },
    allow: {
      type: "string",
      many: true,
      value: "<rule>",
      summary: 'Approve such calls, e.g. "shell:cmd=npm test*". Can be repeated.',
    },
    deny: {
      type: "string",
      many: true,
      value: "<rule>",
      summary: "Refuse such calls, also under --yolo. Can be repeated.",
    },
    "allow-path": {
      type: "string",
      many: true,
      value: "<path>",
      kind: "file",
      summary: "Let file tools work here as well. Can be repeated.",
    },
    safety: {
      type: "string",
      value: "<policy>",
      choices: ["strict", "safer", "unsafe"],
      summary: "How careful guards of shell commands should be; they decide what they make of it.",
    },
    "max-iterations": { type: "string", value: "<n>", summary: "Model calls per turn; 0 means no limit." },
    resume: {
      type: "string",
      short: "r",
      value: "<session>",
      kind: "session",
      summary: "Go on with this session; the beginning of its id is enough.",
    },
    continue: { type: "boolean", short: "c", summary: "Go on with the last session of this workspace." },
    name: { type: "string", value: "<text>", summary: "What to call the new session." },
    worktree: { type: "string", optional: true, value: "<name>", summary: "Work in a git worktree of its own." },
    "worktree-base": { type: "string", value: "<ref>", summary: "What the worktree begins with." },
    verbose: { type: "boolean", short: "v", summary: "Also show hooks that had no opinion." },
    ...sourceFlags,
    ...hookFlags,
    ...trustFlag,
  },
  examples: [
    { run: "hookline run", shows: "a conversation with a coding agent, guarded by the hooks of this workspace" },
    {
      run: 'hookline run agent.yaml "Fix the failing test"',
      shows: "one answer of the agent in that file, for scripts",
    },
    { run: "git diff | hookline run - -o jsonl", shows: "everything that happens, one JSON object per line" },
    {
      run: "hookline run --worktree=fix-login --model ollama/qwen3",
      shows: "a model of this machine, in a checkout of its own",
    },
  ],
  run: async (invocation) => (await import("./commands/run.ts")).run(invocation),
});

const newHook = defineCommand({
  name: "new",
  summary: "Write a working hook with its script and a test.",
  description: `Declares a hook in the dialect you choose, writes a small script that does something sensible on that event (refuse, add to the
conversation, or only watch), and a test for it. Then it is yours to change.

Nothing is overwritten. A file that has hooks already keeps every byte of what is in it; where a hook cannot be added that way,
you are shown what to add yourself.

Use it to start a hook, or to see how a dialect is written.`,
  args: [
    { name: "dialect", choices: dialects, summary: "agh, docker-agent, claude or agent-hooks." },
    { name: "event", kind: "event", summary: "The event, as the dialect spells it or as Hookline does." },
    { name: "name", optional: true, summary: "What to call the hook. Default: what it does and when." },
  ],
  flags: {
    user: { type: "boolean", summary: "Write it for you alone, into your home, instead of for this workspace." },
    lang: {
      type: "string",
      value: "<language>",
      choices: ["sh", "node"],
      summary: "What to write the script in: sh (default) or node.",
    },
    "dry-run": { type: "boolean", summary: "Only show what would be written." },
  },
  examples: [
    { run: "hookline new claude PreToolUse", shows: "a guard for tool calls, as Claude Code's users write it" },
    {
      run: "hookline new agh tool.pre_call block-secrets --lang node",
      shows: "the same for AGH, with a name, in Node",
    },
    { run: "hookline new agent-hooks before_stop --dry-run", shows: "what a HOOK.md and its script look like" },
  ],
  run: async (invocation) => (await import("./commands/new.ts")).newCommand(invocation),
});

const test = defineCommand({
  name: "test",
  summary: "Run the tests that sit beside hooks.",
  description: `Finds files that end in .hooktest.yaml anywhere in the workspace (or at and below the paths you give), fires each test's event at
the real hooks and compares what comes of it with what the test expects. docs/testing-hooks.md shows how to write one.

Hooks of the workspace must be trusted first. The runs are not recorded, unless you ask for it. Exits 1 when a test fails, when a
test file is wrong, and when there is nothing to run.

Use it while you write a hook, and in CI.`,
  args: [{ name: "path", optional: true, many: true, kind: "file", summary: "Test files, or folders to look in." }],
  flags: {
    filter: { type: "string", value: "<text>", summary: "Only tests with this text in their name or file name." },
    bail: { type: "boolean", summary: "Stop after the first test that fails." },
    watch: { type: "boolean", summary: "Run again whenever a test, a hook or a script changes. Ctrl-C ends." },
    home: { type: "boolean", summary: "Also run the tests beside your own hooks, in your home." },
    record: { type: "boolean", summary: "Record the runs like any others." },
    reporter: {
      type: "string",
      value: "<reporter>",
      choices: ["text", "junit"],
      summary: "What to print for people or for CI: text (default) or junit.",
    },
    junit: { type: "string", value: "<file>", kind: "file", summary: "Also write a JUnit XML report to this file." },
    ...sourceFlags,
    ...trustFlag,
  },
  examples: [
    { run: "hookline test", shows: "all tests of the workspace" },
    { run: "hookline test .hookline/hooks --watch", shows: "those of one folder, again and again while you edit" },
    { run: "hookline test --junit report.xml", shows: "for CI: exit code and a report" },
  ],
  run: async (invocation) => (await import("./commands/test.ts")).test(invocation),
});

const convert = defineCommand({
  name: "convert",
  summary: "Write hooks down in another dialect, and say what gets lost.",
  description: `Reads the hooks of the workspace, or of the files you name, and prints them in another dialect. A program goes on reading and
writing the JSON it was written for: the new declaration runs it through "hookline adapt". Whatever the other dialect cannot say
is reported by name, with what was done instead.

Prints to standard output and writes nothing unless you say --write; a file that is there already is never overwritten.
With --strict it exits 1 when anything gets lost.

Use it to take hooks along to another agent, and to bring them back.`,
  args: [
    { name: "path", optional: true, many: true, kind: "file", summary: "Files or directories whose hooks to convert." },
  ],
  flags: {
    to: { type: "string", value: "<dialect>", choices: dialects, summary: "The dialect to convert to." },
    user: { type: "boolean", summary: "Convert your own hooks instead of the workspace's." },
    plain: { type: "boolean", summary: "Run programs as they are, although they then read other JSON." },
    strict: { type: "boolean", summary: "Exit 1 and write nothing when something gets lost." },
    write: { type: "boolean", summary: "Write the files where they belong." },
    ...sourceFlags,
  },
  examples: [
    { run: "hookline convert --to claude", shows: "all hooks of the workspace as hooks.json" },
    { run: "hookline convert --to agent-hooks --strict --write", shows: "write HOOK.md folders if nothing gets lost" },
    { run: "hookline convert --to agh hookline.yaml -o json", shows: "one file's hooks and the losses, for a script" },
  ],
  run: async (invocation) => (await import("./commands/convert.ts")).convert(invocation),
});

const adapt = defineCommand({
  name: "adapt",
  summary: "Run a hook of one dialect for an agent that speaks another.",
  description: `Reads the event that the agent wrote on standard input, runs the command with the JSON its own dialect would give it, and
answers in the agent's words. "hookline convert" writes such lines; you can write them by hand.

When Hookline itself reads a declaration with such a line, it runs the command directly.

A hook that fails is a failure in the agent's words as well. With --on-failure block it is a refusal.

Built-in hooks run under every agent as well: name one behind --builtin --.`,
  args: [
    { name: "dialect", choices: dialects, summary: "The dialect that the command speaks." },
    { name: "event", summary: "The event, as that dialect calls it." },
    { name: "command", many: true, summary: "Behind --: the program and its arguments, or one text for a shell." },
  ],
  flags: {
    name: { type: "string", value: "<name>", summary: "What the hook is called." },
    async: { type: "boolean", summary: "The answer counts for nothing, and Hookline does not wait for it." },
    agent: { type: "string", value: "<name>", kind: "agent", summary: "Only for this agent." },
    tool: { type: "string", value: "<regex>", summary: "Only for tools whose whole name fits." },
    match: {
      type: "string",
      value: "<key=pattern>",
      many: true,
      summary: "Only if this holds, in the words of the command's dialect.",
    },
    env: { type: "string", value: "<name=value>", many: true, summary: "A variable for the command." },
    cwd: { type: "string", value: "<dir>", kind: "file", summary: "Where the command runs." },
    timeout: {
      type: "string",
      value: "<time>",
      summary: "After this time, such as 3s, it has failed. Without it the agent keeps the time.",
    },
    builtin: { type: "boolean", summary: "The command is the name of a built-in hook and its arguments." },
    prompt: { type: "boolean", summary: "The command is a text that is added to the conversation, as in hooks.json." },
    payload: {
      type: "string",
      value: "<shape>",
      choices: ["agentao", "claude-code"],
      summary: "Which JSON of hooks.json.",
    },
    preempt: { type: "boolean", summary: "docker-agent's preempt_yolo." },
    "strict-exit": { type: "boolean", summary: "docker-agent's strict_exit." },
    "strict-output": { type: "boolean", summary: "docker-agent's strict_output." },
    "include-messages": { type: "boolean", summary: "docker-agent's include_messages." },
    "on-error": {
      type: "string",
      value: "<policy>",
      choices: ["warn", "ignore", "block"],
      summary: "docker-agent's on_error.",
    },
    "on-failure": { type: "string", value: "<policy>", choices: ["open", "block"], summary: "What a failure means." },
    if: {
      type: "string",
      value: "<condition>",
      summary: "claude: a condition of the hook that is not checked; what it allows does not count.",
    },
  },
  examples: [
    {
      run: "hookline adapt agh tool.pre_call -- ./guard.sh",
      shows: "what a hooks.json or a hookline.yaml runs instead of ./guard.sh",
    },
  ],
  run: async (invocation) => (await import("./commands/adapt.ts")).adapt(invocation),
});

const trust = defineCommand({
  name: "trust",
  summary: "Look at the hooks of this workspace and decide whether they may run.",
  description: `Hooks of a workspace are code of a repository: they do not run until you have trusted them. Shows every hook that is new or
has changed: its event, where it is declared, what exactly it runs, and the contents of its scripts, or how they differ from what
you trusted. Then it asks. Trust is bound to all of that; when any of it changes you are asked again, and never twice for the same.

Without a terminal it shows everything, trusts nothing and exits 1, unless you say --yes or name the fingerprint. With --check
nothing is asked: it exits 1 when something is new or changed, and prints the fingerprint of the workspace's hooks.

Use it after cloning or pulling, and whenever hookline list says that a hook is not trusted.`,
  args: [{ name: "hook", kind: "hook", optional: true, summary: "Only hooks with this name." }],
  flags: {
    hook: { type: "string", value: "<name>", kind: "hook", summary: "Only hooks with this name." },
    yes: { type: "boolean", short: "y", summary: "Trust everything that is shown, without asking." },
    each: { type: "boolean", summary: "Ask about each hook by itself." },
    check: { type: "boolean", summary: "Only say whether everything is trusted; exit 1 when it is not." },
    fingerprint: {
      type: "string",
      value: "<sha256>",
      summary: "Trust the hooks if their fingerprint is exactly this one, else nothing.",
    },
    revoke: { type: "boolean", summary: "Take trust back, from all hooks or from the one that is named." },
    ...sourceFlags,
  },
  examples: [
    { run: "hookline trust", shows: "review what is new or changed, and decide" },
    { run: "hookline trust --check", shows: "in CI: is everything as it was trusted?" },
    { run: "hookline trust --yes --hook block-secret-file-edits", shows: "trust one hook from a script" },
    { run: "hookline trust --revoke block-secret-file-edits", shows: "take it back" },
  ],
  run: async (invocation) => (await import("./commands/trust.ts")).trust(invocation),
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

const sessions = defineCommand({
  name: "sessions",
  summary: "Show the conversations with agents, and stop, clear or remove them.",
  description: `Without an action it lists the sessions of this workspace, oldest first. A session is named by its id or the beginning of it.

"show" prints its transcript: what was said, which tools were called and what came of it. "stop" tells the process that runs it
to stop; a session whose process was killed is closed here. "clear" lets its conversation begin anew and keeps the transcript.
"remove" deletes it, its transcript, and the sessions it delegated to.

Hooks are fired by the process that runs a session, not by this command.

Use it to find out what an agent did, and to tidy up after one that was killed.`,
  args: [
    {
      name: "action",
      optional: true,
      choices: ["list", "show", "stop", "clear", "remove"],
      summary: "list (default), show, stop, clear or remove.",
    },
    { name: "session", kind: "session", optional: true, summary: "The session's id, or the beginning of it." },
  ],
  flags: {
    state: {
      type: "string",
      value: "<state>",
      choices: ["starting", "active", "stopping", "stopped"],
      summary: "list: only sessions in this state.",
    },
    all: { type: "boolean", summary: "list: sessions of all workspaces, and those that agents delegated to." },
    last: { type: "string", value: "<n>", summary: "list: only the newest n. 0 means all." },
    full: { type: "boolean", summary: "show: all of every text, not its beginning." },
    wait: { type: "string", value: "<time>", summary: "stop: how long to wait for its process. Default: 15s." },
    yes: { type: "boolean", short: "y", summary: "remove: without asking." },
  },
  examples: [
    { run: "hookline sessions", shows: "the sessions of this workspace" },
    { run: "hookline sessions show sess_9f4a", shows: "what was said and done in one of them" },
    { run: "hookline sessions show sess_9f4a -o jsonl", shows: "its transcript, one JSON object per line" },
    { run: "hookline sessions stop sess_9f4a", shows: "stop it, wherever it runs" },
  ],
  run: async (invocation) => (await import("./commands/sessions.ts")).sessions(invocation),
});

const demo = defineCommand({
  name: "demo",
  summary: "Watch an agent at work in the example workspace, and hooks of all four dialects with it.",
  description: `Copies examples/guarded-repo into a temporary directory and lets an agent repair a bug there, by the same code as "hookline run".
Hooks tell the model what it should know, refuse a dangerous command, hide a secret, format what was edited, and let the agent stop
only when the tests pass. In the end it says where the records are and how to look at them.

The model is scripted: its words come from a file, everything else is real. With a key of a model provider in the environment
(ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY, or HOOKLINE_MODEL) a real model gets the same task. The exit codes are those of
"hookline run"; 1 when the script did not run its course.`,
  flags: {
    fast: { type: "boolean", summary: "do not wait for readers; without a terminal nobody waits anyway" },
    scripted: { type: "boolean", summary: "use the script although there is a key for a model" },
  },
  examples: [
    { run: "hookline demo", shows: "the session as it happens" },
    { run: "hookline demo --fast", shows: "the same without pauses" },
    { run: "hookline demo -o jsonl", shows: "everything that happens, one JSON object per line" },
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
  run,
  newHook,
  test,
  convert,
  adapt,
  trust,
  snapshots,
  undo,
  sessions,
  demo,
  completion,
  help,
  complete,
] as readonly unknown[] as readonly Command[];

/** Finds a command by its name or one of its other names. */
export function findCommand(name: string): Command | null {
  return commands.find((command) => command.name === name || command.aliases.includes(name)) ?? null;
}
