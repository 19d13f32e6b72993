import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeTree } from "../../../test/support/hook-tree.ts";
import type { Team } from "../../agent/agent-definition.ts";
import { loadTeam, type TeamRequest } from "./load-team.ts";

const md = (front: string, body = "Do it.") => `---\n${front}\n---\n${body}\n`;

function open(files: Readonly<Record<string, string>>) {
  const tree = makeTree(files);
  const load = (changes: Partial<TeamRequest> = {}): Team => {
    const { agentFiles: _none, ...request } = tree.request();
    return loadTeam({ ...request, files: [], agent: null, ...changes });
  };
  const path = (name: string) => join(tree.directory, name);
  const told = ({ findings }: Team) =>
    findings.map(({ file, line, code }) => `${file?.replace(`${tree.directory}/`, "") ?? "-"}:${line} ${code}`);
  return { tree, load, path, told };
}

const load = (files: Readonly<Record<string, string>>, changes: Partial<TeamRequest> = {}) => {
  const { load: loadIn, told } = open(files);
  const team = loadIn(changes);
  return { team, told: told(team), names: [...team.agents.keys()] };
};

describe("the team of a workspace", () => {
  it("is one agent for code when no file says otherwise", () => {
    const { team, told } = load({});
    expect(told).toEqual([]);
    expect(team.root).toBe("assistant");
    expect(team.agents.get("assistant")).toMatchObject({
      models: [],
      toolsets: [{ type: "filesystem" }, { type: "shell" }, { type: "todo" }],
      skills: true,
      origin: { file: null, line: null },
    });
    expect(team.permissions).toBeNull();
  });

  it.each<[when: string, yaml: string, root: string]>([
    ["its file defines some", "agents: {lead: {}, coder: {}}", "lead"],
    ["one of them is called root", "agents: {lead: {}, root: {}}", "root"],
    ["its file only has hooks", "hooks: {stop: [{type: command, command: x}]}", "assistant"],
  ])("begins with the right agent when %s", (_when, yaml, root) => {
    expect(load({ "ws/hookline.yaml": yaml }).team.root).toBe(root);
  });

  it("begins with the agent that the command line names: of the file, or one with an AGENT.md", () => {
    const { load: again, told } = open({
      "ws/hookline.yaml": "agents: {lead: {}, coder: {}}",
      "home/agents/triage/AGENT.md": md("model: a/b"),
    });
    expect(again({ agent: "coder" }).root).toBe("coder");
    const triage = again({ agent: "triage" });
    expect([triage.root, triage.agents.get("triage")?.models, told(triage)]).toEqual(["triage", ["a/b"], []]);
    expect(again({ agent: "assistant" }).root).toBe("assistant");
    const unknown = again({ agent: "codr" });
    expect(told(unknown)).toEqual(["-:null AGENT_NOT_DEFINED"]);
    expect(unknown.findings[0]?.fix).toBe('Did you mean "coder"?');
    expect(unknown.agents.has(unknown.root)).toBe(true);
  });

  it("is made of the files that the command line names, and of nothing else", () => {
    const {
      load: again,
      path,
      told,
    } = open({
      "ws/hookline.yaml": "agents: {unused: {}}",
      "ws/a.yaml": "agents: {one: {sub_agents: [two]}}",
      "ws/b.yml": "agents: {two: {}}",
      "ws/notes/three.md": md("description: x"),
    });
    const team = again({ files: [path("ws/a.yaml"), path("ws/b.yml"), path("ws/notes/three.md")] });
    expect([[...team.agents.keys()], team.root, told(team)]).toEqual([["one", "two", "three"], "one", []]);
  });

  it.each<[when: string, files: Readonly<Record<string, string>>, named: readonly string[], told: readonly string[]]>([
    ["a file is missing", {}, ["ws/no.yaml"], ["ws/no.yaml:null AGENT_FILE_NOT_FOUND"]],
    ["a file defines nothing", { "ws/a.yaml": "version: '1'" }, ["ws/a.yaml"], ["ws/a.yaml:1 AGENT_FILE_EMPTY"]],
    ["a file is broken", { "ws/a.yaml": "agents: [" }, ["ws/a.yaml"], ["ws/a.yaml:1 AGENT_FILE_SYNTAX"]],
    ["a file is a folder", { "ws/d/x": "" }, ["ws/d"], ["ws/d:1 FILE_UNREADABLE"]],
    [
      "two files define one agent",
      { "ws/a.yaml": "agents: {x: {}}", "ws/b.yaml": "agents:\n  x: {}" },
      ["ws/a.yaml", "ws/b.yaml"],
      ["ws/b.yaml:2 AGENT_DEFINED_TWICE"],
    ],
    [
      "agents name what is not there",
      { "ws/a.yaml": "agents:\n  x:\n    sub_agents: [y]\n    handoffs: [z]\n    force_handoff: q" },
      ["ws/a.yaml"],
      ["ws/a.yaml:3 AGENT_NOT_DEFINED", "ws/a.yaml:4 AGENT_NOT_DEFINED", "ws/a.yaml:5 AGENT_NOT_DEFINED"],
    ],
    [
      "agents name themselves",
      { "ws/a.yaml": "agents:\n  x:\n    sub_agents: [x]\n    force_handoff: x" },
      ["ws/a.yaml"],
      ["ws/a.yaml:3 AGENT_NAMES_ITSELF", "ws/a.yaml:4 AGENT_NAMES_ITSELF"],
    ],
    [
      "agents hand over in a circle",
      { "ws/a.yaml": "agents:\n  a: {force_handoff: b}\n  b: {force_handoff: c}\n  c: {force_handoff: b}" },
      ["ws/a.yaml"],
      ["ws/a.yaml:3 AGENT_HANDOFF_CIRCLE"],
    ],
    [
      "a skill is named that is not there",
      {
        "ws/a.yaml": "agents:\n  a:\n    skills: [relase]",
        "ws/.hookline/skills/release/SKILL.md": md("description: x"),
      },
      ["ws/a.yaml"],
      ["ws/a.yaml:3 AGENT_SKILL_UNKNOWN"],
    ],
  ])("tells with file and line when %s", (_when, files, named, expected) => {
    const { load: again, path, told } = open(files);
    const team = again({ files: named.map(path) });
    expect(told(team)).toEqual(expected);
    expect(team.agents.has(team.root)).toBe(true);
  });

  it("has an agent to begin with, even when the one that was named is broken; what is wrong is told once", () => {
    const files = { "home/agents/x/AGENT.md": "---\nmodel: [\n---\n", "home/agents/other/AGENT.md/oops": "" };
    const { team, told } = load(files, { agent: "x" });
    expect([team.agents.has(team.root), told]).toEqual([true, ["home/agents/x/AGENT.md:3 AGENT_FILE_SYNTAX"]]);
  });

  it("always has the agent that it begins with, and never throws", () => {
    const { tree, load: again, path } = open({ "home/agents/d/AGENT.md": md("sub_agents: [a, e]") });
    const name = fc.constantFrom("a", "b", "c", "d", "root", "assistant", "nobody");
    const agent = fc.record(
      { sub_agents: fc.array(name), handoffs: fc.array(name), force_handoff: name, skills: fc.boolean() },
      { requiredKeys: [] },
    );
    const property = fc.property(
      fc.dictionary(name, agent),
      fc.option(name),
      fc.boolean(),
      (agents, wanted, isNamed) => {
        tree.write("ws/hookline.yaml", JSON.stringify({ agents }));
        const team = again({ agent: wanted, files: isNamed ? [path("ws/hookline.yaml")] : [] });
        expect(team.agents.has(team.root)).toBe(true);
        const hasErrors = team.findings.some(({ severity }) => severity === "error");
        const reached = [...team.agents.values()].flatMap((one) => [
          ...one.subAgents,
          ...one.handoffs,
          one.forceHandoff ?? one.name,
        ]);
        if (!hasErrors) expect(reached.every((one) => team.agents.has(one))).toBe(true);
        if (!hasErrors && wanted !== null) expect(team.root).toBe(wanted);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it("agents may hand tasks to each other in a circle", () => {
    const yaml = "agents: {a: {sub_agents: [b], handoffs: [b]}, b: {sub_agents: [a], handoffs: [a]}}";
    expect(load({ "ws/hookline.yaml": yaml }).told).toEqual([]);
  });

  it("brings along AGENT.md agents that others name, and those that these name", () => {
    const { names, told } = load({
      "ws/hookline.yaml": "agents: {lead: {sub_agents: [reviewer]}}",
      "ws/.hookline/agents/reviewer/AGENT.md": md("handoffs: [writer]"),
      "ws/.agh/agents/writer/AGENT.md": md("description: x"),
      "home/agents/unused/AGENT.md": "broken",
    });
    expect([names, told]).toEqual([["lead", "reviewer", "writer"], []]);
  });

  it("leaves the hooks of the same file to those who read hooks", () => {
    const {
      tree,
      load: again,
      told,
    } = open({
      "ws/hookline.yaml": `agents:
  root:
    redact_secrets: true
    toolsets: [{type: shell, safer: true}]
    hooks: {stop: [{type: command, command: "true"}]}
hooks: {session_end: [{type: command, command: "true"}]}
`,
    });
    expect(told(again())).toEqual([]);
    const hooks = tree.load();
    expect(hooks.findings).toEqual([]);
    expect(new Set(hooks.hooks.map(({ name }) => name))).toEqual(
      new Set(["true", "redact_secrets", "safer_shell", "limit_large_tool_results"]),
    );
  });

  it("an AGENT.md may be named with the files of hooks as well", () => {
    const { tree, path } = open({ "ws/x/AGENT.md": md("description: x") });
    expect(tree.load({ agentFiles: [path("ws/x/AGENT.md")] }).findings).toEqual([]);
  });

  it("has the rules of all its files", () => {
    const { team } = load({
      "ws/hookline.yaml": "permissions: {deny: [a], allow: [b]}\nagents: {x: {sub_agents: [y]}}",
      "home/agents/y/AGENT.md": md("permissions: {ask: [c], deny: [d]}"),
    });
    const texts = Object.entries(team.permissions ?? {}).map(
      ([list, rules]) => `${list}: ${rules.map((one) => one.text)}`,
    );
    expect(texts).toEqual(["deny: a,d", "allow: b", "ask: c"]);
  });
});

describe("the skills of a team", () => {
  const skill = (name: string, front: string) => ({ [`${name}/SKILL.md`]: md(front, "Steps.") });

  it("are those of the user and the workspace, and say how they run", () => {
    const { team, told } = load({
      ...skill("ws/.hookline/skills/release", "name: release\ndescription: Cuts a release\nmode: fork"),
      ...skill("ws/.agh/skills/lint", "description: Lints"),
      ...skill("home/skills/deep/er", "name: er\ncontext: fork\nallowed-tools: [Bash]"),
    });
    expect(told).toEqual([]);
    expect(team.skills.map(({ name, description, body, mode }) => [name, description, body, mode])).toEqual([
      ["release", "Cuts a release", "Steps.", "fork"],
      ["lint", "Lints", "Steps.", "inline"],
      ["er", "", "Steps.", "fork"],
    ]);
  });

  it("are not looked for when nobody uses any", () => {
    const files = { "ws/hookline.yaml": "agents: {a: {}}", "ws/.hookline/skills/x/SKILL.md": "broken" };
    expect(load(files)).toMatchObject({ told: [], team: { skills: [] } });
  });

  it("one that cannot be read keeps no agent from starting", () => {
    const { team, told } = load({ "ws/.hookline/skills/x/SKILL.md/oops": "" });
    expect(told).toEqual(["ws/.hookline/skills/x/SKILL.md:1 AGENT_SKILL_UNREADABLE"]);
    expect(team.findings.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  it.each([
    ["has no frontmatter", "text", 1],
    ["is not YAML", "---\nname: [\n---\n", 3],
    ["has a list for a name", "---\ndescription: x\nname: [a]\n---\n", 3],
    ["has an unknown mode", "---\nmode: sideways\n---\n", 2],
  ])("one that %s is left out with a warning, and the others stay", (_when, text, line) => {
    const { team, told } = load({
      "ws/.hookline/skills/bad/SKILL.md": text,
      ...skill("ws/.hookline/skills/good", "description: x"),
    });
    expect(told).toEqual([`ws/.hookline/skills/bad/SKILL.md:${line} AGENT_SKILL_UNREADABLE`]);
    expect(team.findings.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(team.skills.map(({ name }) => name)).toEqual(["good"]);
  });
});
