/*
 * Loading 1,000 declarations (one config file with 400, 300 AGENT.md, 300 SKILL.md) against reading and parsing the same
 * files and doing nothing with them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { parse } from "smol-toml";
import { openLiveHooks } from "../src/sources/live-hooks.ts";
import { loadHooks } from "../src/sources/load-hooks.ts";
import { resolveWorkspace } from "../src/sources/workspace.ts";
import { interleave, medianTime, printBar, printValue } from "./lib/rounds.ts";

const directory = mkdtempSync(join(tmpdir(), "hookline-bench-"));
try {
  process.exitCode = (await measure(directory)) ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measure(directory: string): Promise<boolean> {
  const files = writeDeclarations(directory);
  const home = join(directory, "home");
  const workspace = resolveWorkspace(directory, { home, cwd: directory });
  const request = { home, workspace, cwd: directory, environment: {}, trust: "unchecked" as const };
  const { trust: _unchecked, ...checked } = request;

  const loaded = loadHooks(request);
  if (loaded.hooks.length !== 1000 || loaded.findings.length > 0) throw new Error("The declarations do not load.");

  using live = openLiveHooks(request);
  live.refresh();
  const taken = await interleave(
    {
      bare: () => medianTime(1, () => files.map(parseBare)),
      load: () => medianTime(1, () => loadHooks(request)),
      checked: () => medianTime(1, () => loadHooks(checked)),
      unchanged: () => medianTime(1, () => live.refresh()),
    },
    { rounds: 21, warmUp: 5 },
  );
  printValue("read and parse 601 files", taken.bare, "ms");
  printValue("load 1,000 declarations", taken.load, "ms");
  printValue("load them and hold them against what was trusted", taken.checked, "ms");
  printValue("find out that nothing changed", taken.unchanged, "ms");
  printBar({ name: "finding nothing changed ÷ reading and parsing", ratio: taken.unchanged / taken.bare });
  return printBar({ name: "loading ÷ reading and parsing", ratio: taken.load / taken.bare, atMost: 2.5 });
}

interface DeclarationFile {
  readonly path: string;
  readonly isToml: boolean;
}

function parseBare({ path, isToml }: DeclarationFile): unknown {
  const text = readFileSync(path, "utf8");
  return isToml ? parse(text) : load(text.slice(4, text.indexOf("\n---", 4)));
}

function writeDeclarations(directory: string): DeclarationFile[] {
  const write = (name: string, text: string): DeclarationFile => {
    const path = join(directory, ".hookline", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return { path, isToml: name.endsWith(".toml") };
  };
  const numbered = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  return [
    write("config.toml", numbered(400, tomlDeclaration).join("\n")),
    ...numbered(300, (n) => write(`agents/agent-${n}/AGENT.md`, agentFile(n))),
    ...numbered(300, (n) => write(`skills/skill-${n}/SKILL.md`, skillFile(n))),
  ];
}

function tomlDeclaration(n: number): string {
  return `[[hooks.declarations]]
name = "gate-${n}"
event = "tool.pre_call"
mode = "sync"
required = true
priority = ${n}
timeout = "3s"

[hooks.declarations.matcher]
tool_namespace = "fs"
tool_name = "tool-${n}*"

[hooks.declarations.executor]
kind = "subprocess"
command = "/usr/bin/env"
args = ["bash", "./hooks/gate.sh"]
env = { POLICY = "policy-${n}" }
`;
}

function agentFile(n: number): string {
  return `---
name: agent-${n}
provider: codex
hooks:
  - name: context-${n}
    event: prompt.post_assemble
    mode: sync
    timeout: 5s
    command: /usr/bin/env
    args: ["node", "./hooks/add-context.mjs"]
    matcher:
      input_class: user
---

Review code changes.
`;
}

function skillFile(n: number): string {
  return `---
name: skill-${n}
description: Does one thing, number ${n}, and tells about it.
metadata:
  agh:
    hooks:
      - event: session.post_create
        command: ./hooks/notify.sh
        args: ["--number", "${n}"]
        env:
          LEVEL: info
        matcher:
          session_type: user
---

Do the thing.
`;
}
