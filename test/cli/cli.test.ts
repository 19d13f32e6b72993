import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { parseSince } from "../../src/cli/since.ts";
import { difference, parseScenario } from "./scenario.ts";
import { hookline, openTestWorkspace, repository } from "./workspace.ts";

const json = (text: string): unknown => JSON.parse(text);

describe("workspaces", () => {
  it("C182 a workspace is found by name, id and path, and its hooks see its id and root", async () => {
    using workspace = openTestWorkspace();
    const { root, home } = workspace;
    const config = `[[workspaces]]\nid = "ws_checkout"\nname = "checkout"\nroot = ${JSON.stringify(root)}\n`;
    writeFileSync(join(home, "config.toml"), config);
    for (const reference of ["checkout", "ws_checkout", root, "../guarded-repo"]) {
      const argv = ["fire", "turn.start", "--payload", "{}", "-o", "json", "--workspace", reference];
      const { stdout } = await hookline(workspace, argv, { cwd: join(root, "hooks") });
      const cwdIsInside = reference === "../guarded-repo";
      const { stdout: relative } = cwdIsInside ? await hookline(workspace, argv) : { stdout };
      expect(json(relative), reference).toMatchObject({ payload: { workspace_id: "ws_checkout", workspace: root } });
    }
  });

  it("C180 hooks of the user with wildcards are listed for the workspaces they would run in", async () => {
    using workspace = openTestWorkspace();
    const hook = (name: string, id: string) =>
      `[[hooks.declarations]]\nname = "${name}"\nevent = "turn.start"\ncommand = "true"\nmatcher = { workspace_id = "${id}" }\n`;
    const config = [
      `[[workspaces]]\nid = "ws_checkout"\nname = "checkout"\nroot = ${JSON.stringify(workspace.root)}\n`,
      hook("anywhere", "*"),
      hook("here", "ws_check*"),
      hook("elsewhere", "ws_billing"),
    ];
    writeFileSync(join(workspace.home, "config.toml"), config.join("\n"));
    const names = async (...argv: string[]) => {
      const { stdout } = await hookline(workspace, ["list", "--event", "turn.start", "-o", "json", ...argv]);
      return (json(stdout) as { order: number; name: string }[]).map(({ order, name }) => `${order} ${name}`);
    };
    expect(await names("--workspace", "checkout")).toEqual(["1 anywhere", "2 here"]);
    expect(await names()).toEqual(["1 anywhere", "2 elsewhere", "3 here"]);
  });

  it("a workspace's hooks run however its path is spelt, and a payload of another workspace is told", async () => {
    using workspace = openTestWorkspace();
    const link = join(workspace.home, "link");
    symlinkSync(workspace.root, link);
    const fire = (fields: object) => {
      const payload = { tool_namespace: "fs", read_only: false, tool_input: { path: ".env" }, ...fields };
      return hookline(workspace, ["fire", "tool.pre_call", "-o", "json", "--payload", JSON.stringify(payload)]);
    };
    for (const path of [link, `${workspace.root}/`, `${join(workspace.root, "hooks")}/..`]) {
      const { stdout, stderr } = await fire({ workspace: path });
      expect(json(stdout), path).toMatchObject({ decision: "deny", payload: { workspace: workspace.root } });
      expect(stderr, path).toBe("");
    }
    const { stdout, stderr } = await fire({ workspace_id: "ws_other" });
    expect(json(stdout)).toMatchObject({ decision: "none", runs: [] });
    expect(stderr).toContain('workspace_id "ws_other"');
  });

  it("the current directory's workspace is found from below", async () => {
    using workspace = openTestWorkspace();
    const argv = ["fire", "turn.start", "--payload", "{}", "-o", "json"];
    const { stdout } = await hookline(workspace, argv, { cwd: join(workspace.root, "hooks") });
    expect(json(stdout)).toMatchObject({ payload: { workspace: workspace.root } });
  });
});

describe("catalog entries", () => {
  it("C179 an entry has the promised fields, and neither command nor environment", async () => {
    using workspace = openTestWorkspace();
    const { stdout } = await hookline(workspace, ["list", "--event", "tool.pre_call", "-o", "json"]);
    expect(json(stdout)).toEqual([
      expect.objectContaining({ order: 1, name: "block-dangerous-commands", dialect: "agent-hooks" }),
      {
        order: 2,
        name: "block-secret-file-edits",
        event: "tool.pre_call",
        source: "config",
        mode: "sync",
        required: true,
        priority: 700,
        timeout_ms: 3000,
        executor_kind: "subprocess",
        matcher: { tool_namespace: "fs", tool_read_only: false },
        scope: { workspace_id: expect.stringMatching(/^ws_/), workspace_root: workspace.root },
        dialect: "agh",
        trust: "trusted",
        file: join(workspace.root, ".hookline", "config.toml"),
        line: expect.any(Number),
      },
    ]);
  });

  it("C179 hooks of agents, skills and extensions say where they come from", async () => {
    using workspace = openTestWorkspace();
    const { stdout } = await hookline(workspace, ["list", "-o", "json"]);
    expect(json(stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: "add-review-context",
          scope: expect.objectContaining({ agent_name: "reviewer" }),
        }),
        expect.objectContaining({ name: "remind-commit-style", source: "skill", skill_source: "workspace" }),
        expect.objectContaining({ name: "workspace-context", metadata: { extension: "prompt-enhancer" } }),
      ]),
    );
  });
});

describe("C186 --since", () => {
  const now = new Date("2026-04-16T12:00:00Z");
  it.each([
    ["5m", "2026-04-16T11:55:00.000Z"],
    ["1h30m", "2026-04-16T10:30:00.000Z"],
    ["2026-04-16T14:00:00+02:00", "2026-04-16T12:00:00.000Z"],
    [" 2026-04-16T11:59:59.5Z ", "2026-04-16T11:59:59.500Z"],
  ])("%j means %s", (text, time) => {
    expect(parseSince(text, now).toISOString()).toBe(time);
  });

  it.each(["", "5", "0", "-5m", "yesterday", "2026-04-16", "2026-13-99T00:00:00Z"])("%j is refused", (text) => {
    expect(() => parseSince(text, now)).toThrow(/cannot read/);
  });
});

describe("width and colour", () => {
  const commands = [["list"], ["events"], ["info", "block-secret-file-edits"], ["validate"]];

  it.each([40, 80, 200].flatMap((width) => commands.map((argv) => [width, argv] as const)))(
    "%i columns are enough for %j",
    async (width, argv) => {
      using workspace = openTestWorkspace();
      const { stdout } = await hookline(workspace, argv, { width });
      const lines = stdout.split("\n");
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    },
  );

  it("colours for a terminal, and not with --no-color", async () => {
    using workspace = openTestWorkspace();
    const argv = ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json"];
    expect((await hookline(workspace, argv, { color: true })).stdout).toContain("\u001b[31mDENY");
    expect((await hookline(workspace, [...argv, "--no-color"], { color: true })).stdout).not.toContain("\u001b");
  });

  it("what a hook says cannot control the terminal", async () => {
    using workspace = openTestWorkspace();
    const reply = JSON.stringify({ deny: true, deny_reason: "no\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e way" });
    writeFileSync(join(workspace.root, "hooks", "block-secret-file-edits.sh"), `printf '%s' '${reply}'\n`);
    for (const format of ["human", "json", "jsonl", "toon"]) {
      const argv = ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json", "-o", format];
      const { stdout } = await hookline(workspace, argv);
      expect(stdout).toContain("way");
      expect(stdout, format).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    }
  });
});

describe("records", () => {
  it("records that cannot be written do not change the verdict, and that is said", async () => {
    using workspace = openTestWorkspace();
    mkdirSync(join(workspace.home, "runs.db"));
    const argv = ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json", "-o", "json", "--exit-code"];
    const { stdout, stderr, exitCode } = await hookline(workspace, argv);
    expect(json(stdout)).toMatchObject({ decision: "deny" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("warning: 1 run record could not be written");
  });

  it("what is said about records that cannot be kept fits the cause", async () => {
    using workspace = openTestWorkspace();
    writeFileSync(join(workspace.home, "runs.db"), "this is no database");
    const argv = ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json"];
    const { stdout, stderr } = await hookline(workspace, argv);
    expect(stdout).toContain("DENY");
    expect(stderr).toContain("fix: Move the file away");
  });
});

describe("README", () => {
  it("shows what the demo really prints", async () => {
    using workspace = openTestWorkspace();
    const readme = readFileSync(join(repository, "README.md"), "utf8");
    const session = /```console\n(.*?)```/s.exec(readme)?.[1] ?? "";
    const cases = parseScenario(`# README\n${session.replaceAll("$ npx hookline", "$ hookline")}`);
    const steps = cases.flatMap((each) => each.steps).filter((step) => "command" in step);
    expect(steps).toHaveLength(1);
    const timeless = (text: string) => text.replaceAll(/ +[\d.]+m?s\b/g, " (time)").replace(/\d+ runs/, "(some) runs");
    for (const { command, stdout } of steps) {
      const env = { TMPDIR: join(workspace.home, "..") };
      const result = await hookline(workspace, command, { trusts: false, width: 120, env });
      expect(difference(timeless(result.stdout), timeless(stdout.join("\n")).split("\n"))).toBeNull();
    }
  }, 120_000);
});

describe("completion", () => {
  it.each<[words: string[], expected: string[]]>([
    [["ev"], ["events"]],
    [["hooks", "inf"], ["info"]],
    [["fire", "tool.pre"], ["tool.pre_call"]],
    [
      ["runs", "--outcome", "d"],
      ["denied", "dropped"],
    ],
    [["events", "--family", "perm"], ["permission"]],
    [
      ["list", "-o", ""],
      ["human", "json", "jsonl", "toon"],
    ],
    [["info", "block-s"], ["block-secret-file-edits"]],
    [["list", "--agent", ""], ["reviewer"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["list", "--ev"], ["--event"]],
    [["fire", "turn.start", "--payload", ""], []],
    [["fire", "turn.start", "x"], []],
  ])("%j → %j", async (words, expected) => {
    using workspace = openTestWorkspace();
    const { stdout, exitCode } = await hookline(workspace, ["__complete", "--", ...words]);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("\t")[0]),
    ).toEqual(expected);
  });
});
