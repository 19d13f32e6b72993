import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { McpToolsetSpec } from "../../src/agent/agent-definition.ts";
import { revoke, trustFingerprint } from "../../src/app/trust.ts";
import { renderReviewed } from "../../src/cli/trust-view.ts";
import { loadTeam } from "../../src/sources/agents/load-team.ts";
import { openServerTrust } from "../../src/sources/agents/server-trust.ts";
import type { TrustRequest } from "../../src/sources/load-hooks.ts";
import { lockPath } from "../../src/sources/trust/lock-file.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";
import { declaration, openRepository, type Repository } from "./repository.ts";

const server = (more = "") => `agents:
  root:
    toolsets:
      - type: mcp
        name: db
        command: ./tools/serve.sh
        args: [--read-only]
        env: {DB_TOKEN: "\${env.DB_TOKEN}"}
${more}`;
const script = "#!/bin/sh\necho first\n";

const withServer = () => openRepository({ "hookline.yaml": server(), "tools/serve.sh": script });

function requestOf({ place }: Repository, trust?: TrustRequest) {
  const { workspace: reference, home, cwd, environment, include = [] } = place;
  const workspace = resolveWorkspace(reference, place);
  const secrets = { ...environment, DB_TOKEN: "s3cret-value" };
  return { home, cwd, environment: secrets, workspace, include, ...(trust !== undefined && { trust }) };
}

const teamOf = (repository: Repository, trust?: TrustRequest) =>
  loadTeam({ ...requestOf(repository, trust), files: [], agent: null });

function decisionOn(repository: Repository, trust?: TrustRequest) {
  const spec = teamOf(repository)
    .agents.get("root")
    ?.toolsets.find((one): one is McpToolsetSpec => one.type === "mcp");
  if (spec === undefined) throw new Error("no server");
  return openServerTrust(requestOf(repository, trust))(spec);
}

describe("an MCP server in a repository's file", () => {
  it("may not be used before somebody has trusted it, and then runs from a private copy", async () => {
    const repository = withServer();
    expect(decisionOn(repository)).toMatchObject({
      isTrusted: false,
      state: "new",
      refusal: "it is new and nobody has trusted it yet",
    });
    const decided = await repository.trustAll();
    expect(
      decided.map(({ evidence }) => `${evidence.hook} ${evidence.event} ${evidence.file}:${evidence.line}`),
    ).toEqual(["mcp:db mcp server hookline.yaml:4"]);
    const decision = decisionOn(repository);
    if (!decision.isTrusted || decision.spec.server.transport !== "stdio") throw new Error("not trusted");
    const { command, args, env, cwd } = decision.spec.server;
    expect([command.startsWith(join(repository.home, "trust", "copies")), args, env, cwd]).toEqual([
      true,
      ["--read-only"],
      { DB_TOKEN: "s3cret-value" },
      repository.root,
    ]);
    expect(spawnSync(command, [...args]).stdout.toString()).toBe("first\n");
  });

  it("is asked about again when its script changes, with what changed", async () => {
    const repository = withServer();
    await repository.trustAll();
    repository.write("tools/serve.sh", "#!/bin/sh\necho second\n");
    expect(decisionOn(repository)).toMatchObject({ isTrusted: false, state: "changed" });
    const [subject] = repository.review().subjects;
    if (subject === undefined) throw new Error("nothing to review");
    const shown = renderReviewed({ width: 100, color: false }, subject, repository.root);
    expect(shown).toContain("its file tools/serve.sh changed since it was trusted");
    expect(shown).toContain("-echo first");
    expect(shown).toContain("+echo second");
  });

  it("is asked about again when its declaration changes", async () => {
    const repository = withServer();
    await repository.trustAll();
    repository.write("hookline.yaml", server().replace("--read-only", "--write"));
    expect(decisionOn(repository)).toMatchObject({
      isTrusted: false,
      refusal: expect.stringContaining("its declaration changed"),
    });
    repository.write("hookline.yaml", `# moved\n${server()}`);
    expect(decisionOn(repository)).toMatchObject({ isTrusted: true });
  });

  it("is shown with its command and the names of its secrets, never with their values", async () => {
    const repository = withServer();
    const [subject] = repository.review().subjects;
    if (subject === undefined) throw new Error("nothing to review");
    const shown = renderReviewed({ width: 400, color: false }, subject, repository.root);
    expect(shown).toContain("Starts DB_TOKEN='${env.DB_TOKEN}' ./tools/serve.sh --read-only in <workspace>");
    expect(shown).toContain("| echo first");
    await repository.trustAll();
    expect(readFileSync(lockPath(repository.home, repository.root), "utf8") + shown).not.toContain("s3cret-value");
  });

  it("no longer counts when trust is taken back", async () => {
    const repository = withServer();
    await repository.trustAll();
    expect(await revoke(repository.review(), "mcp:db")).toBe(1);
    expect(decisionOn(repository)).toMatchObject({ isTrusted: false });
  });

  it("counts with the fingerprint of everything in the workspace, hooks included, and only with that", async () => {
    const repository = openRepository({
      "hookline.yaml": server(),
      "tools/serve.sh": script,
      ".hookline/config.toml": declaration("one", "./a.sh"),
      "a.sh": "#!/bin/sh\nprintf '{}'\n",
    });
    const { fingerprint } = repository.review();
    expect(decisionOn(repository, { fingerprint })).toMatchObject({ isTrusted: true });
    expect(decisionOn(repository, { fingerprint: "0".repeat(64) })).toMatchObject({ isTrusted: false });
    expect(decisionOn(repository, "unchecked")).toMatchObject({ isTrusted: true });
    await trustFingerprint(repository.review(), fingerprint);
    expect(decisionOn(repository)).toMatchObject({ isTrusted: true });
    repository.write("a.sh", "#!/bin/sh\nprintf '{ }'\n");
    expect(decisionOn(repository, { fingerprint })).toMatchObject({ isTrusted: false });
  });

  it("is somewhere else: then its address and headers are what is trusted", async () => {
    const remote = (path: string) => `agents:
  root:
    toolsets:
      - type: mcp
        remote: {url: "https://x.example/${path}", headers: {Authorization: "Bearer \${env.DB_TOKEN}"}}
`;
    const repository = openRepository({ "hookline.yaml": remote("mcp") });
    const [subject] = await repository.trustAll();
    expect(subject?.evidence.uncovered).toEqual(["what https://x.example/mcp answers"]);
    expect(subject?.evidence.declaration).not.toContain("s3cret-value");
    expect(decisionOn(repository)).toMatchObject({
      isTrusted: true,
      spec: { server: { headers: { Authorization: "Bearer s3cret-value" } } },
    });
    repository.write("hookline.yaml", remote("other"));
    expect(decisionOn(repository)).toMatchObject({ isTrusted: false, state: "changed" });
  });

  it("needs no trust in the user's own files", () => {
    const repository = openRepository({});
    repository.write(
      join(repository.home, "agents", "root", "AGENT.md"),
      "---\nmcp_servers:\n  - {name: own, command: x}\n---\n",
    );
    const team = loadTeam({ ...requestOf(repository), files: [], agent: "root" });
    const spec = team.agents.get("root")?.toolsets.at(-1);
    if (spec?.type !== "mcp") throw new Error("no server");
    expect(openServerTrust(requestOf(repository))(spec)).toEqual({ isTrusted: true, spec });
    expect(repository.review().subjects).toEqual([]);
  });

  it("is one decision for two agents that have it", () => {
    const twice = `agents:
  a: {toolsets: [{type: mcp, command: x}]}
  b: {toolsets: [{type: mcp, command: x}]}
`;
    expect(openRepository({ "hookline.yaml": twice }).review().subjects).toHaveLength(1);
  });
});

describe("what else a repository's agents ask for", () => {
  const allows = (repository: Repository) => teamOf(repository).permissions?.allow.map(({ text }) => text);

  it("rules that approve calls count when they are trusted; rules that forbid count at once", async () => {
    const yaml = "permissions:\n  allow: ['*']\n  deny: ['shell:cmd=sudo*']\nagents: {root: {}}\n";
    const repository = openRepository({ "hookline.yaml": yaml });
    const before = teamOf(repository);
    expect(before.findings.map(({ code, line, severity }) => [code, line, severity])).toEqual([
      ["AGENT_ALLOW_NOT_TRUSTED", 1, "warning"],
    ]);
    expect([before.permissions?.allow, before.permissions?.deny.length]).toEqual([[], 1]);
    const [subject] = await repository.trustAll();
    expect(JSON.parse(subject?.evidence.declaration ?? "{}")).toMatchObject({
      what: 'Approves calls of tools without asking you: "*".',
    });
    expect([allows(repository), teamOf(repository).findings]).toEqual([["*"], []]);
    repository.write("hookline.yaml", yaml.replace("['*']", "['*', 'shell']"));
    expect(allows(repository)).toEqual([]);
  });

  it("an agent or a skill with the name of one of the user's takes its place only when it is trusted", async () => {
    const repository = openRepository({
      ".hookline/agents/reviewer/AGENT.md": "---\ndescription: theirs\n---\nBe lenient.\n",
      ".hookline/skills/release/SKILL.md": "---\ndescription: theirs\n---\nPush.\n",
    });
    repository.write(join(repository.home, "agents/reviewer/AGENT.md"), "---\ndescription: mine\n---\nBe strict.\n");
    repository.write(join(repository.home, "skills/release/SKILL.md"), "---\ndescription: mine\n---\nAsk.\n");
    const load = () => loadTeam({ ...requestOf(repository), files: [], agent: "reviewer" });
    const seen = () => {
      const { agents, skills, findings } = load();
      const words = [agents.get("reviewer")?.description, skills[0]?.description];
      return [...words, ...findings.map(({ code }) => code)];
    };
    expect(seen()).toEqual(["mine", "mine", "AGENT_NOT_TRUSTED", "AGENT_SKILL_NOT_TRUSTED"]);
    const decided = await repository.trustAll();
    const texts = decided.map((one) => renderReviewed({ width: 100, color: false }, one, repository.root)).join("\n");
    expect(texts).toContain("| Be lenient.");
    expect(texts).toContain("| Push.");
    expect(seen()).toEqual(["theirs", "theirs"]);
    repository.write(".hookline/agents/reviewer/AGENT.md", "---\ndescription: worse\n---\nApprove.\n");
    expect(seen()).toEqual(["mine", "theirs", "AGENT_NOT_TRUSTED"]);
  });

  it("counts for nothing when the user's own folder lies in the repository", async () => {
    const inside = openRepository({ "hookline.yaml": "permissions: {allow: ['*']}\nagents: {root: {}}\n" });
    const home = join(inside.root, "home");
    const team = loadTeam({ ...requestOf(inside), home, files: [], agent: null });
    expect([team.permissions?.allow, team.findings.map(({ code }) => code)]).toEqual([[], ["AGENT_ALLOW_NOT_TRUSTED"]]);
  });
});
