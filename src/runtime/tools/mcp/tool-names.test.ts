import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namespaceOf, nameTools } from "./tool-names.ts";

const named = (server: string, ...tools: string[]) => [...nameTools(server, tools).values()];

describe("names of MCP tools", () => {
  it("tell the server and the tool", () => {
    expect(named("github", "list_issues", "get-pr")).toEqual(["mcp__github__list_issues", "mcp__github__get-pr"]);
    expect(namespaceOf("github")).toBe("mcp__github");
  });

  it("consist of what all models take", () => {
    expect(named("my server", "files.read", "größe", "")).toEqual([
      "mcp__my_server__files_read",
      "mcp__my_server__gr__e",
      "mcp__my_server___",
    ]);
  });

  it("stay different when cleaning makes them the same, whatever the order", () => {
    const forth = nameTools("s", ["a.b", "a_b", "a/b"]);
    const back = nameTools("s", ["a/b", "a_b", "a.b"]);
    expect(forth.get("a_b")).toBe("mcp__s__a_b");
    expect(forth.get("a.b")).toMatch(/^mcp__s__a_b_[0-9a-f]{8}$/);
    expect(new Map([...forth].toSorted())).toEqual(new Map([...back].toSorted()));
    expect(new Set(forth.values()).size).toBe(3);
  });

  it("of one server are never those of another, whose rules would hold for them", () => {
    expect(named("a", "b__c")).toEqual(["mcp__a__b__c"]);
    for (const [server, tool] of [
      ["a__b", "c"],
      ["a__", "b__c"],
      ["a!!b", "c"],
      ["a_", "_b__c"],
    ] as const) {
      const [name = ""] = named(server, tool);
      expect(name).toMatch(/^mcp__a(_b)?_[0-9a-f]{8}__/);
      expect(name.startsWith(`${namespaceOf(server)}__`)).toBe(true);
    }
    expect(namespaceOf("_")).toBe("mcp___");
  });

  it("are cut when they are too long, and stay different", () => {
    const long = "x".repeat(100);
    const names = named("s".repeat(80), `${long}1`, `${long}2`);
    expect(names.map(({ length }) => length)).toEqual([64, 64]);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name.startsWith(`${namespaceOf("s".repeat(80))}__`)).toBe(true);
  });

  it("are legal and different for all servers and tools", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.uniqueArray(fc.string({ maxLength: 90, unit: "binary" }), { maxLength: 8 }),
        (server, tools) => {
          const names = nameTools(server, tools);
          expect(new Set(names.values()).size).toBe(tools.length);
          expect([...names.values()].filter((name) => !/^mcp__[A-Za-z0-9_-]{1,59}$/.test(name))).toEqual([]);
        },
      ),
    );
  });
});
