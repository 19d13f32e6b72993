import { describe, expect, it } from "vitest";
import {
  codesOf,
  type Declared,
  type Dialect,
  declare,
  dialects,
  type Files,
  problemsOf,
  type Sample,
} from "./workspace.ts";

/** One mistake, as each of these dialects makes it. */
interface Row {
  readonly trap: string;
  readonly when: string;
  readonly in: readonly Dialect[];
  readonly hook: Declared;
  readonly sample?: Partial<Sample>;
}

const all = dialects;
const withShell = ["agh", "docker-agent", "claude"] as const;
const bash = "#!/usr/bin/env bash\n";
const sh = "#!/bin/sh\n";

const asyncIn: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  agh: { mode: "async" },
  claude: { async: true },
  "agent-hooks": { async: true },
};
const asyncRows = (["agh", "claude", "agent-hooks"] as const).flatMap((dialect): Row[] => {
  const row = (when: string, script: string, extension: "sh" | "mjs" | "py" = "sh"): Row => ({
    trap: "TRAP_ASYNC_DECIDES",
    when,
    in: [dialect],
    hook: { script, extension, fields: asyncIn[dialect] ?? {} },
  });
  const denies = dialect === "agh" ? '{"deny":true}' : '{"decision":"deny","reason":"no"}';
  return [
    row("it prints a refusal", `${bash}cat > /dev/null\nprintf '%s\\n' '${denies}'\n`),
    row(
      "a program in another language refuses",
      `#!/usr/bin/env node\nconsole.log(JSON.stringify({ deny: true, decision: "deny" }));\n`,
      "mjs",
    ),
    dialect === "agh"
      ? row("it changes the tool's input", `${bash}printf '{"tool_input":{"command":"ls"}}'\n`)
      : row("it exits with 2", `${bash}echo no >&2\nexit 2\n`),
    row("a here-document refuses", `${bash}cat <<'END'\n${denies}\nEND\n`),
  ];
});

const rows: readonly Row[] = [
  ...asyncRows,

  // Exit codes
  {
    trap: "TRAP_EXIT_CODE",
    when: "it says that it blocks and exits with 1",
    in: all,
    hook: {
      script: `${bash}input=$(cat)\nif [[ $input == *secret* ]]; then\n  echo "Blocked: secret file" >&2\n  exit 1\nfi\n`,
    },
  },
  {
    trap: "TRAP_EXIT_CODE",
    when: "a search decides and it exits with 1",
    in: all,
    hook: { script: `${bash}if grep -q 'rm -rf'; then exit 1; fi\n` },
  },
  {
    trap: "TRAP_EXIT_CODE",
    when: "a group after && exits with 3",
    in: all,
    hook: { script: `${sh}grep -q force && { echo "not allowed" >&2; exit 3; }\nexit 0\n` },
  },
  {
    trap: "TRAP_EXIT_CODE",
    when: "a program in Python exits with 1",
    in: all,
    hook: {
      extension: "py",
      script: `#!/usr/bin/env python3\nimport sys\nif "prod" in sys.stdin.read():\n    print("Refusing: production is protected", file=sys.stderr)\n    sys.exit(1)\n`,
    },
    sample: { installed: ["python3"] },
  },
  {
    trap: "TRAP_EXIT_CODE",
    when: "a program for Node exits with 1",
    in: all,
    hook: {
      extension: "mjs",
      script: `#!/usr/bin/env node\nif (input.includes("rm")) {\n  console.error("dangerous command");\n  process.exit(1);\n}\n`,
    },
  },
  {
    trap: "TRAP_EXIT_CODE",
    when: "AGH knows no exit code 2",
    in: ["agh"],
    hook: { script: `${bash}cat > /dev/null\nexit 2\n` },
  },

  // bash in /bin/sh
  ...[
    ["a test in double brackets", `if [[ -n "$1" ]]; then echo; fi`],
    ["an array", "a=(1 2)\necho"],
    ["a here-string", `read -r x <<< "y"`],
    ["pipefail", "set -euo pipefail"],
    ["a replacement in a variable", 'x=a/b\necho > /dev/null "${x//a/b}"'],
  ].map(
    ([when = "", line = ""]): Row => ({ trap: "TRAP_BASH_IN_SH", when, in: all, hook: { script: `${sh}${line}\n` } }),
  ),

  // Standard output
  {
    trap: "TRAP_STDOUT_NOISE",
    when: "a greeting comes before the answer",
    in: all,
    hook: { script: `${bash}echo "checking..."\necho '{"decision": "allow"}'\n` },
  },
  {
    trap: "TRAP_STDOUT_NOISE",
    when: "printf comes before the answer",
    in: all,
    hook: { script: `${bash}cat > /dev/null\nprintf 'hook started\\n'\nprintf '{"decision":"allow"}\\n'\n` },
  },
  {
    trap: "TRAP_STDOUT_NOISE",
    when: "the answer is conditional and the text is not",
    in: all,
    hook: { script: `${sh}echo "DEBUG start"\nif true; then echo '{"decision": "allow"}'; fi\n` },
  },

  // Tools
  {
    trap: "TRAP_TOOL_MISSING",
    when: "jq is not installed",
    in: all,
    hook: { script: `${bash}cmd=$(jq -r .tool_input.command)\n[[ $cmd == ls* ]] || exit 2\n` },
  },
  {
    trap: "TRAP_TOOL_MISSING",
    when: "a pipeline needs yq",
    in: all,
    hook: { script: `${sh}cat | yq .x | cat > /dev/null\n` },
  },
  {
    trap: "TRAP_TOOL_MISSING",
    when: "a function needs rg",
    in: all,
    hook: { script: `${sh}look() {\n  rg -q secret\n}\nlook\n` },
  },
  {
    trap: "TRAP_TOOL_MISSING",
    when: "the command itself needs jq",
    in: withShell,
    hook: { command: "jq -r .x | cat > /dev/null" },
  },

  // Line breaks and programs that cannot start
  {
    trap: "TRAP_CANNOT_RUN",
    when: "the first line ends in a Windows line break",
    in: all,
    hook: { script: "#!/bin/sh\r\ncat\r\n" },
  },
  {
    trap: "TRAP_CANNOT_RUN",
    when: "the interpreter does not exist",
    in: all,
    hook: { script: "#!/nowhere/interpreter\ncat\n" },
  },
  { trap: "TRAP_CANNOT_RUN", when: "the command does not exist", in: ["agh", "docker-agent"], hook: {} },
  // Claude's hooks run where the event happens, so a relative path may lead somewhere else.
  { trap: "TRAP_MAY_NOT_RUN", when: "the command does not exist", in: ["claude"], hook: {} },
  {
    trap: "TRAP_MAY_NOT_RUN",
    when: "the script of an interpreter does not exist",
    in: ["claude"],
    hook: { command: "bash ./hooks/nowhere.sh" },
  },
  {
    trap: "TRAP_CANNOT_RUN",
    when: "an absolute command does not exist",
    in: withShell,
    hook: { command: "/nowhere/guard --check" },
  },
  {
    trap: "TRAP_CANNOT_RUN",
    when: "the script of an interpreter does not exist",
    in: ["agh", "docker-agent"],
    hook: { command: "bash ./hooks/nowhere.sh" },
  },
  {
    trap: "TRAP_CANNOT_RUN",
    when: "a bare name is not on PATH",
    in: withShell,
    hook: { command: "no-such-guard --strict" },
  },
  {
    trap: "TRAP_CANNOT_RUN",
    when: "the interpreter of the entry script is missing",
    in: ["agent-hooks"],
    hook: { script: "#!/opt/none/bash\n" },
  },
  {
    trap: "TRAP_MAY_NOT_RUN",
    when: "one of several commands does not exist",
    in: withShell,
    hook: { command: "cat > /dev/null; ./hooks/nowhere.sh" },
  },
  {
    trap: "TRAP_LINE_BREAKS",
    when: "a script that bash is given has Windows line breaks",
    in: withShell,
    hook: { command: "bash ./hooks/guard.sh", script: "set -e\r\ncat > /dev/null\r\n" },
  },

  // Paths without quotes
  {
    trap: "TRAP_PATH_UNQUOTED",
    when: "the command begins with a variable",
    in: withShell,
    hook: { command: "$HOME/hooks/guard.sh" },
    sample: { environment: { HOME: "/nowhere" } },
  },
  {
    trap: "TRAP_PATH_UNQUOTED",
    when: "a script begins with a variable",
    in: withShell,
    hook: { command: 'bash ${HOME}/guard.sh "$1"' },
    sample: { environment: { HOME: "/nowhere" } },
  },
  {
    trap: "TRAP_PATH_UNQUOTED",
    when: "it stands after another command",
    in: withShell,
    hook: { command: "cd /tmp && $HOME/guard.sh" },
    sample: { environment: { HOME: "/nowhere" } },
  },
  {
    trap: "TRAP_PATH_SPLITS",
    when: "the path has a blank in it",
    in: withShell,
    hook: { command: "$HOME/hooks/guard.sh" },
    sample: { environment: { HOME: "/home/a b" } },
  },

  // Time limits
  ...[5000, 30_000, 60_000].map(
    (timeout): Row => ({
      trap: "TRAP_TIMEOUT_UNIT",
      when: `timeout is ${timeout} seconds`,
      in: ["docker-agent", "claude"],
      hook: { command: "true", fields: { timeout } },
    }),
  ),
  ...["5ms", "10ms", "1us"].map(
    (timeout): Row => ({
      trap: "TRAP_TIMEOUT_UNIT",
      when: `timeout is ${timeout}`,
      in: ["agh"],
      hook: { command: "true", fields: { timeout } },
    }),
  ),
  ...[120, 200, 300].map(
    (timeout): Row => ({
      trap: "TRAP_TIMEOUT_UNIT",
      when: `timeout is ${timeout} ms`,
      in: ["agent-hooks"],
      hook: { fields: { timeout } },
    }),
  ),

  // Patterns
  ...["$^", "a$b", "x^y"].map(
    (tool): Row => ({
      trap: "TRAP_PATTERN_NEVER_MATCHES",
      when: `the pattern is ${tool}`,
      in: ["docker-agent", "claude", "agent-hooks"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["Edit|Write", "^Bash$", "mcp__.*"].map(
    (tool): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `a glob is written as ${tool}`,
      in: ["agh"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["Edit | Write", "Read| Write", "Read |Write"].map(
    (tool): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `there are blanks in ${tool}`,
      in: ["docker-agent", "claude", "agent-hooks"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["Edit,Write", "a, b", "a,b,c"].map(
    (tool): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `names are separated by commas: ${tool}`,
      in: ["docker-agent", "claude", "agent-hooks"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["^mcp__", "_file$", "^git"].map(
    (tool): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `only one end is anchored: ${tool}`,
      in: ["docker-agent", "claude"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["'command': 'rm", "'path':", "{'a': 1}"].map(
    (pattern): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `it looks for a Python dictionary: ${pattern}`,
      in: ["agent-hooks"],
      hook: { fields: { matcher: { pattern } } },
    }),
  ),
  ...['"command":"rm', '"a":1', '"list":["x"'].map(
    (pattern): Row => ({
      trap: "TRAP_PATTERN_UNLIKELY",
      when: `it looks for compact JSON: ${pattern}`,
      in: ["agent-hooks"],
      hook: { fields: { matcher: { pattern: pattern.replace("[", "\\[") } } },
    }),
  ),
  ...["bash", "BASH", "Webfetch"].map(
    (tool): Row => ({
      trap: "TRAP_TOOL_NAME",
      when: `a tool is called ${tool}`,
      in: ["claude"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["Shell", "SHELL|x", "edit-file"].map(
    (tool): Row => ({
      trap: "TRAP_TOOL_NAME",
      when: `a tool is called ${tool}`,
      in: ["docker-agent"],
      hook: { tool, command: "true" },
    }),
  ),
  ...["shell", "writefile", "write_file"].map(
    (tool): Row => ({ trap: "TRAP_TOOL_NAME", when: `a tool is called ${tool}`, in: ["agent-hooks"], hook: { tool } }),
  ),

  // Contradictions
  ...[
    ["Bash", "Edit"],
    ["Read", "Write"],
    ["Bash", "^Edit$"],
  ].map(
    ([one, other]): Row => ({
      trap: "TRAP_CONDITIONS_CONTRADICT",
      when: `toolName ${one} and tool_name ${other}`,
      in: ["claude"],
      hook: { command: "true", fields: { matcher: { toolName: one, tool_name: other } } },
    }),
  ),

  // Loops
  {
    trap: "TRAP_STOP_LOOPS",
    when: "it always exits with 2",
    in: ["claude", "agent-hooks"],
    hook: { on: "stop", script: `${sh}echo "go on" >&2\nexit 2\n` },
  },
  {
    trap: "TRAP_STOP_LOOPS",
    when: "it always answers with a refusal",
    in: ["claude", "agent-hooks"],
    hook: { on: "stop", script: `${bash}cat > /dev/null\nprintf '{"decision":"block","reason":"more"}'\n` },
  },
  {
    trap: "TRAP_STOP_LOOPS",
    when: "a here-document refuses",
    in: ["claude", "agent-hooks"],
    hook: { on: "stop", script: `${bash}cat <<END\n{"decision": "deny", "reason": "more"}\nEND\n` },
  },
  {
    trap: "TRAP_STOP_LOOPS",
    when: "it waits for tests to pass",
    in: ["claude"],
    hook: { on: "stop", script: `${sh}git diff --quiet || { echo "commit first" >&2; exit 2; }\n` },
  },

  // Variables
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "the key of a model provider is asked for",
    in: ["claude"],
    hook: { script: `${sh}echo "$ANTHROPIC_API_KEY" > /dev/null\n` },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "AGH hands on only safe names",
    in: ["agh"],
    hook: { script: `${sh}curl=1\necho "$GITHUB_TOKEN" > /dev/null\n` },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "AGH does not set POLICY",
    in: ["agh"],
    hook: { script: `${sh}test "$POLICY" = strict\n` },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "Claude's project folder is asked for elsewhere",
    in: ["agh", "docker-agent", "agent-hooks"],
    hook: { script: `${sh}cd "$CLAUDE_PROJECT_DIR"\n` },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "the hook's folder is asked for elsewhere",
    in: ["agh", "docker-agent", "claude"],
    hook: { script: `${sh}. /dev/null 2> /dev/null\n`.replace(". /dev/null", 'echo "$AGENT_HOOK_DIR" >') },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "the input is expected in a variable",
    in: all,
    hook: { script: `${sh}echo "$CLAUDE_TOOL_INPUT" > /dev/null\n` },
  },
  {
    trap: "TRAP_VARIABLE_NOT_PASSED",
    when: "the tool's name is expected in a variable",
    in: all,
    hook: { script: `${sh}test "$TOOL_NAME" = Bash && exit 0\n` },
  },
];

const cases = rows.flatMap((row) => row.in.map((dialect) => ({ ...row, dialect })));

describe("traps", () => {
  it.each(cases)("$trap in $dialect: $when", async ({ trap, dialect, hook, sample }) => {
    const problems = await problemsOf({ files: declare[dialect](hook), ...sample });
    expect(codesOf(problems)).toContain(trap);
    for (const problem of problems) {
      expect(problem.line, problem.code).toBeGreaterThanOrEqual(1);
      expect(problem.file).not.toBeNull();
    }
  });
});

/** What only the text of a file can show. */
const asText: readonly (readonly [trap: string, when: string, files: Files, sample?: Partial<Sample>])[] = [
  [
    "TRAP_CONTROL_CHARACTER",
    "YAML: a word boundary in double quotes",
    {
      "hookline.yaml": `hooks:\n  pre_tool_use:\n    - matcher: "\\bshell\\b"\n      hooks:\n        - { type: command, command: "true" }\n`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "YAML: a word boundary in a command",
    {
      "hookline.yaml": `hooks:\n  pre_tool_use:\n    - hooks:\n        - type: command\n          command: "grep -qE '\\brm\\b' && exit 2"\n`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "YAML: an escape character in a pattern",
    {
      "hookline.yaml": `hooks:\n  pre_tool_use:\n    - matcher: "\\edit_file"\n      hooks:\n        - { type: command, command: "true" }\n`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "JSON: a word boundary in a group's matcher",
    {
      ".hookline/hooks.json": `{"hooks":{"PreToolUse":[{"matcher":"\\bBash\\b","hooks":[{"type":"command","command":"true"}]}]}}`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "JSON: a form feed in a pattern",
    {
      ".hookline/hooks.json": `{"hooks":{"PreToolUse":[{"matcher":{"tool_name":"\\foo"},"type":"command","command":"true"}]}}`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "JSON: a word boundary in a command",
    { ".hookline/hooks.json": `{"hooks":{"PreToolUse":[{"type":"command","command":"grep -q '\\brm' && exit 2"}]}}` },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "TOML: a word boundary in a pattern",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "true"\nmatcher = { tool_name = "\\bBash" }\n`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "TOML: a word boundary in an argument",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "sh"\nargs = ["-c", "grep -q '\\brm'"]\n`,
    },
  ],
  [
    "TRAP_CONTROL_CHARACTER",
    "TOML: a tab in a pattern",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "true"\nmatcher = { tool_name = "my\\tool" }\n`,
    },
  ],
  [
    "TRAP_CONDITIONS_CONTRADICT",
    "AGH: another workspace's root",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "session.pre_create"\nmode = "sync"\ncommand = "true"\nmatcher = { workspace_root = "/elsewhere" }\n`,
    },
  ],
  [
    "TRAP_CONDITIONS_CONTRADICT",
    "AGH: another agent, in a skill of an agent",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "turn.start"\nmode = "sync"\ncommand = "true"\nmatcher = { workspace_root = "/srv/app" }\n`,
    },
  ],
  [
    "TRAP_CONDITIONS_CONTRADICT",
    "AGH: a relative root",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "session.pre_stop"\nmode = "sync"\ncommand = "true"\nmatcher = { workspace_root = "." }\n`,
    },
  ],
  [
    "TRAP_PATTERN_UNLIKELY",
    "AGH: an input class that does not exist",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "input.pre_submit"\nmode = "sync"\ncommand = "true"\nmatcher = { input_class = "User" }\n`,
    },
  ],
  [
    "TRAP_PATTERN_UNLIKELY",
    "AGH: a decision class that does not exist",
    {
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "a"\nevent = "permission.request"\nmode = "sync"\ncommand = "true"\nmatcher = { decision_class = "allow" }\n`,
    },
  ],
  [
    "TRAP_PATTERN_UNLIKELY",
    "claude: a trigger that does not exist",
    {
      ".hookline/hooks.json": `{"hooks":{"PreCompact":[{"matcher":{"trigger":"always"},"type":"command","command":"true"}]}}`,
    },
  ],
  [
    "TRAP_AGENTAO_KEY_IGNORED",
    "a plugin's rule with tool_name",
    plugin(`{"matcher":{"tool_name":"Bash"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
  [
    "TRAP_AGENTAO_KEY_IGNORED",
    "a plugin's rule for all files",
    plugin(`{"matcher":{"tool_name":"run_shell_command"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
  [
    "TRAP_AGENTAO_KEY_IGNORED",
    "a plugin's rule with a regular expression",
    plugin(`{"matcher":{"tool_name":"^(Bash|Edit)$"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
  [
    "TRAP_AGENTAO_PATTERN",
    "Agentao's own name of a tool",
    plugin(`{"matcher":{"toolName":"run_shell_command"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
  [
    "TRAP_AGENTAO_PATTERN",
    "a regular expression",
    plugin(`{"matcher":{"toolName":"^(Bash|Edit)$"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
  [
    "TRAP_AGENTAO_PATTERN",
    "a question mark",
    plugin(`{"matcher":{"toolName":"Bas?"},"type":"command","command":"true"}`),
    { include: ["agentao"] },
  ],
];

function plugin(rule: string): Files {
  return {
    ".agentao/plugins/local/guards/plugin.json": `{"name":"guards","version":"1.0.0","description":"Guards."}`,
    ".agentao/plugins/local/guards/hooks/hooks.json": `{"hooks":{"PreToolUse":[${rule}]}}`,
  };
}

describe("traps in the text of a file", () => {
  const cases = asText.map(([trap, when, files, sample]) => ({ trap, when, sample: { files, ...sample } }));
  it.each(cases)("$trap: $when", async ({ trap, sample }) => {
    expect(codesOf(await problemsOf(sample))).toContain(trap);
  });
});

/** Mistakes of the same kind that each dialect tells of when it reads the file. */
const toldOnReading: readonly (readonly [dialect: Dialect, when: string, files: Files, code: string])[] = [
  [
    "agh",
    "a matcher on a field that the event does not have",
    declare.agh({ on: "session", tool: "Edit", command: "true" }),
    "HOOK_MATCHER_FIELD",
  ],
  [
    "docker-agent",
    "a matcher on an event without tools",
    declare["docker-agent"]({ on: "prompt", command: "true", fields: { matcher: "shell" } }),
    "HOOK_KEY_UNKNOWN",
  ],
  [
    "claude",
    "a matcher on Stop",
    declare.claude({ on: "stop", tool: "Bash", command: "true" }),
    "CLAUDE_MATCHER_KEY_IGNORED",
  ],
  [
    "agent-hooks",
    "a matcher on an event without tools",
    declare["agent-hooks"]({ on: "session", tool: "Shell" }),
    "AGENT_HOOK_MATCHER_IDLE",
  ],
  [
    "agent-hooks",
    "a backspace in a pattern",
    {
      ".agents/hooks/guard/HOOK.md": `---\nname: guard\ndescription: Guards.\ntrigger: before_tool\nmatcher:\n  pattern: "\\brm"\n---\n`,
    },
    "AGENT_HOOK_CONTROL_CHARACTER",
  ],
  [
    "agent-hooks",
    "no script",
    { ".agents/hooks/guard/HOOK.md": "---\nname: guard\ndescription: Guards.\ntrigger: before_tool\n---\n" },
    "AGENT_HOOK_NO_ENTRY",
  ],
  [
    "agent-hooks",
    "a time limit in seconds",
    declare["agent-hooks"]({ fields: { timeout: 30 } }),
    "AGENT_HOOK_OUT_OF_RANGE",
  ],
];

describe("mistakes that are told when a file is read", () => {
  it.each(toldOnReading)("%s: %s", async (_dialect, _when, files, code) => {
    expect(codesOf(await problemsOf({ files }))).toContain(code);
  });
});
