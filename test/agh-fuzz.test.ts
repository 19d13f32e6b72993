import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAgentFile } from "../src/dialects/agh/agent-file.ts";
import { compileDeclaration } from "../src/dialects/agh/compile-declaration.ts";
import { readConfigFile } from "../src/dialects/agh/config-file.ts";
import { readExtensionFile } from "../src/dialects/agh/extension-file.ts";
import type { HookFile } from "../src/dialects/agh/hook-file.ts";
import type { Owner } from "../src/dialects/agh/owner.ts";
import { readSkillFile } from "../src/dialects/agh/skill-file.ts";
import { aghWire } from "../src/dialects/agh/wire.ts";
import type { Finding } from "../src/errors/problem.ts";

const owner: Owner = {
  source: "config",
  skillSource: null,
  defaultName: null,
  agentName: null,
  workspace: { id: "ws", root: "/ws" },
  cwd: "/ws",
  processCwd: "/",
  knownBuiltins: null,
  builtinEvents: null,
  extension: null,
  wire: aghWire(),
};
const extension = { name: "tools", root: "/ext", realPath: (path: string) => path, environment: {}, allowedEnv: [] };

interface Format {
  readonly name: string;
  readonly valid: string;
  readonly read: (text: string) => HookFile;
  readonly owner: Owner;
}

const declaration = `name = "gate"
event = "tool.pre_call"
mode = "sync"
required = true
priority = 700
timeout = "3s"
`;
const tables = (name: string) => `[${name}.matcher]
tool_namespace = "fs"
tool_read_only = false

[${name}.executor]
kind = "subprocess"
command = "/usr/bin/env"
args = ["bash", "{{config_dir}}/gate.sh"]
env = { POLICY = "{{env:LANG}}" }
`;
const yaml = `name: gate
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
const indented = (by: number) => yaml.split("\n").join(`\n${" ".repeat(by)}`);
const json = {
  extension: { name: "tools" },
  resources: {
    hooks: [
      { name: "gate", event: "turn.end", command: "./x", args: ["a"], timeout: 5e9, matcher: { input_class: "user" } },
    ],
  },
};

const formats: readonly Format[] = [
  {
    name: "config.toml",
    valid: `[hooks]\noutput_limit = 9000\n[[hooks.declarations]]\n${declaration}${tables("hooks.declarations")}[workspace]\nid = "ws"\n`,
    read: (text) => readConfigFile("/ws/.hookline/config.toml", "workspace", text),
    owner,
  },
  {
    name: "AGENT.md (YAML)",
    valid: `---\nname: coder\nhooks:\n  - ${indented(4)}\n---\n\nText.\n`,
    read: (text) => readAgentFile("/AGENT.md", "coder", text),
    owner: { ...owner, source: "agent_definition", agentName: "coder" },
  },
  {
    name: "AGENT.md (TOML)",
    valid: `---\nname = "coder"\n[[hooks]]\n${declaration}${tables("hooks")}---\n`,
    read: (text) => readAgentFile("/AGENT.md", "coder", text),
    owner: { ...owner, source: "agent_definition", agentName: "coder" },
  },
  {
    name: "SKILL.md",
    valid: `---\nname: notes\nmetadata:\n  agh:\n    hooks:\n      - ${indented(8)}\n---\n`,
    read: (text) => readSkillFile("/SKILL.md", "notes", text),
    owner: { ...owner, source: "skill", skillSource: "workspace", defaultName: "notes" },
  },
  {
    name: "extension.toml",
    valid: `[extension]\nname = "tools"\n[[resources.hooks]]\n${declaration}${tables("resources.hooks")}`,
    read: (text) => readExtensionFile("/ext/extension.toml", "tools", text),
    owner: { ...owner, workspace: null, cwd: "/ext", extension },
  },
  {
    name: "extension.json",
    valid: JSON.stringify(json, null, 2),
    read: (text) => readExtensionFile("/ext/extension.json", "tools", text),
    owner: { ...owner, workspace: null, cwd: "/ext", extension },
  },
];

/** Everything that reading a file comes to. */
function outcome(format: Format, text: string) {
  const file = format.read(text);
  const compiled = file.drafts.map((draft) => compileDeclaration(draft, format.owner));
  const findings: Finding[] = [...file.findings, ...compiled.flatMap((one) => one.findings)];
  const running = compiled.filter(({ hook, broken }) => hook && !broken).length;
  return { findings, running, isRejected: file.unreadable !== null || compiled.some(({ broken }) => broken !== null) };
}

const piece = fc.constantFrom(
  '"',
  "'",
  "[",
  "]",
  "{",
  "}",
  "[[",
  "]]",
  "=",
  ":",
  "-",
  "\n",
  "\t",
  " ",
  "#",
  "---\n",
  "\\",
  "\0",
  "é",
  "\uD800",
  "*a",
  "&a",
  "null",
  "true",
  "1e999",
  "0x10",
  "-5",
  "1979-05-27",
  "__proto__ = 1\n",
  "constructor: 1\n",
  "<<: *a\n",
  "!!js/function ",
  '"""',
  "|\n",
  "name",
  "event",
  "required = true\n",
  "{{env:",
  "{{config_dir}}",
  "../",
  "async",
  "[hooks]\n",
  "9".repeat(30),
  "x".repeat(5_000),
);

/** Cuts, inserts and repeats at random places. */
const mutations = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(40), piece, repeat: fc.nat(3) }),
  {
    minLength: 1,
    maxLength: 4,
  },
);

describe("mutated files", () => {
  it.each(formats)("$name: the file as it should be is accepted", (format) => {
    expect(outcome(format, format.valid)).toEqual({ findings: [], running: 1, isRejected: false });
  });

  it.each(formats)("$name: 400 mutations throw nothing, and what is rejected is told with its line", (format) => {
    fc.assert(
      fc.property(mutations, (changes) => {
        let text = format.valid;
        for (const { at, cut, piece, repeat } of changes) {
          const place = Math.floor(at * text.length);
          text = text.slice(0, place) + piece.repeat(repeat) + text.slice(place + cut);
        }
        const { findings, isRejected } = outcome(format, text);
        const errors = findings.filter(({ severity }) => severity === "error");
        if (isRejected) expect(errors.length).toBeGreaterThan(0);
        const lines = text.split("\n").length;
        for (const { line, what, fix } of findings) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(what).not.toBe("");
          expect(fix).not.toBe("");
        }
      }),
      { numRuns: 400 },
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
