import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calls, callsShell, jsonLines, openRunWorkspace, scriptOf, teamOf } from "./program.ts";

type Told = Readonly<Record<string, unknown>>;
const mcpTesting = join(import.meta.dirname, "..", "..", "..", "src", "runtime", "tools", "mcp", "testing");

describe("agents of a file", () => {
  it("delegate to each other, under their own hooks and the rules of the file", async () => {
    const team = {
      permissions: { deny: ["shell:cmd=rm *"], allow: ["shell:cmd=echo *"] },
      agents: {
        root: {
          model: "scripted/s.yaml",
          sub_agents: ["helper"],
          hooks: { subagent_stop: [{ type: "command", command: "echo root saw it >> log" }] },
        },
        helper: {
          model: "scripted/s.yaml",
          description: "Helps.",
          toolsets: [{ type: "shell" }],
          hooks: {
            post_tool_use: [{ matcher: "*", hooks: [{ type: "command", command: "echo helper called >> log" }] }],
          },
        },
      },
    };
    const script = {
      agents: {
        root: { answers: [calls("transfer_task", { agent: "helper", task: "Help." }), { text: "It was helped." }] },
        helper: { answers: [callsShell("echo helping"), callsShell("rm -rf everything"), { text: "Helped." }] },
      },
    };
    using workspace = openRunWorkspace({ "team.yaml": JSON.stringify(team), "s.yaml": JSON.stringify(script) });
    await workspace.trust("team.yaml");
    const { stdout, stderr, exitCode } = await workspace.run(["run", "team.yaml", "go", "-o", "jsonl"]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const told = jsonLines<Told>(stdout);
    const child = told.find(({ kind }) => kind === "subagent_started")?.child_session_id;
    expect(told.find(({ kind }) => kind === "subagent_stopped")).toMatchObject({
      agent: "helper",
      response: "Helped.",
    });
    expect(
      told
        .filter(({ kind, session_id }) => kind === "permission_decided" && session_id === child)
        .map(({ decision, source }) => `${decision} ${source}`),
    ).toEqual(["allow team_permissions_allow", "deny team_permissions_deny"]);
    expect(told.findLast(({ kind }) => kind === "turn_ended")).toMatchObject({ answer: "It was helped." });
    expect(workspace.read("log")).toMatch(/^(helper called\n)+root saw it\n$/);
    const sessions = JSON.parse((await workspace.run(["sessions", "--all", "-o", "json"])).stdout);
    expect(sessions).toMatchObject([{ parent_id: null }, { parent_id: sessions[0].id, agent: "helper" }]);
  });

  it("may be an AGENT.md, with a prompt of its own", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "Reviewed." }),
      ".hookline/agents/reviewer/AGENT.md": "---\ndescription: Reviews\nmodel: scripted/s.yaml\n---\n\nReview it.\n",
    });
    const named = await workspace.run(["run", "--agent", "reviewer", "go", "-o", "json"]);
    expect(named).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(named.stdout)).toMatchObject({ agent: "reviewer", answer: "Reviewed." });
    const file = await workspace.run(["run", ".hookline/agents/reviewer/AGENT.md", "go", "-o", "json"]);
    expect(JSON.parse(file.stdout)).toMatchObject({ agent: "reviewer", answer: "Reviewed." });
  });

  it("warns of a key that nobody reads, with its line and the key that was probably meant, and runs", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "Hi." }),
      "team.yaml": "agents:\n  root:\n    model: scripted/s.yaml\n    instrucion: Be kind.\n",
    });
    const { stdout, stderr, exitCode } = await workspace.run(["run", "team.yaml", "go"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Hi.");
    expect(stderr).toMatch(/warning: .*team\.yaml:4 .*instrucion[\s\S]*Did you mean "instruction"\?/);
  });

  it("an MCP server is not started before it is trusted; then its tools are called", async () => {
    const server = {
      command: process.execPath,
      args: [join(mcpTesting, "stdio-server.ts"), "notes"],
      name: "demo",
      type: "mcp",
    };
    const team = JSON.parse(teamOf());
    team.agents.root.toolsets = [server];
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(calls("mcp__demo__greet", { name: "Ada" }), { text: "Done." }),
      "team.yaml": JSON.stringify(team),
    });
    const argv = ["run", "team.yaml", "go", "--yolo", "-o", "jsonl"];
    const before = await workspace.run(argv);
    expect(before.exitCode).toBe(0);
    expect(before.stdout).toMatch(/"kind":"notice".*demo.*hookline trust --agent-file team\.yaml/);
    // What it says has to work as it stands.
    const review = await workspace.run(["trust", "--agent-file", "team.yaml"]);
    expect(review.stdout).toContain("NEW  mcp:demo");
    expect(review.stderr).toContain("  hookline trust --agent-file team.yaml --yes  trusts all that was shown");
    expect(before.stdout).toMatch(/"kind":"tool_returned".*"outcome":"not-available"/);
    await workspace.trust("team.yaml");
    const after = await workspace.run(argv);
    expect(jsonLines<Told>(after.stdout).find(({ kind }) => kind === "tool_returned")).toMatchObject({
      tool_name: "mcp__demo__greet",
      outcome: "ran",
      text: expect.stringContaining("Hello, Ada!"),
    });
  });
});
