import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { createExecutors } from "../../src/app/executors.ts";
import { createWorld } from "../../src/app/world.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { type FailureName, failureNames, type RunRecord } from "../../src/engine/run.ts";
import type { Verdict } from "../../src/engine/verdict.ts";
import { loadHooks } from "../../src/sources/load-hooks.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";

type Fields = Readonly<Record<string, unknown>>;
type Policy = "open" | "block";

/** How a dialect declares a hook on "before a tool" that runs a script. */
type Declare = (script: Script, policy: Policy) => Readonly<Record<string, string>>;

interface Script {
  /** Null leaves the file out. */
  readonly text: string | null;
  readonly isExecutable?: boolean;
  readonly timeoutMs?: number;
}

const dialects: Readonly<Record<string, Declare>> = {
  agh: (script, policy) => {
    const timeout = script.timeoutMs === undefined ? {} : { timeout: `${script.timeoutMs}ms` };
    const rules = { name: "guard", event: "tool.pre_call", mode: "sync", on_failure: policy, ...timeout };
    return {
      ".hookline/config.toml": stringify({ hooks: { declarations: [{ ...rules, command: "./guard.sh" }] } }),
      ...fileOf("guard.sh", script),
    };
  },
  "docker-agent": (script, policy) => {
    const hook = { type: "command", name: "guard", command: "./guard.sh", on_failure: policy, ...inSeconds(script) };
    const hooks = { pre_tool_use: [{ hooks: [hook] }] };
    return { "hookline.yaml": JSON.stringify({ hooks }, null, 2), ...fileOf("guard.sh", script) };
  },
  claude: (script, policy) => {
    const rule = { type: "command", name: "guard", command: "./guard.sh", on_failure: policy, ...inSeconds(script) };
    const hooks = { PreToolUse: [rule] };
    return { ".hookline/hooks.json": JSON.stringify({ hooks }, null, 2), ...fileOf("guard.sh", script) };
  },
  "agent-hooks": (script, policy) => {
    const timeout = script.timeoutMs === undefined ? "" : `timeout: ${script.timeoutMs}\n`;
    const front = `name: guard\ndescription: Guards.\ntrigger: before_tool\non_failure: ${policy}\n${timeout}`;
    return {
      ".agents/hooks/guard/HOOK.md": `---\n${front}---\n\nGuards.\n`,
      ...fileOf(".agents/hooks/guard/scripts/run", script),
    };
  },
};

function inSeconds({ timeoutMs }: Script): Fields {
  return timeoutMs === undefined ? {} : { timeout: Math.ceil(timeoutMs / 1000) };
}

function fileOf(path: string, { text }: Script): Record<string, string> {
  return text === null ? {} : { [path]: text };
}

/** What makes a hook fail in each of the ways that have a name. */
const ways: Readonly<Record<FailureName, Script>> = {
  "not-found": { text: null },
  "spawn-error": { text: "#!/bin/sh\nexit 0\n", isExecutable: false },
  "timed-out": { text: "#!/bin/sh\nwhile :; do sleep 1; done\n", timeoutMs: 200 },
  killed: { text: "#!/bin/sh\nkill -9 $$\n" },
  "exit-code": { text: "#!/bin/sh\ncat > /dev/null\nexit 7\n" },
  unreadable: { text: `#!/bin/sh\ncat > /dev/null\nprintf '{"decision": '\n` },
  truncated: { text: "#!/bin/sh\ncat > /dev/null\nhead -c 1200000 /dev/zero | tr '\\0' x\n" },
  "trust-refused": { text: "#!/bin/sh\nexit 0\n" },
  "not-supported": { text: "#!/bin/sh\nexit 0\n" },
};

const cases = Object.keys(dialects).flatMap((dialect) =>
  failureNames.flatMap((failure) => (["open", "block"] as const).map((policy) => [dialect, failure, policy] as const)),
);

describe.concurrent("a failed hook before a tool", () => {
  it.each(cases)("%s: %s, on_failure: %s", async (dialect, failure, policy) => {
    const { verdict, records } = await fireWith(dialect, failure, policy);
    const blocks = policy === "block";
    expect(verdict.decision).toBe(blocks ? "deny" : "none");
    expect(verdict.problems).toEqual([
      expect.objectContaining({ code: blocks ? "HOOK_REQUIRED_FAILED" : "HOOK_FAILED", hook: "guard", failure }),
    ]);
    const run = { hook_name: "guard", dialect, failure, outcome: failure === "trust-refused" ? "skipped" : "failed" };
    expect(verdict.runs).toEqual([expect.objectContaining({ ...run, required: blocks })]);
    expect(records).toEqual([expect.objectContaining(run)]);
    expect(verdict.reason === null).toBe(!blocks);
  });
});

async function fireWith(
  dialect: string,
  failure: FailureName,
  policy: Policy,
): Promise<{ readonly verdict: Verdict; readonly records: readonly RunRecord[] }> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-failure-")));
  const [root, home] = [join(directory, "workspace"), join(directory, "home")];
  const script = ways[failure];
  for (const [path, text] of Object.entries(dialects[dialect]?.(script, policy) ?? {})) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.startsWith("#!") && script.isExecutable !== false) chmodSync(file, 0o755);
  }
  const environment = { ...process.env, SHELL: "/bin/sh" };
  const executors = createExecutors({ environment, world: createWorld({ home, environment }) });
  try {
    const workspace = resolveWorkspace(root, { home, cwd: root });
    const asked = { home, workspace, cwd: root, environment };
    // What nobody has trusted is refused unless the caller says otherwise.
    const loaded = loadHooks(failure === "trust-refused" ? asked : { ...asked, trust: "unchecked" });
    const records: RunRecord[] = [];
    const engine = createEngine({
      hooks: loaded.hooks,
      broken: loaded.broken,
      // A program that embeds the engine need not be able to start processes.
      executors: failure === "not-supported" ? {} : executors.table,
      record: (record) => records.push(record),
    });
    const verdict = await engine.fire("tool.pre_call", { tool_name: "Bash", tool_input: {} } as never);
    await engine.close();
    return { verdict, records };
  } finally {
    await executors.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
