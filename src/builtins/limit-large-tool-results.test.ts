import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitLargeToolResults } from "./limit-large-tool-results.ts";
import { call, makeFolder } from "./testing.ts";

const mostBytes = 51_200;

function open() {
  const { path: dataDir, write, remove } = makeFolder();
  onTestFinished(remove);
  const results = join(dataDir, "tool-results");
  return {
    results,
    write,
    limit: async (tool_result: unknown, more: Record<string, unknown> = {}) => {
      const payload = { session_id: "s1", tool_category: "shell", tool_result, ...more };
      return call(limitLargeToolResults, { payload }, { dataDir });
    },
    end: (session_id?: string) =>
      call(limitLargeToolResults, { event: "session.end", payload: { session_id } }, { dataDir }),
  };
}

/** The notice, the file it names and what is left of the result. */
function parts(effects: Awaited<ReturnType<typeof call>>) {
  const text = effects?.patch?.tool_result as string;
  const [notice = ""] = text.split("\n\n", 1);
  const file = /available in a file: (.+)/.exec(notice)?.[1] ?? "";
  return { notice, file, tail: text.slice(notice.length + 2) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

describe("limit_large_tool_results", () => {
  it("docker §10.42: a large result becomes a notice and its end, and is stored whole", async () => {
    const { limit } = open();
    const result = `${"x".repeat(60_000)}\nthe end`;
    const { notice, file, tail } = parts(await limit(result));
    for (const phrase of ["too large", "available in a file:", "last", String(result.length), String(mostBytes)])
      expect(notice).toContain(phrase);
    expect(readFileSync(file, "utf8")).toBe(result);
    expect(tail).toBe(result.slice(-mostBytes));
  });

  it("docker §10.42: the files are the user's alone", async () => {
    const { limit } = open();
    const { file } = parts(await limit("x".repeat(60_000)));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  });

  it.each(["ä", "€", "😀"])("docker §10.42: the cut leaves no half of %s", async (character) => {
    const { limit } = open();
    const { tail } = parts(await limit(`${character.repeat(30_000)}ab`));
    expect(tail).not.toContain("\ufffd");
    expect(tail.endsWith(`${character}ab`)).toBe(true);
    expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(mostBytes);
    expect(Buffer.byteLength(tail)).toBeGreaterThan(mostBytes - 4);
  });

  it.each([
    ["2,001 short lines", numbered(2001)],
    ["2,000 short lines and one without an end", `${numbered(2000)}line 2001`],
  ])("docker §10.42: %s trigger it, and the last 2,000 stay", async (_what, result) => {
    const { limit } = open();
    const { tail } = parts(await limit(result));
    expect(tail.startsWith("line 2\n")).toBe(true);
    expect(tail.trimEnd().split("\n")).toHaveLength(2000);
  });

  it.each([
    ["a short text", "ok"],
    ["an empty text", ""],
    ["2,000 lines", numbered(2000)],
    ["1,999 lines and one without an end", `${numbered(1999)}last`],
    ["exactly 50 KiB", "x".repeat(mostBytes)],
    ["2,000 empty lines", "\n".repeat(2000)],
  ])("docker §10.42: %s is left alone", async (_what, result) => {
    const { limit, results } = open();
    expect(await limit(result)).toBeUndefined();
    expect(existsSync(results)).toBe(false);
  });

  it.each(["filesystem", "shell", "mcp", "a2a"])("docker §10.42: results of %s tools are limited", async (category) => {
    expect(await open().limit("x".repeat(60_000), { tool_category: category })).toHaveProperty("patch");
  });

  it.each(["memory", "plan", "tasks", "think", "", "MCP", undefined])(
    "docker §10.42: results of %j tools are not",
    async (category) => {
      expect(await open().limit("x".repeat(60_000), { tool_category: category })).toBeUndefined();
    },
  );

  it.each([[undefined], [null], [{ text: "x".repeat(60_000) }], [["x".repeat(60_000)]], [7]])(
    "docker §5.12: a result that is no text is left alone (%#)",
    async (result) => {
      expect(await open().limit(result)).toBeUndefined();
    },
  );

  it("docker §10.42: the end of the session removes its files, and those of no other", async () => {
    const { limit, end, results } = open();
    await limit("x".repeat(60_000));
    await limit("x".repeat(60_000), { session_id: "s2" });
    expect(await end("s1")).toBeUndefined();
    expect(readdirSync(results)).toEqual(["s2"]);
    expect(await end("never seen")).toBeUndefined();
  });

  it.each([
    ["a/b", "a%2Fb"],
    ["../../escape", "%2E%2E%2F..%2Fescape"],
    ["..", "%2E%2E"],
    [".", "%2E"],
    ["a\\b", "a%5Cb"],
    ["a\0b", "a%00b"],
    ["", "unknown"],
    ["\ud800", "%EF%BF%BD"],
  ])("docker §10.42: the session id %j becomes one folder's name", async (session_id, name) => {
    const { limit, end, results } = open();
    const { file } = parts(await limit("x".repeat(60_000), { session_id }));
    expect(join(file, "../..")).toBe(results);
    expect(readdirSync(results)).toEqual([name]);
    await end(session_id);
    expect(readdirSync(results)).toEqual([]);
  });

  it("keeps the names of long session ids short, and apart", async () => {
    const { limit, results } = open();
    await limit("x".repeat(60_000), { session_id: "€".repeat(100) });
    await limit("x".repeat(60_000), { session_id: "€".repeat(101) });
    expect(readdirSync(results).map((name) => name.length)).toEqual([64, 64]);
  });

  it("docker §5.12: a result that cannot be stored is left alone, and that is told", async () => {
    const { limit, write } = open();
    write("tool-results", "a file where the folder should be");
    const effects = await limit("x".repeat(60_000));
    expect(effects?.patch).toBeUndefined();
    expect(effects?.messages?.[0]).toMatchObject({ level: "warning", text: expect.stringContaining("60000 bytes") });
  });
});
