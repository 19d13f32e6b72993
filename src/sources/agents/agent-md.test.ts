import { describe, expect, it } from "vitest";
import type { FileContext } from "./agent-file.ts";
import { readAgentMd } from "./agent-md.ts";

const context: FileContext = {
  file: "/repo/.hookline/agents/reviewer/AGENT.md",
  fromWorkspace: true,
  cwd: "/repo",
  environment: { TOKEN: "s3cret" },
  userHome: "/home/ada",
  agentName: "reviewer",
};
const usual = [{ type: "filesystem" }, { type: "shell" }, { type: "todo" }];

const read = (front: string, changes: Partial<FileContext> = {}) => {
  const file = readAgentMd(`---\n${front}\n---\n\nReview the change.\n`, { ...context, ...changes });
  const [agent] = file.agents;
  if (agent === undefined) throw new Error("no agent");
  return { agent, file, told: file.findings.map(({ code, line }) => `${line} ${code}`) };
};

describe("an AGENT.md", () => {
  it("is an agent: the frontmatter says what it is, the text is its instruction", () => {
    const { agent, told } = read(
      "name: reviewer\ndescription: Reads changes\nprovider: claude\nmodel: claude-opus-4-1",
    );
    expect(told).toEqual([]);
    expect(agent).toEqual({
      name: "reviewer",
      description: "Reads changes",
      instruction: "Review the change.",
      models: ["anthropic/claude-opus-4-1"],
      contextLimit: null,
      toolsets: usual,
      subAgents: [],
      handoffs: [],
      forceHandoff: null,
      maxIterations: 0,
      skills: true,
      origin: { file: context.file, line: 1 },
    });
  });

  it.each<[when: string, front: string, models: readonly string[], told: readonly string[]]>([
    ["provider and model", "provider: codex\nmodel: gpt-5", ["openai/gpt-5"], []],
    ["a provider of ours", "provider: ollama\nmodel: qwen3", ["ollama/qwen3"], []],
    ["both in one", "model: google/gemini-2.5-pro", ["google/gemini-2.5-pro"], []],
    ["both in one beside a provider", "provider: codex\nmodel: dmr/ai/x", ["dmr/ai/x"], []],
    ["a provider alone", "provider: codex", [], ["2 AGENT_MODEL_OPEN"]],
    ["a model alone", "model: sonnet", [], ["2 AGENT_MODEL_UNKNOWN"]],
    ["TOML", 'provider = "gemini"\nmodel = "flash"', ["google/flash"], []],
  ])("asks the model of %s", (_when, front, models, told) => {
    const seen = read(front);
    expect([seen.agent.models, seen.told]).toEqual([models, told]);
  });

  it.each<[when: string, front: string, toolsets: readonly unknown[], told: readonly string[]]>([
    ["nothing is said", "description: x", usual, []],
    [
      "tools have Claude's names",
      "tools: Read, Grep, Bash",
      [
        { type: "shell", only: ["shell"] },
        { type: "filesystem", only: ["read_file", "search_text"] },
      ],
      [],
    ],
    [
      "tools are a list",
      "tools: [edit_file, todo]",
      [{ type: "filesystem", only: ["edit_file"] }, { type: "todo" }],
      [],
    ],
    ["a tool is unknown", "tools: [Teleport]", [], ["2 AGENT_TOOL_UNKNOWN"]],
    ["all tools", "tools: '*'", [{ type: "shell" }, { type: "filesystem" }, { type: "todo" }], []],
    ["no tools", "tools: []", [], []],
    ["toolsets by name", "toolsets: [shell]", [{ type: "shell" }], []],
    ["a toolset is unknown", "toolsets: [jetpack]", [], ["2 AGENT_TOOLSET_UNKNOWN"]],
    [
      "toolsets as docker-agent has them",
      "toolsets:\n  - {type: filesystem, tools: [read_file]}",
      [{ type: "filesystem", only: ["read_file"] }],
      [],
    ],
    ["tools and toolsets", "tools: [read_file]\ntoolsets: [filesystem]", [{ type: "filesystem" }], []],
  ])("has its tools when %s", (_when, front, toolsets, told) => {
    const seen = read(front);
    expect([seen.agent.toolsets, seen.told]).toEqual([toolsets, told]);
  });

  it.each([
    ["a list", "mcp_servers:\n  - {name: db, command: ./db.sh, env: {T: '${env.TOKEN}'}}"],
    ["a mapping", "mcpServers:\n  db: {command: ./db.sh, env: {T: '${env.TOKEN}'}}"],
  ])("has MCP servers from %s", (_how, front) => {
    const { agent, told } = read(front);
    expect(told).toEqual([]);
    expect(agent.toolsets.slice(3)).toMatchObject([
      {
        type: "mcp",
        name: "db",
        fromWorkspace: true,
        server: { command: "./db.sh", env: { T: "s3cret" }, cwd: "/repo" },
      },
    ]);
  });

  it.each<[mode: string, deny: readonly string[], allow: readonly string[]]>([
    ["deny-all", ["*"], []],
    ["approve-all", [], ["*"]],
  ])("turns AGH's %s into rules", (mode, deny, allow) => {
    const { rules, line } = read(`description: x\npermissions: ${mode}`).file.permissions ?? {};
    expect([rules?.deny.map(({ text }) => text), rules?.allow.map(({ text }) => text), line]).toEqual([deny, allow, 3]);
  });

  it("needs no rules to approve reads, and reports a mode that there is not", () => {
    expect(read("permissions: approve-reads")).toMatchObject({ told: [], file: { permissions: null } });
    expect(read("permissions: approve-some").told).toEqual(["2 CONFIG_VALUE_INVALID"]);
  });

  it("is called after its folder, or by what a file elsewhere says", () => {
    expect(read("name: other").agent.name).toBe("reviewer");
    const elsewhere = { agentName: null, file: "/repo/docs/helper/AGENT.md" };
    expect(read("name: other", elsewhere).agent.name).toBe("other");
    expect(read("description: x", elsewhere).agent.name).toBe("helper");
    expect(read("description: x", { ...elsewhere, file: "/repo/triage.md" }).agent.name).toBe("triage");
    expect(read("hooks: []", elsewhere).told).toEqual(["2 AGENT_HOOKS_NOT_READ"]);
  });

  it.each(['name: "a\\e[2Jb"', 'name: "a\\u202Eb"', `name: ${"x".repeat(65)}`])(
    "is no agent when nobody could read its name: %s",
    (front) => {
      const { agents, findings } = readAgentMd(`---\n${front}\n---\n`, { ...context, agentName: null });
      expect([agents, findings.map(({ code }) => code)]).toEqual([[], ["AGENT_NAME_UNUSABLE"]]);
    },
  );

  it.each([
    ["has no frontmatter", "Just text.", "1 AGENT_FRONTMATTER_MISSING"],
    ["does not close it", "---\nname: x\n", "1 AGENT_FILE_SYNTAX"],
    ["is not YAML", "---\nname: x\ntools: [\n---\n", "4 AGENT_FILE_SYNTAX"],
  ])("is refused when it %s", (_when, text, expected) => {
    const { agents, findings } = readAgentMd(text, context);
    expect([agents, findings.map(({ code, line }) => `${line} ${code}`)]).toEqual([[], [expected]]);
  });
});
