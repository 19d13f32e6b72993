import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentFile, FileContext } from "./agent-file.ts";
import { readAgentMd } from "./agent-md.ts";
import { readDockerAgentFile } from "./docker-agent-file.ts";

const context: FileContext = {
  file: "/repo/team.yaml",
  fromWorkspace: true,
  cwd: "/repo",
  environment: { TOKEN: "s3cret", HOST: "tools.example", USER: "ada", API_KEY: "k" },
  userHome: "/home/ada",
  agentName: null,
};

const read = (text: string, changes: Partial<FileContext> = {}) =>
  readDockerAgentFile(text, { ...context, ...changes });
const told = ({ findings }: AgentFile) => findings.map(({ code, line }) => `${line} ${code}`);
const first = (file: AgentFile) => {
  const [agent] = file.agents;
  if (agent === undefined) throw new Error("no agent");
  return agent;
};
const agent = (lines: string) => `agents:\n  root:\n${lines.replaceAll(/^/gm, "    ")}\n`;

const large = `version: "6"
metadata:
  author: ada
  description: A team that reviews and repairs
models:
  big:
    provider: anthropic
    model: claude-sonnet-4-5
    context_limit: 200000
  small:
    provider: dmr
    model: ai/qwen3
mcps:
  tracker:
    remote:
      url: https://\${env.HOST}/mcp
      transport_type: streamable
      headers:
        Authorization: Bearer \${env.TOKEN}
permissions:
  allow: ["read_*", "shell:cmd=npm test"]
  ask: [write_file]
  deny: ["shell:cmd=sudo*"]
hooks:
  session_end:
    - {type: command, command: "true"}
agents:
  lead:
    model: small, openai/gpt-5
    fallback:
      models: [big]
    description: Plans
    instruction: |
      You plan for \${env.USER}.
      Cost: $5.
    sub_agents: [coder, reviewer]
    max_iterations: 40
    skills: [release, changelog]
    add_date: true
    add_environment_info: true
    add_prompt_files: [AGENTS.md]
    redact_secrets: true
    toolsets:
      - type: todo
      - type: background_agents
      - type: mcp
        ref: tracker
        tools: [find_issue]
  coder:
    model: big
    handoffs: [reviewer]
    toolsets:
      - type: shell
        safer: true
      - type: filesystem
        tools: [read_file, edit_file, search_files_content]
      - type: mcp
        command: npx
        args: [-y, "@acme/db-mcp@1.2", --port, 8080]
        env: {DB_TOKEN: "\${env.TOKEN}", PORT: 8080}
      - type: mcp
        command: npx
        args: [-y, "@acme/db-mcp@2"]
        working_dir: services
    hooks:
      pre_tool_use:
        - matcher: shell
          hooks:
            - {type: command, command: ./guard.sh}
  reviewer:
    model: auto
    force_handoff: lead
    context_limit: 8000
    skills: true
`;

describe("a docker-agent file", () => {
  it("is read whole, without a complaint", () => {
    const file = read(large);
    expect(file.findings).toEqual([]);
    expect(file.permissions?.line).toBe(20);
    const texts = Object.entries(file.permissions?.rules ?? {}).map(([list, rules]) => [
      list,
      rules.map((r) => r.text),
    ]);
    expect(Object.fromEntries(texts)).toEqual({
      allow: ["read_*", "shell:cmd=npm test"],
      ask: ["write_file"],
      deny: ["shell:cmd=sudo*"],
    });
    const [lead, coder, reviewer] = file.agents;
    expect(lead).toEqual({
      name: "lead",
      description: "Plans",
      instruction: "You plan for ada.\nCost: $5.",
      models: ["dmr/ai/qwen3", "openai/gpt-5", "anthropic/claude-sonnet-4-5"],
      contextLimit: null,
      toolsets: [
        { type: "todo" },
        { type: "background_agents" },
        {
          type: "mcp",
          name: "tracker",
          server: {
            transport: "http",
            url: "https://tools.example/mcp",
            headers: { Authorization: "Bearer s3cret" },
          },
          only: ["find_issue"],
          written: { values: { Authorization: "Bearer ${env.TOKEN}" }, url: "https://${env.HOST}/mcp" },
          fromWorkspace: true,
          origin: { file: context.file, line: 46 },
        },
      ],
      subAgents: ["coder", "reviewer"],
      handoffs: [],
      forceHandoff: null,
      maxIterations: 40,
      skills: ["release", "changelog"],
      origin: { file: context.file, line: 28 },
    });
    expect(coder?.toolsets).toEqual([
      { type: "shell" },
      { type: "filesystem", only: ["read_file", "edit_file", "search_text"] },
      expect.objectContaining({
        name: "db-mcp",
        server: {
          transport: "stdio",
          command: "npx",
          args: ["-y", "@acme/db-mcp@1.2", "--port", "8080"],
          env: { DB_TOKEN: "s3cret", PORT: "8080" },
          cwd: "/repo",
        },
        written: { values: { DB_TOKEN: "${env.TOKEN}" }, url: null },
      }),
      expect.objectContaining({ name: "db-mcp-2", server: expect.objectContaining({ cwd: "/repo/services" }) }),
    ]);
    expect(coder).toMatchObject({ models: ["anthropic/claude-sonnet-4-5"], contextLimit: 200_000, skills: false });
    expect(reviewer).toMatchObject({ models: [], forceHandoff: "lead", contextLimit: 8000, skills: true });
  });

  it.each<[when: string, text: string, expected: readonly string[]]>([
    ["it is not YAML", "agents:\n  root: [", ["2 AGENT_FILE_SYNTAX"]],
    ["agents are a list", "agents:\n  - name: a", ["1 CONFIG_VALUE_INVALID"]],
    ["an agent is a text", "agents:\n  root: hi", ["2 CONFIG_VALUE_INVALID"]],
    ["a name is blank", 'agents:\n  " ": {}', ["2 AGENT_NAME_UNUSABLE"]],
    ["a name spans lines", 'agents:\n  "a\\nb": {}', ["2 AGENT_NAME_UNUSABLE"]],
    ["a name moves the cursor", 'agents:\n  "a\\e[2J": {}', ["2 AGENT_NAME_UNUSABLE"]],
    ["a name can be read the other way round", 'agents:\n  "a\\u202Eb": {}', ["2 AGENT_NAME_UNUSABLE"]],
    ["a key at the top is misspelt", "agents: {a: {}}\npermission: {}", ["2 AGENT_KEY_UNKNOWN"]],
    ["a key of docker-agent has no effect", "providers: {x: {}}", ["1 AGENT_KEY_IDLE"]],
    ["a key of an agent is misspelt", agent("model: a/b\ninstructions: x"), ["4 AGENT_KEY_UNKNOWN"]],
    ["an agent has a key without effect", agent("welcome_message: hi"), ["3 AGENT_KEY_IDLE"]],
    ["an agent has permissions", agent("permissions: {deny: [x]}"), ["3 AGENT_KEY_MISPLACED"]],
    ["a description is a list", agent("description: [a]"), ["3 CONFIG_VALUE_INVALID"]],
    ["an instruction is a number", agent("instruction: 4"), ["3 CONFIG_VALUE_INVALID"]],
    ["a model is unknown", agent("model: gpt"), ["3 AGENT_MODEL_UNKNOWN"]],
    ["a fallback is unknown", agent("model: a/b\nfallback:\n  models: [x]"), ["5 AGENT_MODEL_UNKNOWN"]],
    ["fallback is a list", agent("fallback: [x]"), ["3 CONFIG_VALUE_INVALID"]],
    ["fallback has retries", agent("fallback:\n  retries: 3"), ["4 AGENT_KEY_IDLE"]],
    ["a defined model has no provider", "models:\n  m:\n    model: x", ["2 CONFIG_VALUE_INVALID"]],
    ["a defined model is a text", "models:\n  m: a/b", ["2 CONFIG_VALUE_INVALID"]],
    [
      "a defined model has an address",
      "models:\n  m:\n    provider: openai\n    model: x\n    base_url: http://evil.example",
      ["5 AGENT_MODEL_ADDRESS"],
    ],
    [
      "a defined model has a temperature",
      "models:\n  m: {provider: a, model: b, temperature: 1, temprature: 2}",
      ["2 AGENT_KEY_IDLE", "2 AGENT_KEY_UNKNOWN"],
    ],
    ["toolsets are a mapping", agent("toolsets: {type: shell}"), ["3 CONFIG_VALUE_INVALID"]],
    ["a toolset is a text", agent("toolsets:\n  - shell"), ["4 CONFIG_VALUE_INVALID"]],
    ["a toolset has no type", agent("toolsets:\n  - tools: [x]"), ["4 CONFIG_VALUE_INVALID"]],
    ["a toolset's type is a number", agent("toolsets:\n  - type: 5"), ["4 CONFIG_VALUE_INVALID"]],
    ["a toolset's type is misspelt", agent("toolsets:\n  - type: filesytem"), ["4 AGENT_TOOLSET_UNKNOWN"]],
    ["a toolset is docker-agent's alone", agent("toolsets:\n  - type: think"), ["4 AGENT_TOOLSET_NOT_AVAILABLE"]],
    ["a toolset has an unknown key", agent("toolsets:\n  - type: shell\n    saver: true"), ["5 AGENT_KEY_UNKNOWN"]],
    ["a toolset has an idle key", agent("toolsets:\n  - type: todo\n    shared: true"), ["5 AGENT_KEY_IDLE"]],
    ["a tool is unknown", agent("toolsets:\n  - type: filesystem\n    tools: [rm]"), ["5 AGENT_TOOL_UNKNOWN"]],
    ["a tool belongs elsewhere", agent("toolsets:\n  - type: shell\n    tools: [read_file]"), ["5 AGENT_TOOL_UNKNOWN"]],
    ["a server says nothing", agent("toolsets:\n  - type: mcp"), ["4 AGENT_SERVER_UNCLEAR"]],
    [
      "a server says two things",
      agent("toolsets:\n  - type: mcp\n    command: x\n    remote: {url: 'http://x'}"),
      ["4 AGENT_SERVER_UNCLEAR"],
    ],
    [
      "a server is of the catalog",
      agent("toolsets:\n  - type: mcp\n    ref: docker:x"),
      ["5 AGENT_SERVER_NOT_AVAILABLE"],
    ],
    ["a command is blank", agent("toolsets:\n  - type: mcp\n    command: ' '"), ["5 CONFIG_VALUE_INVALID"]],
    ["args are a text", agent("toolsets:\n  - type: mcp\n    command: x\n    args: -y"), ["6 CONFIG_VALUE_INVALID"]],
    [
      "env has a list",
      agent("toolsets:\n  - type: mcp\n    command: x\n    env:\n      A: []"),
      ["7 CONFIG_VALUE_INVALID"],
    ],
    [
      "an address is none",
      agent("toolsets:\n  - type: mcp\n    remote:\n      url: file:///etc"),
      ["6 AGENT_SERVER_ADDRESS_INVALID"],
    ],
    [
      "a transport is unknown",
      agent("toolsets:\n  - type: mcp\n    remote:\n      url: http://x\n      transport_type: smoke"),
      ["7 CONFIG_VALUE_INVALID"],
    ],
    [
      "two servers have one name",
      agent("toolsets:\n  - {type: mcp, command: a, name: x}\n  - {type: mcp, command: b, name: x}"),
      ["5 AGENT_SERVER_NAMED_TWICE"],
    ],
    ["max_iterations is negative", agent("max_iterations: -1"), ["3 CONFIG_VALUE_INVALID"]],
    ["context_limit is a text", agent("context_limit: 8k"), ["3 CONFIG_VALUE_INVALID"]],
    ["sub_agents is a text", agent("sub_agents: x"), ["3 CONFIG_VALUE_INVALID"]],
    ["force_handoff is a list", agent("force_handoff: [x]"), ["3 CONFIG_VALUE_INVALID"]],
    ["skills is a number", agent("skills: 1"), ["3 CONFIG_VALUE_INVALID"]],
    ["skills come from an address", agent("skills: [local, 'https://x']"), ["3 AGENT_KEY_IDLE"]],
    ["permissions are a list", "permissions: [x]", ["1 CONFIG_VALUE_INVALID"]],
    ["a list of rules is unknown", "permissions:\n  allow: [x]\n  forbid: [y]", ["3 PERMISSION_RULES_INVALID"]],
    ["a rule is broken", "permissions:\n  deny: [':cmd=x']", ["2 PERMISSION_RULE_INVALID"]],
    ["a text asks for a secret", agent("instruction: key ${env.API_KEY}"), ["3 AGENT_SECRET_KEPT_BACK"]],
  ])("says where, when %s", (_when, text, expected) => {
    expect(told(read(text))).toEqual(expected);
  });

  it("says what was meant", () => {
    const { findings } = read(agent("instructon: x\ntoolsets:\n  - type: shel"));
    expect(findings.map(({ fix }) => fix)).toEqual(['Did you mean "instruction"?', 'Did you mean "shell"?']);
  });

  it("offers nothing of a toolset whose only tool does not exist, instead of everything", () => {
    expect(first(read(agent("toolsets:\n  - type: filesystem\n    tools: [rm]"))).toolsets).toEqual([
      { type: "filesystem", only: [] },
    ]);
  });

  it("keeps secrets out of a repository's instruction and puts them into the user's own", () => {
    const text = agent("instruction: key ${env.API_KEY}, user ${env.USER}, none ${env.NOPE}.");
    expect(first(read(text)).instruction).toBe("key ${env.API_KEY}, user ada, none .");
    expect(first(read(text, { fromWorkspace: false })).instruction).toBe("key k, user ada, none .");
  });

  it("takes toolsets of one type together, and anchors as YAML has them", () => {
    const text = `agents:
  a: &base
    model: a/b
    toolsets:
      - {type: filesystem, tools: [read_file]}
      - {type: filesystem, tools: [edit_file]}
      - {type: shell}
      - {type: shell, tools: [shell]}
  b:
    <<: *base
    model: [c/d, e/f]
`;
    const file = read(text);
    expect(file.findings).toEqual([]);
    const toolsets = [{ type: "filesystem", only: ["read_file", "edit_file"] }, { type: "shell" }];
    expect(file.agents).toMatchObject([
      { name: "a", models: ["a/b"], toolsets },
      { name: "b", models: ["c/d", "e/f"], toolsets },
    ]);
  });

  it.each<[what: string, toolset: string, name: string]>([
    ["a program", "{type: mcp, command: /opt/bin/gopls-mcp}", "gopls-mcp"],
    ["a script of an interpreter", "{type: mcp, command: python3, args: [tools/server.py]}", "server"],
    ["a package", "{type: mcp, command: npx, args: [-y, '@a/b@1']}", "b"],
    ["a container", "{type: mcp, command: docker, args: [run, -i, --rm, mcp/fetch]}", "fetch"],
    ["an address", "{type: mcp, remote: {url: 'https://api.x.dev/mcp'}}", "api-x-dev"],
    ["a name of its own", "{type: mcp, command: x, name: 'My server!'}", "My-server"],
    ["no name at all", "{type: mcp, command: '../..'}", "server"],
  ])("calls a server after %s", (_what, toolset, name) => {
    expect(first(read(agent(`toolsets:\n  - ${toolset}`))).toolsets).toMatchObject([{ name }]);
  });

  it("is what the documentation shows", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/agents.md"), "utf8");
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const [, markdown = ""] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
    const file = read(yaml);
    expect([file.findings, file.agents.map(({ name, toolsets }) => [name, toolsets.length])]).toEqual([
      [],
      [
        ["root", 2],
        ["coder", 3],
      ],
    ]);
    const { agents, findings } = readAgentMd(markdown, context);
    expect([agents.map(({ models }) => models), findings]).toEqual([[["anthropic/claude-opus-4-1"]], []]);
  });

  it("never throws, whatever it says", () => {
    const words = fc.constantFrom(
      ..."agents models mcps permissions root model toolsets type mcp shell command args env remote url ref tools".split(
        " ",
      ),
      ..."skills sub_agents force_handoff instruction __proto__ constructor fallback allow deny context_limit".split(
        " ",
      ),
    );
    const leaf = fc.oneof(words, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double());
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 6 }, leaf, fc.array(tie("tree"), { maxLength: 4 }), tie("table")),
      table: fc.dictionary(fc.oneof(words, fc.string({ maxLength: 4 })), tie("tree"), { maxKeys: 5 }),
    }));
    const known = fc.record({ agents: tree, models: tree, mcps: tree, permissions: tree }, { requiredKeys: [] });
    const property = fc.property(fc.oneof(known, fc.record({ agents: fc.record({ root: tree }) }), tree), (value) => {
      const text = JSON.stringify(value) ?? "";
      const file = read(text);
      for (const { what, fix, line } of file.findings) {
        expect(what.length > 0 && fix.length > 0).toBe(true);
        expect(line).toBeGreaterThan(0);
      }
      for (const one of file.agents) expect(one.models.every((model) => model.includes("/"))).toBe(true);
      expect(() => readAgentMd(`---\n${text}\n---\nBody`, context)).not.toThrow();
    });
    fc.assert(property, { numRuns: 500 });
  });
});
