import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookline, openTestWorkspace } from "./workspace.ts";

const script = (answer: string) => `#!/bin/sh\ncat >/dev/null\n${answer}\n`;

/** One hook of each dialect before a tool call, and nothing else. */
function openFourDialects() {
  const workspace = openTestWorkspace();
  const files: Readonly<Record<string, string>> = {
    ".hookline/config.toml":
      '[[hooks.declarations]]\nname = "of-agh"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "./agh.sh"\n',
    "agh.sh": script(`echo '{"tool_input":{"command":"ls -l"}}'`),
    "hookline.yaml":
      "hooks:\n  pre_tool_use:\n    - hooks:\n        - { name: of-docker, type: command, command: ./docker.sh }\n",
    "docker.sh": script("echo careful >&2; exit 1"),
    ".hookline/hooks.json": JSON.stringify({
      hooks: { PreToolUse: [{ type: "command", name: "of-claude", command: "./claude.sh" }] },
    }),
    "claude.sh": script(
      `echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"Sure?"}}'`,
    ),
    ".agents/hooks/of-agent-hooks/HOOK.md":
      "---\nname: of-agent-hooks\ndescription: d\ntrigger: before_tool\n---\n\nText.\n",
    ".agents/hooks/of-agent-hooks/scripts/run.sh": script("echo no >&2; exit 2"),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace.root, path)), { recursive: true });
    writeFileSync(join(workspace.root, path), text, { mode: 0o755 });
  }
  return workspace;
}

const payload = JSON.stringify({ session_id: "s", tool_name: "run_shell_command", tool_input: { command: "ls" } });
const explain = ["explain", "tool.pre_call", "--payload", payload, "--run"];
const names = new Set(["of-agh", "of-docker", "of-claude", "of-agent-hooks"]);

interface Step {
  hook: string;
  input: string;
  [field: string]: unknown;
}

describe("hookline explain --run", () => {
  it("tells of each hook what it read in its own dialect, what it said and what came of it", async () => {
    using workspace = openFourDialects();
    const { stdout, exitCode } = await hookline(workspace, [...explain, "-o", "json"]);
    const { hooks, steps, verdict } = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(hooks.filter(({ name }: { name: string }) => names.has(name))).toHaveLength(4);
    const ours: Step[] = steps.filter(({ hook }: Step) => names.has(hook));
    expect(ours.map(({ input }) => JSON.parse(input))).toMatchObject([
      { event: "tool.pre_call", tool_input: { command: "ls" } },
      { hook_event_name: "pre_tool_use", tool_input: { command: "ls -l" } },
      { event: "PreToolUse", data: { toolName: "Bash", toolInput: { command: "ls -l" } } },
      { event_type: "before_tool", tool_input: { command: "ls -l" } },
    ]);
    expect(ours).toMatchObject([
      {
        hook: "of-agh",
        dialect: "agh",
        executor: "process",
        reply: { kind: "output", exit_code: 0, stdout: '{"tool_input":{"command":"ls -l"}}\n', stderr: "" },
        effects: { patch: { tool_input: { command: "ls -l" } } },
        outcome: "applied",
        after: { decision: "none", changed: { tool_input: { command: "ls -l" } } },
      },
      {
        hook: "of-docker",
        reply: { kind: "output", exit_code: 1, stderr: "careful\n" },
        effects: null,
        outcome: "failed",
        failure: "exit-code",
        after: { decision: "none", changed: {} },
      },
      { hook: "of-claude", effects: { decision: "ask" }, after: { decision: "ask", reason: "Sure?" } },
      {
        hook: "of-agent-hooks",
        effects: { decision: "deny", reason: "no" },
        after: { decision: "deny", reason: "no" },
      },
    ]);
    expect(verdict).toMatchObject({ decision: "deny", reason: "no" });
    expect(ours.every(({ duration_ms }) => typeof duration_ms === "number")).toBe(true);
  });

  it("does not run what is not trusted, and says so", async () => {
    using workspace = openFourDialects();
    const { stdout } = await hookline(workspace, [...explain, "-o", "json"], { trusts: false });
    const { steps } = JSON.parse(stdout);
    const ours: Step[] = steps.filter(({ hook }: Step) => names.has(hook));
    expect(ours.length).toBeGreaterThan(0);
    for (const step of ours)
      expect(step).toMatchObject({
        outcome: "skipped",
        failure: "trust-refused",
        reply: { kind: "failure", failure: "trust-refused" },
      });
    expect((await hookline(workspace, explain, { trusts: false })).stdout).toContain("failed   trust-refused");
  });

  it.each(["PreToolUse", "pre_tool_use", "before_tool", "pre-tool-call"])(
    "takes the event as a dialect calls it: %s",
    async (event) => {
      using workspace = openFourDialects();
      const call = ["explain", event, "--payload", payload, "-o", "json"];
      const hooks: { name: string }[] = JSON.parse((await hookline(workspace, call, { trusts: false })).stdout);
      expect(hooks.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
    },
  );

  it("cuts long texts, unless all of it is wanted", async () => {
    using workspace = openFourDialects();
    writeFileSync(join(workspace.root, "docker.sh"), script("printf '%0400d' 0 >&2; echo END >&2"), {
      mode: 0o755,
    });
    const short = await hookline(workspace, explain, { width: 2000 });
    expect(short.stdout).toMatch(/0{300}… \(\d+ more characters; --full shows them\)/);
    expect((await hookline(workspace, [...explain, "--full"], { width: 2000 })).stdout).toContain("0END");
  });

  it("takes out of the output what a terminal would obey", async () => {
    using workspace = openFourDialects();
    writeFileSync(join(workspace.root, "docker.sh"), script("printf '\\033[31mred\\033]0;title\\007' >&2"), {
      mode: 0o755,
    });
    const { stdout } = await hookline(workspace, [...explain, "--full"]);
    expect(stdout).toContain("red");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("\u0007");
  });
});
