import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/app/validate.ts";
import { type Declared, type Dialect, declare, dialects, type Files, problemsOf, type Sample } from "./workspace.ts";

const repository = join(import.meta.dirname, "..", "..");
const bash = "#!/usr/bin/env bash\nset -euo pipefail\n";
const sh = "#!/bin/sh\n";
const exitTwo = ["docker-agent", "claude", "agent-hooks"] as const;
const installed = ["jq", "python3", "npx", "prettier", "curl", "gh", "rg"];

/** Hooks as people write them, none of which has anything wrong with it. */
const good: readonly (readonly [
  what: string,
  dialects: readonly Dialect[],
  hook: Declared,
  sample?: Partial<Sample>,
])[] = [
  [
    "a guard that answers",
    ["agh"],
    {
      script: `${bash}case "$(cat)" in\n  *'".env"'*) printf '{"deny":true,"deny_reason":"Protected."}\\n' ;;\n  *) printf '{}\\n' ;;\nesac\n`,
    },
  ],
  [
    "a guard that exits with 2",
    exitTwo,
    {
      script: `${bash}input=$(cat)\nif [[ "$input" == *"rm -rf /"* ]]; then\n  echo "Blocked: rm -rf /" >&2\n  exit 2\nfi\nexit 0\n`,
    },
  ],
  [
    "a guard with jq",
    exitTwo,
    {
      script: `${bash}cmd=$(jq -r '.tool_input.command // empty')\nif echo "$cmd" | grep -qE '(^|;) *sudo '; then\n  echo "sudo is not allowed" >&2\n  exit 2\nfi\n`,
    },
  ],
  [
    "a guard that looks for jq first",
    exitTwo,
    {
      script: `${bash}if ! command -v jq > /dev/null; then\n  echo "jq is missing" >&2\n  exit 2\nfi\njq -e .tool_input > /dev/null || exit 2\n`,
    },
    { installed: [] },
  ],
  [
    "a guard that goes on without jq",
    all(),
    { script: `${bash}which jq > /dev/null 2>&1 || exit 0\njq . > /dev/null\n` },
    { installed: [] },
  ],
  [
    "a guard that has its own word for failure",
    exitTwo,
    {
      script: `${bash}input=$(cat) || exit 1\ngrep -q secret <<< "$input" && { echo "denied" >&2; exit 2; }\nexit 0\n`,
    },
  ],
  [
    "an answer through jq",
    ["claude"],
    {
      script: `${bash}jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no"}}'\n`,
    },
  ],
  [
    "an answer through jq",
    ["docker-agent"],
    { script: `${bash}jq -n '{hook_specific_output: {permission_decision: "deny"}}'\n` },
  ],
  [
    "an answer through jq",
    ["agh"],
    { script: `${bash}jq -c 'if .tool_name == "Bash" then {deny: true} else {} end'\n` },
  ],
  [
    "an answer with words on stderr",
    all(),
    { script: `${bash}echo "looking" >&2\ncat > /dev/null\necho '{"decision": "allow"}'\n` },
  ],
  [
    "text in one branch, an answer in the other",
    all(),
    { script: `${bash}if grep -q x; then\n  echo "plain"\nelse\n  echo '{"decision": "allow"}'\nfi\n` },
  ],
  [
    "a guard in Python",
    exitTwo,
    {
      extension: "py",
      script: `#!/usr/bin/env python3\nimport json, sys\nevent = json.load(sys.stdin)\nif "prod" in json.dumps(event):\n    print("Blocked: production", file=sys.stderr)\n    sys.exit(2)\nsys.exit(0)\n`,
    },
  ],
  [
    "a guard in Python that may itself go wrong",
    exitTwo,
    {
      extension: "py",
      script: `#!/usr/bin/env python3\nimport json, sys\ntry:\n    event = json.load(sys.stdin)\nexcept ValueError as error:\n    print(f"bad input: {error}", file=sys.stderr)\n    sys.exit(1)\nif event:\n    sys.exit(2)\n`,
    },
  ],
  [
    "a guard in Python that answers",
    ["agh"],
    {
      extension: "py",
      script: `#!/usr/bin/env python3\nimport json, sys\nprint(json.dumps({"deny": True, "deny_reason": "no"} if "rm" in sys.stdin.read() else {}))\n`,
    },
  ],
  [
    "a guard for Node",
    exitTwo,
    {
      extension: "mjs",
      script: `#!/usr/bin/env node\nlet text = "";\nfor await (const chunk of process.stdin) text += chunk;\nif (text.includes("rm -rf")) {\n  console.error("dangerous");\n  process.exit(2);\n}\n`,
    },
  ],
  [
    "a guard for Node that answers",
    ["agh"],
    { extension: "mjs", script: `#!/usr/bin/env node\nconsole.log(JSON.stringify({ deny: true }));\n` },
  ],
  [
    "a log that may fail",
    all(),
    {
      script: `${sh}mkdir -p logs || exit 1\ncat >> logs/tools.jsonl || { echo "cannot write the log" >&2; exit 1; }\n`,
    },
  ],
  ["a log with a date", all(), { script: `${sh}{ date; cat; } >> tools.log\n` }],
  [
    "a notification that may be missing",
    all(),
    {
      script: `${sh}cat > /dev/null\nnotify-send "tool" || true\ncurl -fsS -X POST "https://example.com/hook" -d @- || true\n`,
    },
  ],
  [
    "defaults for variables",
    all(),
    {
      script: `${bash}: "\${POLICY:=strict}"\nlimit="\${MAX_FILES:-10}"\nif [ -n "\${CI:-}" ]; then exit 0; fi\necho "$limit $POLICY" > /dev/null\n`,
    },
  ],
  [
    "variables of its own",
    all(),
    {
      script: `${bash}ROOT=$(pwd)\nread -r NAME < /dev/null || true\nfor FILE in a b; do echo "$ROOT/$FILE $NAME" > /dev/null; done\n`,
    },
  ],
  ["a library of its own", all(), { script: `${bash}source "$(dirname "$0")/lib.sh"\ncheck "$SOME_SETTING"\n` }],
  [
    "bash in a bash script",
    all(),
    {
      script: `${bash}names=(a b)\n[[ \${#names[@]} -gt 1 ]] && read -r first <<< "\${names[0]//a/b}"\ncat > /dev/null\n`,
    },
  ],
  [
    "plain shell",
    all(),
    {
      script: `${sh}set -eu\ninput=$(cat)\ncase $input in *x*) : ;; esac\nname=\${input%%:*}\n[ "$name" = a ] || true\nlook() { printf '%s' "$1"; }\nlook "$name" > /dev/null\n`,
    },
  ],
  [
    "a shell function that refuses",
    exitTwo,
    { script: `${bash}deny() { echo "Blocked: $1" >&2; exit 2; }\ngrep -q secret && deny "secret"\nexit 0\n` },
  ],
  [
    "an exit code from elsewhere",
    exitTwo,
    { script: `${bash}./check || code=$?\necho "Blocked" >&2\nexit "\${code:-0}"\n` },
  ],
  [
    "a required guard that fails",
    ["agh"],
    { script: `${bash}grep -q secret && { echo "blocked" >&2; exit 1; }\nprintf '{}'\n`, fields: { required: true } },
  ],
  [
    "a guard whose failures refuse",
    ["docker-agent", "claude", "agent-hooks"],
    { script: `${bash}grep -q secret && { echo "blocked" >&2; exit 1; }\nexit 0\n`, fields: { on_failure: "block" } },
  ],
  [
    "a strict guard",
    ["docker-agent"],
    { script: `${bash}grep -q secret && { echo "blocked" >&2; exit 1; }\nexit 0\n`, fields: { strict_exit: true } },
  ],
  ["an async log", ["agh"], { script: `${sh}cat >> log.txt\nprintf '{}\\n'\n`, fields: { mode: "async" } }],
  ["an async log", ["agent-hooks"], { script: `${sh}cat >> log.txt\n`, fields: { async: true } }],
  [
    "an async notification that fails",
    ["agent-hooks"],
    { script: `${sh}curl -fsS https://example.com || exit 1\n`, fields: { async: true } },
  ],
  [
    "a check before the end that looks back",
    ["claude"],
    {
      on: "stop",
      script: `${bash}input=$(cat)\nif [[ $input == *'"stop_hook_active": true'* ]]; then exit 0; fi\ngit diff --quiet || { echo "Commit first." >&2; exit 2; }\n`,
    },
  ],
  [
    "an answer that was empty",
    ["claude"],
    {
      on: "stop",
      script: `${sh}if grep -q '"last_assistant_message": ""'; then\n  printf '{"force_continue": true, "follow_up_message": "Please answer."}'\nfi\n`,
    },
  ],
  [
    "tests before the end",
    ["agent-hooks"],
    {
      on: "stop",
      script: `${bash}if ! npx vitest run > /dev/null 2>&1; then\n  echo "Tests fail." >&2\n  exit 2\nfi\n`,
    },
  ],
  ["a stop that is only watched", ["docker-agent"], { on: "stop", script: `${sh}cat >> stops.log\n` }],
  ["context for a prompt", ["claude"], { on: "prompt", command: "date" }],
  ["context for a prompt", ["docker-agent"], { on: "prompt", command: "git status --short" }],
  [
    "context in two commands",
    ["claude", "docker-agent"],
    { on: "session", command: `echo "Branch:"; git branch --show-current` },
  ],
  ["a quoted path", ["claude"], { command: `"$CLAUDE_PROJECT_DIR"/hooks/guard.sh`, script: `${sh}cat > /dev/null\n` }],
  [
    "a quoted path for an interpreter",
    ["claude"],
    { command: `bash "$CLAUDE_PROJECT_DIR/hooks/guard.sh" --strict`, script: `${sh}cat > /dev/null\n` },
  ],
  [
    "a relative script",
    ["agh", "docker-agent", "claude"],
    { command: "bash hooks/guard.sh", script: "cat > /dev/null\n" },
  ],
  [
    "a long command",
    ["docker-agent", "claude", "agh"],
    { command: `input=$(cat); case "$input" in *secret*) echo '{"decision":"deny"}';; esac` },
  ],
  [
    "a command over several lines",
    ["docker-agent"],
    {
      command: `payload=$(cat)\nif printf '%s' "$payload" | grep -q production; then\n  echo "production is protected" >&2\n  exit 2\nfi\n`,
    },
  ],
  ["one tool", ["claude"], { tool: "Bash", command: "true" }],
  ["Agentao's name of a tool", ["claude"], { tool: "run_shell_command", command: "true" }],
  ["several tools", ["claude"], { tool: "^(Edit|Write|MultiEdit)$", command: "true" }],
  ["tools of a server", ["claude"], { tool: "mcp__memory__*", command: "true" }],
  ["tools of a server, as an expression", ["claude"], { tool: "mcp__.*__write.*", command: "true" }],
  ["one tool", ["docker-agent"], { tool: "shell", command: "true" }],
  ["several tools", ["docker-agent"], { tool: "edit_file|write_file", command: "true" }],
  ["tools of a server", ["docker-agent"], { tool: "mcp:.*", command: "true" }],
  ["another agent's tool", ["docker-agent"], { tool: "Bash|Edit", command: "true" }],
  ["one tool", ["agh"], { tool: "Edit", command: "true" }],
  ["a family of tools", ["agh"], { tool: "fs.*", command: "true" }],
  ["one of two letters", ["agh"], { tool: "[EW]*", command: "true" }],
  ["one tool", ["agent-hooks"], { tool: "Shell" }],
  ["several tools", ["agent-hooks"], { tool: "Shell|WriteFile" }],
  ["a kind of file", ["agent-hooks"], { fields: { matcher: { tool: "WriteFile", pattern: "\\.(py|js|ts)$" } } }],
  [
    "dangerous commands",
    ["agent-hooks"],
    { fields: { matcher: { tool: "Shell", pattern: "rm -rf /|mkfs|dd if=/dev/zero" } } },
  ],
  ["a key of the input", ["agent-hooks"], { fields: { matcher: { pattern: `"command": "git push` } } }],
  ["folders", ["agent-hooks"], { fields: { matcher: { pattern: "^/etc/|/var/www" } } }],
  ["time limits", ["claude", "docker-agent"], { command: "true", fields: { timeout: 5 } }],
  ["an hour", ["claude", "docker-agent"], { command: "true", fields: { timeout: 3600 } }],
  ["time limits", ["agh"], { command: "true", fields: { timeout: "250ms" } }],
  ["time limits", ["agent-hooks"], { fields: { timeout: 5000 } }],
  [
    "words that only look like an exit",
    all(),
    { script: `${bash}# exit 1 would not block\ncat > /dev/null\necho "this is not blocked; exit 1" > /dev/null\n` },
  ],
  [
    "a word that only looks like a refusal",
    ["agh"],
    { fields: { mode: "async" }, script: `${bash}grep -q '"deny":true' && echo seen >> log.txt\nprintf '{}'\n` },
  ],
];

/** Commands as they go round among users of Claude Code. */
const commands: readonly string[] = [
  `jq -r '"\\(.tool_input.command) - \\(.tool_input.description // "No description")"' >> "$HOME/commands.log"`,
  `jq -r '.tool_input.file_path' | { read file_path; if echo "$file_path" | grep -q '\\.ts$'; then npx prettier --write "$file_path"; fi; }`,
  `python3 -c "import json, sys; data=json.load(sys.stdin); path=data.get('tool_input',{}).get('file_path',''); sys.exit(2 if any(p in path for p in ['.env', 'package-lock.json', '.git/']) else 0)"`,
  `input=$(cat); echo "$input" | jq -e '.tool_input.command | test("rm -rf")' > /dev/null && { echo "Blocked" >&2; exit 2; } || exit 0`,
  `if [ -f package.json ]; then npx eslint . > lint.log 2>&1 || true; fi`,
  `git add -A && git commit -qm checkpoint || true`,
  `curl -s -X POST -H 'Content-Type: application/json' -d @- "https://example.com/events" > /dev/null`,
  `jq -c '. + {at: now}' >> events.jsonl; exit 0`,
  `gh pr view --json title 2> /dev/null || true`,
  `cat | tee -a audit.log > /dev/null`,
  `node -e "process.stdin.resume()"`,
  `test -z "$(git status --porcelain)" || echo "There are changes." >&2`,
];

/** Scripts as they go round. */
const scripts: readonly (readonly [what: string, script: string, extension: "sh" | "py"])[] = [
  [
    "a validator of commands",
    `#!/usr/bin/env python3
import json
import re
import sys

RULES = [(r"^grep\\b(?!.*\\|)", "Use rg instead of grep."), (r"^find\\s+\\S+\\s+-name\\b", "Use rg --files instead of find.")]

def validate(command):
    return [message for pattern, message in RULES if re.search(pattern, command)]

try:
    data = json.load(sys.stdin)
except json.JSONDecodeError as e:
    print(f"Error: Invalid JSON input: {e}", file=sys.stderr)
    sys.exit(1)

command = data.get("tool_input", {}).get("command", "")
issues = validate(command)
if issues:
    for message in issues:
        print(f"- {message}", file=sys.stderr)
    sys.exit(2)
`,
    "py",
  ],
  [
    "a guard of branches",
    `#!/usr/bin/env bash
set -euo pipefail
INPUT=$(cat)
COMMAND=$(jq -r '.tool_input.command // ""' <<< "$INPUT")
BRANCH=$(git rev-parse --abbrev-ref HEAD 2> /dev/null || echo "")
if [[ "$BRANCH" == "main" && "$COMMAND" =~ ^git\\ (commit|push) ]]; then
  echo "Blocked: commits to main are not allowed. Create a branch first." >&2
  exit 2
fi
exit 0
`,
    "sh",
  ],
  [
    "a formatter",
    `#!/bin/bash
file=$(jq -r '.tool_input.file_path // empty')
[ -z "$file" ] && exit 0
case "$file" in
  *.py) ruff format "$file" > /dev/null 2>&1 || true ;;
  *.go) gofmt -w "$file" || true ;;
  *.ts | *.tsx) npx prettier --write "$file" > /dev/null 2>&1 || true ;;
esac
exit 0
`,
    "sh",
  ],
  [
    "an audit log",
    `#!/bin/sh
LOG_DIR="\${XDG_STATE_HOME:-$HOME/.local/state}/agent"
mkdir -p "$LOG_DIR" || exit 1
printf '%s %s\\n' "$(date -u +%FT%TZ)" "$(cat)" >> "$LOG_DIR/tools.log"
`,
    "sh",
  ],
  [
    "dangerous commands, one pattern after the other",
    `#!/usr/bin/env bash
command=$(grep -o '"command": "[^"]*"' | head -1 | cut -d'"' -f4)
patterns=("rm -rf /" "mkfs" "dd if=/dev/zero" ":(){ :|:& };:")
for pattern in "\${patterns[@]}"; do
  if [[ "$command" == *"$pattern"* ]]; then
    echo "Dangerous command blocked: $pattern" >&2
    exit 2
  fi
done
`,
    "sh",
  ],
];

function all(): readonly Dialect[] {
  return dialects;
}

const cases = good.flatMap(([what, within, hook, sample]) =>
  within.map((dialect) => [dialect, what, declare[dialect](hook), { installed, ...sample }] as const),
);

describe("hooks that are as they should be", () => {
  it.each(cases)("%s: %s", async (_dialect, _what, files: Files, sample) => {
    expect(await problemsOf({ files, ...sample })).toEqual([]);
  });

  it.each(commands)("claude: %s", async (command) => {
    const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } };
    const files = { ".claude/settings.json": JSON.stringify(settings) };
    expect(await problemsOf({ files, installed: [...installed, "tee"], include: ["claude-code"] })).toEqual([]);
  });

  const shared = scripts.flatMap(([what, script, extension]) =>
    exitTwo.map((dialect) => [dialect, what, declare[dialect]({ script, extension })] as const),
  );
  it.each(shared)("%s: %s", async (_dialect, _what, files) => {
    expect(await problemsOf({ files, installed: [...installed, "ruff", "gofmt"] })).toEqual([]);
  });

  it("are more than a handful", () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  it.each(readdirSync(join(repository, "examples")))("the example %s", async (name) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-good-")));
    try {
      const root = join(base, "workspace");
      cpSync(join(repository, "examples", name), root, { recursive: true });
      const place = { home: join(base, "home"), workspace: root, cwd: root, environment: process.env };
      expect((await validate(place, [])).problems).toEqual([]);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });

  const fixtures = join(repository, "test/fixtures/docker-agent");
  const yamls = readdirSync(fixtures).filter((name) => name.endsWith(".yaml"));
  it.each(yamls)("the docker-agent file %s has no trap that is certain", async (name) => {
    const scripts = readdirSync(join(fixtures, "scripts")).map((script) => {
      return [`scripts/${script}`, readFileSync(join(fixtures, "scripts", script), "utf8")] as const;
    });
    const files = { "hookline.yaml": readFileSync(join(fixtures, name), "utf8"), ...Object.fromEntries(scripts) };
    const problems = await problemsOf({ files, installed });
    // These files are from a manual; some of the programs they name exist nowhere.
    expect(
      problems.filter(
        ({ code }) => code.startsWith("TRAP_") && !code.endsWith("NOT_RUN") && code !== "TRAP_CANNOT_RUN",
      ),
    ).toEqual([]);
  });
});
