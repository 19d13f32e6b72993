import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fuzzHome, fuzzRoot } from "./memory-reader.ts";

const repository = join(import.meta.dirname, "..", "..");

/** A declaration file as it should be, and where it stands, which decides who reads it. */
export interface Seed {
  readonly dialect: string;
  readonly path: string;
  readonly text: string;
}

const inRoot = (path: string) => join(fuzzRoot, path);
const inHome = (path: string) => join(fuzzHome, path);

const aghToml = `[[hooks.declarations]]
name = "gate"
event = "tool.pre_call"
mode = "sync"
required = true
priority = 700
timeout = "3s"

[hooks.declarations.matcher]
tool_namespace = "fs"
tool_read_only = false

[hooks.declarations.executor]
kind = "subprocess"
command = "/usr/bin/env"
args = ["bash", "./gate.sh"]
env = { POLICY = "strict" }
`;
const aghYaml = `name: gate
event: task.run.pre_claim
mode: sync
on_failure: block
timeout: 5s
command: /usr/bin/env
args: ["node", "./gate.mjs"]
env: { A: "b" }
matcher:
  workspace_id: ws
  autonomy: { workflow_id: release-* }`;
const indented = (by: number) => aghYaml.split("\n").join(`\n${" ".repeat(by)}`);

const docker = `models:
  main: { provider: openai, model: gpt-4o }
agents:
  root:
    model: main
    hooks:
      pre_tool_use:
        - matcher: "shell|edit_file"
          preempt_yolo: true
          hooks:
            - type: command
              name: guard
              command: ./guard.sh
              timeout: 5
              on_failure: block
              env: { A: "b" }
        - matcher: "*"
          hooks: &shared
            - { type: builtin, command: redact_secrets }
      post_tool_use:
        - matcher: write_file
          hooks: *shared
      stop:
        - type: command
          command: |
            cat >> stops.log
            exit 0
  helper:
    hooks:
      user_prompt_submit:
        - { type: model, model: openai/gpt-4o-mini, prompt: "{{ .Prompt }}", schema: pre_tool_use_decision }
hooks:
  session_start:
    - { type: command, command: "date", on_error: ignore }
`;
const claude = {
  hooks: {
    PreToolUse: [
      { type: "command", command: "./guard.sh", matcher: { tool_name: "Bash" }, timeout: 5, on_failure: "block" },
      {
        matcher: "Edit|Write",
        hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/x.sh', onFailure: "block" }],
      },
      { type: "http", url: "http://127.0.0.1:1/x", headers: { A: "$B" }, allowedEnvVars: ["B"] },
    ],
    UserPromptSubmit: [{ type: "prompt", prompt: "Answer {userMessage} in markdown." }],
    Stop: { type: "command", command: "./stop.sh", async: false },
    PreCompact: [{ type: "command", command: "true", matcher: { trigger: "manual|auto" } }],
  },
};
const hookMd = `---
name: guard
description: Blocks dangerous commands.
trigger: before_tool
matcher:
  tool: "Shell|WriteFile"
  pattern: "\\.(py|js|ts)$|rm -rf /"
timeout: 5000
async: false
priority: 999
on_failure: block
metadata:
  author: somebody
---

# Guard

Blocks what should not happen.
`;

const own: readonly Seed[] = [
  {
    dialect: "agh",
    path: inRoot(".hookline/config.toml"),
    text: `[hooks]\noutput_limit = 9000\n${aghToml}[workspace]\nid = "ws"\n`,
  },
  {
    dialect: "agh",
    path: inHome("config.toml"),
    text: `${aghToml}\n[sources]\nclaude_code = true\n[skills]\nallowed_marketplace_hooks = ["a"]\n`,
  },
  {
    dialect: "agh",
    path: inRoot(".hookline/agents/coder/AGENT.md"),
    text: `---\nname: coder\nhooks:\n  - ${indented(4)}\n---\n\nText.\n`,
  },
  {
    dialect: "agh",
    path: inRoot(".agh/agents/coder/AGENT.md"),
    text: `---\nname = "coder"\n${aghToml.replaceAll("hooks.declarations", "hooks")}---\n`,
  },
  {
    dialect: "agh",
    path: inRoot(".hookline/skills/notes/SKILL.md"),
    text: `---\nname: notes\nmetadata:\n  agh:\n    hooks:\n      - ${indented(8)}\n---\n`,
  },
  {
    dialect: "agh",
    path: inHome("extensions/tools/extension.toml"),
    text: `[extension]\nname = "tools"\n${aghToml.replaceAll("hooks.declarations", "resources.hooks")}`,
  },
  {
    dialect: "agh",
    path: inHome("extensions/tools/extension.json"),
    text: JSON.stringify(
      {
        extension: { name: "tools" },
        resources: {
          hooks: [
            {
              name: "gate",
              event: "turn.start",
              mode: "sync",
              on_failure: "block",
              command: "x",
              args: ["a"],
              timeout: 5e9,
            },
          ],
        },
      },
      null,
      2,
    ),
  },
  { dialect: "docker-agent", path: inRoot("hookline.yaml"), text: docker },
  {
    dialect: "docker-agent",
    path: inHome("hooks.d/mine.yaml"),
    text: `hooks:\n  pre_tool_use:\n    - matcher: shell\n      hooks:\n        - type: command\n          command: ./x.sh\n          on_error: block\nsettings:\n  snapshot: false\n`,
  },
  { dialect: "claude", path: inRoot(".hookline/hooks.json"), text: JSON.stringify(claude, null, 2) },
  {
    dialect: "claude",
    path: inRoot(".claude/settings.json"),
    text: JSON.stringify(
      {
        permissions: { allow: ["Bash(ls)"] },
        hooks: {
          PreToolUse: claude.hooks.PreToolUse.slice(1, 2),
          SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "date" }] }],
          Notification: [{ hooks: [{ type: "command", command: "true", timeout: 1 }] }],
        },
      },
      null,
      2,
    ),
  },
  { dialect: "claude", path: inHome("plugins/guards/hooks/hooks.json"), text: JSON.stringify(claude.hooks, null, 1) },
  {
    dialect: "claude",
    path: inHome("plugins/guards/plugin.json"),
    text: JSON.stringify({ name: "guards", version: "1.0.0", hooks: [claude, "./more.json"] }, null, 2),
  },
  { dialect: "agent-hooks", path: inRoot(".agents/hooks/guard/HOOK.md"), text: hookMd },
  {
    dialect: "agent-hooks",
    path: inRoot(".agents/hooks/stop/HOOK.md"),
    text: "---\nname: stop\ndescription: Keeps working.\ntrigger: pre-agent-turn-stop\non_failure: block\n---\n",
  },
  {
    dialect: "agent-hooks",
    path: inRoot(".agents/hooks/hooks.toml"),
    text: `[hooks]\nenabled = true\ndebug = false\n[hooks.defaults]\ntimeout = 1000\n[[hooks.disable]]\nname = "x"\n[[hooks.override]]\nname = "y"\npriority = 5\n`,
  },
];

/** Files of the repository: what examples and fixtures declare. */
function fromRepository(): Seed[] {
  const read = (path: string) => readFileSync(join(repository, path), "utf8");
  const example = "examples/guarded-repo/.hookline";
  const yamls = readdirSync(join(repository, "test/fixtures/docker-agent")).filter((name) => name.endsWith(".yaml"));
  return [
    { dialect: "agh", path: inRoot(".hookline/config.toml"), text: read(`${example}/config.toml`) },
    {
      dialect: "agh",
      path: inRoot(".hookline/agents/reviewer/AGENT.md"),
      text: read(`${example}/agents/reviewer/AGENT.md`),
    },
    {
      dialect: "agh",
      path: inRoot(".hookline/skills/commit-style/SKILL.md"),
      text: read(`${example}/skills/commit-style/SKILL.md`),
    },
    {
      dialect: "agh",
      path: inHome("extensions/prompt-enhancer/extension.toml"),
      text: read(`${example}/extensions/prompt-enhancer/extension.toml`),
    },
    { dialect: "agh", path: inHome("config.toml"), text: read("test/fixtures/agh/seeds/home/config.toml") },
    ...yamls.map((name) => ({
      dialect: "docker-agent",
      path: inRoot("hookline.yaml"),
      text: read(`test/fixtures/docker-agent/${name}`),
    })),
  ];
}

export const seeds: readonly Seed[] = [...own, ...fromRepository()];
