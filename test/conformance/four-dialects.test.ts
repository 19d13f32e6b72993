import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openTestWorkspace, outcomesOf, printing, type TestWorkspace } from "./workspace.ts";

const fixtures = join(import.meta.dirname, "..", "fixtures", "four-dialects");
const dialects = ["agent-hooks-first", "agh", "docker-agent", "claude", "agent-hooks"] as const;
type Saved = (typeof dialects)[number];

let open: TestWorkspace | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Keeps what it is given, byte for byte, and answers. */
const keep = (saved: Saved, answer: string) => `cat > got-${saved}.json; ${answer}`;

/** One workspace with a hook of every dialect before a tool call; `last` is what the HOOK.md of lowest rank does. */
function fourDialects(last: string): TestWorkspace {
  const workspace = openTestWorkspace({
    hooks: [
      {
        name: "agh-rewrites",
        event: "tool.pre_call",
        mode: "sync",
        sh: keep("agh", printing({ tool_input: { command: "ls -l src" } })),
      },
    ],
    yaml: {
      hooks: {
        pre_tool_use: [
          {
            matcher: "run_shell_command",
            hooks: [
              {
                name: "docker-rewrites",
                type: "command",
                command: keep(
                  "docker-agent",
                  printing({ hook_specific_output: { updated_input: { timeout: 5 } }, system_message: "shortened" }),
                ),
              },
            ],
          },
        ],
      },
    },
    files: {
      ".hookline/hooks.json": JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              type: "command",
              matcher: { tool_name: "Bash" },
              command: keep(
                "claude",
                printing({
                  hookSpecificOutput: {
                    hookEventName: "PreToolUse",
                    permissionDecision: "ask",
                    permissionDecisionReason: "a person should see this",
                  },
                }),
              ),
            },
          ],
        },
      }),
      ".agents/hooks/first/HOOK.md": hookFile("first", 999),
      ".agents/hooks/first/scripts/run.sh": script(
        keep("agent-hooks-first", printing({ decision: "allow", additional_context: "seen first" })),
      ),
      ".agents/hooks/last/HOOK.md": hookFile("last", 10),
      ".agents/hooks/last/scripts/run.sh": script(keep("agent-hooks", last)),
    },
  });
  for (const name of ["first", "last"]) chmodSync(join(workspace.root, `.agents/hooks/${name}/scripts/run.sh`), 0o755);
  return workspace;
}

function hookFile(name: string, priority: number): string {
  return `---
name: ${name}
description: Looks at shell commands.
trigger: before_tool
matcher:
  tool: shell
  pattern: "^ls"
priority: ${priority}
---
`;
}

const script = (line: string) => `#!/bin/sh\n${line}\n`;

const payload = {
  session_id: "sess-1",
  tool_call_id: "call-7",
  tool_name: "run_shell_command",
  tool_namespace: "shell",
  tool_input: { command: "ls src" },
  timestamp: "2026-11-15T10:30:00Z",
};

function given(workspace: TestWorkspace, saved: Saved): string {
  return readFileSync(join(workspace.root, `got-${saved}.json`), "utf8")
    .replaceAll(workspace.root, "{root}")
    .replaceAll(workspace.workspace.id, "{workspace_id}");
}

async function fire(workspace: TestWorkspace) {
  const { id, root } = workspace.workspace;
  return workspace.fire("tool.pre_call", { ...payload, workspace_id: id, workspace: root, cwd: root });
}

describe("a workspace with hooks of all four dialects before a tool call", () => {
  it("is one dispatch with one order and one verdict", async () => {
    open = fourDialects(printing({ additional_context: "seen last" }));
    const verdict = await fire(open);
    expect(open.loaded.findings).toEqual([]);
    expect(verdict.runs.map(({ dialect, outcome }) => `${dialect}:${outcome}`)).toEqual([
      "agent-hooks:applied",
      "agh:applied",
      "docker-agent:applied",
      "claude:applied",
      "agent-hooks:applied",
    ]);
    expect(verdict).toMatchObject({
      decision: "ask",
      reason: "a person should see this",
      payload: { tool_input: { command: "ls -l src", timeout: 5 } },
      contexts: [
        { hook: "first", text: "seen first" },
        { hook: "last", text: "seen last" },
      ],
      messages: [{ hook: "docker-rewrites", text: "shortened" }],
      problems: [],
    });
  });

  it("gives each script exactly its own dialect's JSON", async () => {
    open = fourDialects("exit 0");
    await fire(open);
    for (const saved of dialects) {
      const golden = join(fixtures, `${saved}.json`);
      const text = given(open, saved);
      if (process.env.UPDATE_GOLDEN === "1") writeFileSync(golden, `${text}\n`);
      expect(`${text}\n`, saved).toBe(readFileSync(golden, "utf8"));
    }
  });

  it("lets the last of them refuse after all others agreed", async () => {
    open = fourDialects("echo 'not on a Friday' >&2; exit 2");
    const verdict = await fire(open);
    expect(outcomesOf(verdict).at(-1)).toBe("last:denied");
    expect(verdict).toMatchObject({ decision: "deny", reason: "not on a Friday" });
  });

  it("records every run under its dialect", async () => {
    open = fourDialects("exit 1");
    await fire(open);
    expect(
      open.records.map(({ hook_name, dialect, outcome, failure }) => [hook_name, dialect, outcome, failure]),
    ).toEqual([
      ["first", "agent-hooks", "applied", null],
      ["agh-rewrites", "agh", "applied", null],
      ["docker-rewrites", "docker-agent", "applied", null],
      [expect.any(String), "claude", "applied", null],
      ["last", "agent-hooks", "failed", "exit-code"],
    ]);
  });
});
