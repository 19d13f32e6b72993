import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { dockerEvents } from "../../src/dialects/docker-agent/events.ts";
import { nativeHook } from "../../src/engine/native-hook.ts";
import { environment, saysSpecific, sh } from "./docker-agent.ts";
import { openTestWorkspace, outcomesOf, printing, type TestWorkspaceOptions } from "./workspace.ts";

const fixtures = join(import.meta.dirname, "..", "fixtures", "docker-agent");
const examples = readdirSync(fixtures).filter((name) => name.endsWith(".yaml"));
const textOf = (name: string) => readFileSync(join(fixtures, name), "utf8");

/** A workspace with one of the documentation's files, its scripts, and a `jq` for machines that have none. */
function openExample(name: string, more: TestWorkspaceOptions = {}) {
  const PATH = `bin${delimiter}${process.env.PATH}`;
  const test = openTestWorkspace({ environment: { ...environment, PATH }, yaml: textOf(name), ...more });
  cpSync(join(fixtures, "scripts"), join(test.root, "scripts"), { recursive: true });
  mkdirSync(join(test.root, "bin"));
  writeFileSync(join(test.root, "bin/jq"), `#!/bin/sh\nexec "${process.execPath}" "${fixtures}/jq.mjs" "$@"\n`);
  chmodSync(join(test.root, "bin/jq"), 0o755);
  return test;
}

describe("the examples of docker-agent's documentation", () => {
  it("are all here", () => {
    expect(examples).toHaveLength(15);
  });

  it.each(examples)("%s loads unchanged", async (name) => {
    const test = openExample(name);
    expect(test.loaded.findings).toEqual([]);
    expect(test.loaded.broken).toEqual([]);
    expect(test.loaded.hooks.length).toBeGreaterThan(2);
    await test.close();
  });

  it("docker §9.2: the validation script refuses with its JSON reason and exit code 2", async () => {
    const test = openExample("configuration.yaml");
    const call = (cmd: string) => test.fire("tool.pre_call", { tool_name: "shell", tool_input: { cmd } });
    expect(await call("sudo reboot")).toMatchObject({
      decision: "deny",
      reason: "Dangerous command blocked by policy",
    });
    expect(await call("ls -l")).toMatchObject({ decision: "none", problems: [] });
    expect(await test.fire("tool.pre_call", { tool_name: "read_file" })).toMatchObject({ runs: [] });
    await test.close();
  });

  it("the audit script logs calls that went well and calls that failed", async () => {
    const test = openExample("configuration.yaml");
    await test.fire("tool.post_call", { session_id: "s1", tool_name: "shell", tool_result: "ok" });
    await test.fire("tool.post_error", { session_id: "s1", tool_name: "edit_file", error: "no such file" });
    const log = readFileSync(join(test.root, "audit.log"), "utf8").trim().split("\n");
    expect(log.map((line) => line.split(" | ").slice(1))).toEqual([
      ["s1", "shell"],
      ["s1", "edit_file"],
    ]);
    await test.close();
  });

  it("the permission scripts approve and annotate", async () => {
    const allowing = openExample("permission-allow.yaml");
    const ask = { tool_name: "shell", tool_call: {}, tool_input: { cmd: "ls /tmp" } };
    expect(await allowing.fire("permission.request", ask)).toMatchObject({
      decision: "allow",
      reason: "safe read-only command",
    });
    expect(await allowing.fire("permission.request", { ...ask, tool_input: { cmd: "make" } })).toMatchObject({
      decision: "none",
    });
    await allowing.close();
    const annotating = openExample("permission-metadata.yaml");
    const verdict = await annotating.fire("permission.request", { ...ask, tool_input: { cmd: "rm x" } });
    expect(verdict.metadata).toEqual({ risk: "high", note: "deletes files" });
    await annotating.close();
  });

  it("the worktree hooks prepare the new checkout", async () => {
    const test = openExample("worktree.yaml", { files: { ".env": "A=1\n" } });
    const tree = join(test.home, "tree");
    mkdirSync(join(tree, "bin"), { recursive: true });
    cpSync(join(test.root, "bin/jq"), join(tree, "bin/jq"));
    const verdict = await test.fire("worktree.created", { worktree_path: tree, worktree_source_dir: test.root });
    expect(verdict.contexts).toMatchObject([{ hook: "seed local env", text: "Prepared worktree" }]);
    expect(readFileSync(join(tree, ".env"), "utf8")).toBe("A=1\n");
    await test.close();
  });
});

describe("docs/docker-agent.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/docker-agent.md"), "utf8");

  it("shows an example that loads", async () => {
    const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const test = openTestWorkspace({ environment, yaml });
    expect(test.loaded.findings).toEqual([]);
    const payload = { tool_name: "shell", agent_name: "root", tool_input: { cmd: "sudo ls" } };
    expect(await test.fire("tool.pre_call", payload)).toMatchObject({
      decision: "deny",
      reason: "Ask a person for that.",
    });
    await test.close();
  });

  it.each(dockerEvents)("lists $name and where it stands in the catalog", ({ name, events }) => {
    const row = page.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``));
    for (const event of events) expect(row).toContain(`\`${event}\``);
  });
});

describe("one dispatch with hooks of several dialects", () => {
  const open = () =>
    openTestWorkspace({
      environment,
      natives: [
        nativeHook({
          name: "native",
          event: "tool.pre_call",
          run: ({ tool_input }) => ({ patch: { tool_input: { ...(tool_input as object), native: true } } }),
        }),
      ],
      hooks: [
        { name: "agh-late", event: "tool.pre_call", mode: "sync", priority: 100, sh: "cat > late.json" },
        {
          name: "agh",
          event: "tool.pre_call",
          mode: "sync",
          sh: printing({ tool_input: { cmd: "ls", by: "agh" } }),
        },
      ],
      yaml: {
        hooks: {
          pre_tool_use: [
            { matcher: "shell", hooks: [sh("cat > docker.json", { name: "docker-first" })] },
            {
              matcher: "edit",
              hooks: [sh("exit 2", { name: "docker-other" })],
            },
            {
              hooks: [
                sh(saysSpecific({ permission_decision: "allow", updated_input: { by: null, seen: "docker" } }), {
                  name: "docker-second",
                }),
              ],
            },
          ],
        },
      },
    });
  const payload = { tool_name: "shell", tool_input: { cmd: "rm" }, session_id: "s1" };

  it("runs native, then AGH and docker-agent by priority; each sees what was patched before it", async () => {
    const test = open();
    const verdict = await test.fire("tool.pre_call", payload);
    expect(outcomesOf(verdict)).toEqual([
      "native:applied",
      "agh:applied",
      "docker-first:applied",
      "docker-second:applied",
      "agh-late:applied",
    ]);
    expect(verdict).toMatchObject({ decision: "allow", payload: { tool_input: { cmd: "ls", seen: "docker" } } });
    const read = (file: string) => JSON.parse(readFileSync(join(test.root, file), "utf8"));
    expect(read("docker.json")).toMatchObject({
      hook_event_name: "pre_tool_use",
      tool_input: { cmd: "ls", by: "agh" },
    });
    expect(read("late.json")).toMatchObject({ event: "tool.pre_call", tool_input: { cmd: "ls", seen: "docker" } });
    expect(payload.tool_input).toEqual({ cmd: "rm" });
    expect(test.records.map(({ dialect }) => dialect)).toEqual([
      "native",
      "agh",
      "docker-agent",
      "docker-agent",
      "agh",
    ]);
    await test.close();
  });

  it("is explained in the same order, with the reason for the hook that does not run", async () => {
    const test = open();
    const explained = test.engine.explain("tool.pre_call", payload);
    expect(explained.map(({ hook, matches }) => [hook.name, hook.dialect, matches])).toEqual([
      ["native", "native", true],
      ["agh", "agh", true],
      ["docker-first", "docker-agent", true],
      ["docker-other", "docker-agent", false],
      ["docker-second", "docker-agent", true],
      ["agh-late", "agh", true],
    ]);
    expect(explained[3]?.mismatch).toEqual({ field: "tool_name", pattern: "edit", value: "shell" });
    await test.close();
  });
});
