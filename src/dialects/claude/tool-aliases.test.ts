import { describe, expect, it } from "vitest";
import { standardAliases, toolAliases } from "./tool-aliases.ts";

describe("names of tools", () => {
  it.each([
    ["read_file", "Read"],
    ["write_file", "Write"],
    ["replace", "Edit"],
    ["run_shell_command", "Bash"],
    ["glob", "Glob"],
    ["search_file_content", "Grep"],
    ["web_fetch", "WebFetch"],
    ["web_search", "WebSearch"],
    ["list_directory", "LS"],
    ["save_memory", "SaveMemory"],
    ["ask_user", "AskUser"],
    ["todo_write", "TodoWrite"],
    ["plan_save", "PlanSave"],
    ["plan_finalize", "PlanFinalize"],
    ["activate_skill", "ActivateSkill"],
  ])("agentao A1: %s is Claude's %s, both ways", (agentao, claude) => {
    expect(standardAliases.toClaude(agentao)).toBe(claude);
    expect(standardAliases.toAgentao(claude)).toBe(agentao);
    expect(standardAliases.spellings(claude)).toEqual([claude, agentao]);
  });

  it("agentao A1: a name that nobody has listed is left as it is", () => {
    expect(standardAliases.toClaude("mcp__db__query")).toBe("mcp__db__query");
    expect(standardAliases.toAgentao("toString")).toBe("toString");
    expect(standardAliases.spellings("mcp__db__query")).toEqual(["mcp__db__query"]);
  });

  it("agentao A1: more aliases can be given", () => {
    const aliases = toolAliases({ query_db: "Database" });
    expect([aliases.toClaude("query_db"), aliases.toAgentao("Database")]).toEqual(["Database", "query_db"]);
    expect(aliases.toClaude("read_file")).toBe("Read");
  });
});
