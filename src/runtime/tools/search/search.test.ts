import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFilesystemToolset } from "../filesystem/toolset.ts";
import { openTools, type TemporaryTree, type ToolCaller, temporaryTree } from "../testing.ts";
import { compileGlob } from "./glob.ts";

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/*.ts", "other/src/a.ts", false],
    ["src/**", "src/deep/a.ts", true],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/x/y/a.ts", true],
    ["**/test/*.ts", "a/test/x.ts", true],
    ["**/test/*.ts", "test/x.ts", true],
    ["./src/*.ts", "src/a.ts", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["*.{ts,tsx}", "a.js", false],
    ["{a,b/*}.md", "b/x.md", true],
    ["file?.txt", "file1.txt", true],
    ["file?.txt", "file.txt", false],
    ["[ab].txt", "b.txt", true],
    ["[!ab].txt", "c.txt", true],
    ["[!ab].txt", "a.txt", false],
    ["[0-9].txt", "7.txt", true],
    ["a[.txt", "a[.txt", true],
    ["a\\*.txt", "a*.txt", true],
    ["a\\*.txt", "ab.txt", false],
    ["a+(b).txt", "a+(b).txt", true],
    ["日本*.md", "日本語.md", true],
    ["?.md", "🪝.md", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected);
  });

  it("says what is wrong with a pattern", () => {
    expect(() => compileGlob("*.{ts")).toThrow(/cannot be used: a { has no }/);
    expect(() => compileGlob("[z-a]")).toThrow(/cannot be used/);
  });

  it("takes linear time", () => {
    expect(compileGlob(`${"*a".repeat(30)}b`)("a".repeat(5000))).toBe(false);
  });
});

describe("finding and searching", () => {
  let tree: TemporaryTree;
  let tools: ToolCaller;

  beforeEach(async () => {
    tree = temporaryTree({
      ".gitignore": "node_modules/\n*.log\n!keep.log\n/build\n",
      "src/a.ts": "alpha\nbeta\ngamma\nbeta again\n",
      "src/b.ts": "nothing here\r\nbeta with CRLF\r\n",
      "src/gen/.gitignore": "*.ts\n!keep.ts\n",
      "src/gen/x.ts": "beta",
      "src/gen/keep.ts": "beta",
      "docs/build/page.md": "Beta",
      "build/out.ts": "beta",
      "node_modules/p/index.ts": "beta",
      "debug.log": "beta",
      "keep.log": "beta",
      "image.png": Buffer.from([0, 98, 101, 116, 97]),
      ".git/HEAD": "beta",
    });
    const options = { cwd: tree.root, workspaceRoot: tree.root, environment: {} };
    tools = await openTools(createFilesystemToolset(options));
  });
  afterEach(() => tree.remove());

  const find = async (input: Record<string, unknown>) => (await tools.call("find_files", input)).text;
  const search = async (input: Record<string, unknown>) => (await tools.call("search_text", input)).text;

  it.each([
    ["by name", { pattern: "*.ts" }, ["src/a.ts", "src/b.ts", "src/gen/keep.ts"]],
    ["by path", { pattern: "src/*.ts" }, ["src/a.ts", "src/b.ts"]],
    ["below a path", { pattern: "*.ts", path: "src/gen" }, ["src/gen/keep.ts"]],
    ["what is taken back", { pattern: "*.log" }, ["keep.log"]],
    ["a directory whose name is ignored only at the top", { pattern: "*.md" }, ["docs/build/page.md"]],
    ["in an ignored directory that is named", { pattern: "*.ts", path: "node_modules/p" }, ["node_modules/p/index.ts"]],
    [
      "what is ignored, when told",
      { pattern: "*.ts", include_ignored: true },
      ["build/out.ts", "node_modules/p/index.ts", "src/a.ts", "src/b.ts", "src/gen/keep.ts", "src/gen/x.ts"],
    ],
  ])("finds files %s", async (_case, input, files) => {
    expect((await find(input)).split("\n")).toEqual(files);
  });

  it("says when there is nothing, or more", async () => {
    expect(await find({ pattern: "*.rs" })).toBe('(no file in . fits "*.rs")');
    expect(await find({ pattern: "*.ts", limit: 2 })).toBe(
      "src/a.ts\nsrc/b.ts\n(there are more; these are the first 2. A narrower pattern or path helps)",
    );
    expect(await find({ pattern: "*.ts", limit: 3 })).not.toContain("more");
    expect(await find({ pattern: "*", path: "keep.log" })).toContain("is not a directory");
    expect(await find({ pattern: "{" })).toContain("cannot be used");
  });

  it("does not follow links", async () => {
    symlinkSync("/", join(tree.root, "src", "root"));
    symlinkSync("..", join(tree.root, "src", "up"));
    expect(await find({ pattern: "src/**" })).toBe(
      "src/a.ts\nsrc/b.ts\nsrc/root\nsrc/up\nsrc/gen/.gitignore\nsrc/gen/keep.ts",
    );
    expect(await search({ pattern: "alpha" })).toBe("src/a.ts\n1: alpha");
  });

  it("finds lines, grouped by file", async () => {
    expect(await search({ pattern: "^beta", path: "src" })).toBe(
      "src/a.ts\n2: beta\n4: beta again\n\nsrc/b.ts\n2: beta with CRLF\n\nsrc/gen/keep.ts\n1: beta",
    );
  });

  it.each([
    ["a literal", { pattern: "b.t", literal: true }, '(nothing in . fits "b.t")'],
    ["an expression", { pattern: "g[a-z]m+a$" }, "src/a.ts\n3: gamma"],
    ["the end of a line with CRLF", { pattern: "here$" }, "src/b.ts\n1: nothing here"],
    ["any case", { pattern: "ALPHA", ignore_case: true }, "src/a.ts\n1: alpha"],
    ["only some files", { pattern: "beta", include: "*.log" }, "keep.log\n1: beta"],
    ["only files of a path", { pattern: "Beta", include: "docs/**" }, "docs/build/page.md\n1: Beta"],
    ["one file", { pattern: "alpha", path: "src/a.ts" }, "src/a.ts\n1: alpha"],
    ["one file that is ignored", { pattern: "beta", path: "debug.log" }, "debug.log\n1: beta"],
    ["lines around", { pattern: "gamma", context: 1 }, "src/a.ts\n2- beta\n3: gamma\n4- beta again"],
    [
      "lines around, with gaps",
      { pattern: "alpha|again", context: 1 },
      "src/a.ts\n1: alpha\n2- beta\n3- gamma\n4: beta again",
    ],
    ["the beginning of a text", { pattern: "\\Again" }, '(nothing in . fits "\\\\Again")'],
  ])("searches %s", async (_case, input, text) => {
    expect(await search(input)).toBe(text);
  });

  it("gives as many as wanted, and says that there may be more", async () => {
    expect(await search({ pattern: "beta", path: "src", limit: 1 })).toBe(
      "src/a.ts\n2: beta\n\n(there may be more; matching lines shown: 1)",
    );
  });

  it("separates lines that are apart", async () => {
    tree.write("long.txt", Array.from({ length: 20 }, (_, index) => `n${index + 1}`).join("\n"));
    expect(await search({ pattern: "^n(3|15)$", path: "long.txt", context: 1 })).toBe(
      "long.txt\n2- n2\n3: n3\n4- n4\n--\n14- n14\n15: n15\n16- n16",
    );
  });

  it("cuts very long lines around the match, and long results", async () => {
    tree.write("min.js", `${"x".repeat(5000)}needle${"y".repeat(5000)}`);
    const text = await search({ pattern: "needle", path: "min.js" });
    expect(text).toContain("needle");
    expect(text.length).toBeLessThan(500);
    tree.write("many.txt", "hit hit hit hit hit hit hit hit hit\n".repeat(5000));
    const many = await search({ pattern: "hit", path: "many.txt", limit: 1000 });
    expect(Buffer.byteLength(many)).toBeLessThan(45_000);
    expect(many).toContain("there may be more");
  });

  it("says what is wrong with an expression", async () => {
    expect(await search({ pattern: "(" })).toContain("cannot be used");
    expect(await search({ pattern: "(?=x)" })).toContain("Lookaround and back references are not possible");
    expect(await search({ pattern: "x", path: "none" })).toContain("There is no file none");
  });

  it("takes linear time, whatever the expression", async () => {
    tree.write("evil.txt", "a".repeat(20_000));
    expect(await search({ pattern: "(a+)+$|(a|aa)+b", path: "evil.txt", limit: 1 })).toContain("evil.txt");
    expect(await search({ pattern: "(x+x+)+y", path: "evil.txt" })).toContain("nothing in");
  });

  it("stops when it is canceled", async () => {
    const call = tools.call("search_text", { pattern: "x" }, { signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow();
  });
});

describe("what is ignored", () => {
  it("is what git ignores, for any rules in any directories", async () => {
    const tree = temporaryTree();
    const env = { PATH: process.env.PATH, HOME: tree.root, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    const git = (...args: string[]) => execFileSync("git", args, { cwd: tree.root, env }).toString();
    const paths = ["a", "b/a", "b/c.log", "b/d/a", "b/d/c.log", "d/c.log", "d/e/a", "x.log", "e/d/b/a"];
    const rule = fc.constantFrom(
      "a",
      "/a",
      "d/",
      "*.log",
      "!*.log",
      "b/*",
      "!b/d/",
      "**/a",
      "!a",
      "d/**",
      "/b/d",
      "c.*",
      "#x",
    );
    const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join("\n"));
    try {
      git("init", "-q");
      for (const path of paths) tree.write(path, "");
      const { call } = await openTools(
        createFilesystemToolset({ cwd: tree.root, workspaceRoot: tree.root, environment: {} }),
      );
      await fc.assert(
        fc.asyncProperty(rules, rules, rules, rules, async (top, inB, inD, excluded) => {
          tree.write(".gitignore", top);
          tree.write("b/.gitignore", inB);
          tree.write("d/.gitignore", inD);
          tree.write(".git/info/exclude", excluded);
          const listed = git("ls-files", "--others", "--exclude-standard").trim().split("\n");
          const { text } = await call("find_files", { pattern: "**" });
          expect(text.split("\n").toSorted()).toEqual(listed.toSorted());
        }),
        { numRuns: 60 },
      );
    } finally {
      tree.remove();
    }
  });
});
