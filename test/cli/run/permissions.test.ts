import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookline } from "../workspace.ts";
import { calls, callsShell, jsonLines, openRunWorkspace, scriptOf, teamOf } from "./program.ts";

interface Decided {
  readonly kind: string;
  readonly decision: string;
  readonly source: string;
  readonly reason: string | null;
}

const script = scriptOf(callsShell("touch written"), { text: "Done." });

describe("what hookline run may do when nobody can be asked", () => {
  it.each<[who: string, argv: readonly string[], decision: string, source: string]>([
    ["nobody allows it", [], "deny", "non_interactive_deny"],
    ["--yolo", ["--yolo"], "allow", "yolo"],
    ["--allow with a rule that fits", ["--allow", "shell:cmd=touch *"], "allow", "session_permissions_allow"],
    ["--allow with a rule that does not fit", ["--allow", "shell:cmd=git *"], "deny", "non_interactive_deny"],
    ["--deny beats --yolo", ["--yolo", "--deny", "shell"], "deny", "session_permissions_deny"],
    ["--permissions approve-all", ["--permissions", "approve-all"], "allow", "session_permissions_allow"],
    ["--permissions approve-reads", ["--permissions", "approve-reads"], "deny", "non_interactive_deny"],
    ["--permissions deny-all", ["--yolo", "--permissions", "deny-all"], "deny", "session_permissions_deny"],
  ])("%s", async (_who, argv, decision, source) => {
    using workspace = openRunWorkspace({ "s.yaml": script });
    const line = ["run", "--model", "scripted/s.yaml", "go", "-o", "jsonl", ...argv];
    const { stdout, stderr, exitCode } = await hookline(workspace, line, { trusts: false });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const decided = jsonLines<Decided>(stdout).filter(({ kind }) => kind === "permission_decided");
    expect(decided).toMatchObject([{ decision, source }]);
    expect(existsSync(join(workspace.root, "written"))).toBe(decision === "allow");
  });

  it("says how to allow what was refused", async () => {
    using workspace = openRunWorkspace({ "s.yaml": script });
    const { stdout } = await workspace.run(["run", "--model", "scripted/s.yaml", "go"], { env: { COLUMNS: "400" } });
    expect(stdout).toMatch(/refused \(.*\).*--allow \S+.*--yolo/);
  });

  it("reads without being asked, and lets files be read elsewhere only with --allow-path", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(calls("read_file", { path: "../elsewhere.txt" }), calls("read_file", { path: "here.txt" }), {
        text: "Done.",
      }),
      "here.txt": "from here\n",
      "../elsewhere.txt": "from elsewhere\n",
    });
    const argv = ["run", "--model", "scripted/s.yaml", "go", "-o", "jsonl"];
    const refused = await workspace.run(argv);
    expect(refused.stdout).toContain("from here");
    expect(refused.stdout).not.toContain("from elsewhere");
    const allowed = await workspace.run([...argv, "--allow-path", "../elsewhere.txt"]);
    expect(allowed.stdout).toContain("from elsewhere");
  });

  it("a guard that goes before yolo refuses also under --yolo, and its reason reaches the agent", async () => {
    const guard = "echo 'not on this machine' >&2; exit 2";
    const team = JSON.parse(teamOf());
    team.agents.root.hooks.pre_tool_use = [
      { matcher: "shell", preempt_yolo: true, hooks: [{ type: "command", command: guard }] },
    ];
    using workspace = openRunWorkspace({ "s.yaml": script, "team.yaml": JSON.stringify(team) });
    await workspace.trust("team.yaml");
    const { stdout, exitCode } = await workspace.run(["run", "team.yaml", "go", "--yolo", "-o", "jsonl"]);
    expect(exitCode).toBe(0);
    const told = jsonLines<Record<string, unknown>>(stdout);
    expect(told.find(({ kind }) => kind === "permission_decided")).toMatchObject({
      decision: "deny",
      source: "pre_tool_use_hook_deny",
    });
    expect(told.find(({ kind }) => kind === "tool_returned")).toMatchObject({
      outcome: "denied",
      text: expect.stringContaining("not on this machine"),
    });
    expect(existsSync(join(workspace.root, "written"))).toBe(false);
  });

  it("hooks of --hook flags run without trust, because whoever typed them wanted them", async () => {
    const allow = '{"hook_specific_output":{"permission_decision":"allow"}}';
    using workspace = openRunWorkspace({ "s.yaml": script });
    const { stderr, exitCode } = await workspace.run([
      ...["run", "--model", "scripted/s.yaml", "go"],
      ...["--hook-session-start", "echo session_start >> log"],
      ...["--hook-pre-tool-use", `echo pre_tool_use >> log; echo '${allow}'`],
      ...["--hook-post-tool-use", "echo post_tool_use >> log"],
      ...["--hook-stop", "echo stop >> log"],
      ...["--hook-session-end", "echo session_end >> log"],
    ]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(workspace.read("log")).toBe("session_start\npre_tool_use\npost_tool_use\nstop\nsession_end\n");
  });

  it("hooks of a file do not run before they are trusted, which is said; --trust-fingerprint trusts them this once", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": script,
      "team.yaml": teamOf({ session_start: "echo session_start >> log" }),
    });
    const argv = ["run", "team.yaml", "go", "--yolo"];
    const before = await workspace.run(argv);
    expect(before.stderr).toContain("hookline trust");
    expect(workspace.read("log")).toBe("");
    const { stdout } = await workspace.run(["trust", "--check", "--agent-file", "team.yaml", "-o", "json"]);
    const { fingerprint } = JSON.parse(stdout) as { fingerprint: string };
    expect(await workspace.run([...argv, "--trust-fingerprint", fingerprint])).toMatchObject({
      stderr: "",
      exitCode: 0,
    });
    expect(workspace.read("log")).toBe("session_start\n");
  });
});
