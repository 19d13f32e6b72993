import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTools, type TemporaryTree, type ToolCaller, temporaryTree } from "../testing.ts";
import { createFilesystemToolset } from "./toolset.ts";

let tree: TemporaryTree;
let tools: ToolCaller;

beforeEach(async () => {
  tree = temporaryTree();
  const options = { cwd: tree.root, workspaceRoot: tree.root, environment: {} };
  tools = await openTools(createFilesystemToolset(options));
});
afterEach(() => tree.remove());

const at = (path: string) => join(tree.root, path);
const textAt = (path: string) => readFileSync(at(path), "utf8");
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("the tools for files", () => {
  it.each([
    ["read_file", true, "read"],
    ["write_file", false, "write"],
    ["edit_file", false, "write"],
    ["list_directory", true, "read"],
    ["find_files", true, "read"],
    ["search_text", true, "read"],
  ])("%s says what it is", (name, readOnly, decisionClass) => {
    expect(tools.tool(name)).toMatchObject({ namespace: "fs", category: "filesystem", readOnly, decisionClass });
  });

  it.each([
    ["read_file", { path: "a.ts" }, "Read a.ts", [{ path: "a.ts" }]],
    ["read_file", { path: "a.ts", offset: 5 }, "Read a.ts, from line 5", [{ path: "a.ts", start_line: 5 }]],
    [
      "read_file",
      { path: "a.ts", offset: 5, limit: 3 },
      "Read a.ts, lines 5 to 7",
      [{ path: "a.ts", start_line: 5, end_line: 7 }],
    ],
    ["read_file", { path: 7, offset: "x" }, "Read a file", [{ path: "" }]],
    ["write_file", { path: "d/b.ts" }, "Write d/b.ts", [{ path: "d/b.ts" }]],
    ["edit_file", { path: "a.ts", edits: [{}, {}] }, "Edit a.ts in 2 places", [{ path: "a.ts" }]],
    ["list_directory", {}, "List .", [{ path: "" }]],
    ["find_files", { pattern: "*.ts", path: "src" }, "Find *.ts in src", [{ path: "src" }]],
    ["search_text", { pattern: "a b" }, 'Search "a b" in .', [{ path: "" }]],
  ])("%s has a title and locations for %j", (name, input, title, locations) => {
    expect(tools.tool(name).title?.(input)).toBe(title);
    const absolute = locations.map((location) => ({ ...location, path: join(tree.root, location.path) }));
    expect(tools.tool(name).locations?.(input)).toEqual(absolute);
  });

  it.each([
    ["read_file", {}],
    ["write_file", { content: "x" }],
    ["edit_file", { edits: [{ oldText: "a", newText: "b" }] }],
    ["list_directory", {}],
    ["find_files", { pattern: "*" }],
    ["search_text", { pattern: "x" }],
  ])("%s stays inside the workspace", async (name, input) => {
    symlinkSync("/", at("root"));
    for (const path of ["/etc/hostname", "../x", "root/etc/hostname", "root/tmp/new/file"]) {
      const { text, isError } = await tools.call(name, { ...input, path });
      expect(isError).toBe(true);
      expect(text).toContain("outside the workspace");
    }
  });

  it.skipIf(process.platform === "win32")("never wait for a named pipe, a device or a socket", async () => {
    execFileSync("mkfifo", [at("pipe"), at(".gitignore")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
    try {
      for (const path of ["pipe", "socket"]) {
        for (const [name, input] of [
          ["read_file", {}],
          ["write_file", { content: "x" }],
          ["edit_file", { edits: [{ oldText: "a", newText: "b" }] }],
          ["search_text", { pattern: "x" }],
        ] as const) {
          const { text, isError } = await tools.call(name, { path, ...input });
          expect(isError).toBe(true);
          expect(text).toMatch(/is (?:a named pipe|a socket|a device or a pipe), not a file/);
        }
      }
      expect(await tools.call("search_text", { pattern: "x" })).toMatchObject({ isError: false });
      expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("refuses to read a device that is allowed", async () => {
    const options = { cwd: tree.root, workspaceRoot: tree.root, allowedPaths: ["/dev"], environment: {} };
    const others = await openTools(createFilesystemToolset(options));
    expect((await others.call("read_file", { path: "/dev/zero" })).text).toContain("is a device, not a file");
  });
});

describe("read_file", () => {
  const read = (input: Record<string, unknown>) => tools.call("read_file", input);

  it("numbers the lines", async () => {
    tree.write("a.txt", "one\ntwo\n\nfour");
    expect(await read({ path: "a.txt" })).toEqual({ text: "1\tone\n2\ttwo\n3\t\n4\tfour", isError: false });
  });

  it.each([
    [{ offset: 3, limit: 2 }, "3\tline 3\n4\tline 4\n(lines 3 to 4 of 9; go on with offset 5)"],
    [{ offset: 8 }, "8\tline 8\n9\tline 9"],
    [{ limit: 1 }, "1\tline 1\n(lines 1 to 1 of 9; go on with offset 2)"],
    [{ offset: 10 }, "(a.txt has 9 lines; line 10 is beyond its end)"],
  ])("reads a range: %j", async (range, text) => {
    tree.write("a.txt", numbered(9));
    expect((await read({ path: "a.txt", ...range })).text).toBe(text);
  });

  it("says when there is nothing in it", async () => {
    tree.write("a.txt", "");
    expect((await read({ path: "a.txt" })).text).toBe("(a.txt is empty)");
  });

  it("gives 2000 lines at most, and says how to go on", async () => {
    tree.write("a.txt", `${numbered(5000)}\n`);
    const { text } = await read({ path: "a.txt" });
    expect(text.split("\n")).toHaveLength(2001);
    expect(text.endsWith("(lines 1 to 2000 of 5000; go on with offset 2001)")).toBe(true);
  });

  it("gives 40 KB at most, and all of the file in several calls", async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `${index} ${"x".repeat(1000)}`);
    tree.write("a.txt", lines.join("\n"));
    const seen: string[] = [];
    for (let calls = 0; calls < 20 && seen.length < lines.length; calls++) {
      const { text } = await read({ path: "a.txt", offset: seen.length + 1 });
      expect(Buffer.byteLength(text)).toBeLessThan(45_000);
      const given = text.split("\n").filter((line) => /^\d+\t/.test(line));
      seen.push(...given.map((line) => line.slice(line.indexOf("\t") + 1)));
    }
    expect(seen).toEqual(lines);
  });

  it("cuts very long lines at a whole character", async () => {
    tree.write("a.txt", `x${"é".repeat(5000)}\nend\n`);
    const { text } = await read({ path: "a.txt" });
    expect(text).toBe(`1\tx${"é".repeat(999)} … (9.8 KiB in this line)\n2\tend`);
  });

  it("reads a line deep in a large file, in memory of its own size", async () => {
    const chunk = `${"y".repeat(99)}\n`.repeat(10_000);
    for (let times = 0; times < 60; times++) writeFileSync(at("large.txt"), chunk, { flag: "a" });
    writeFileSync(at("large.txt"), "found\n", { flag: "a" });
    const before = process.resourceUsage().maxRSS;
    const { text } = await read({ path: "large.txt", offset: 600_001 });
    expect(text).toBe("600001\tfound");
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(48 * 1024);
  });

  it.each([
    ["CRLF", Buffer.from("a\r\nb\r\n"), "1\ta\n2\tb\n(its lines end in CRLF, as edits keep them)"],
    ["a byte order mark", Buffer.from("\ufeffa\n"), "1\ta"],
    ["any characters", Buffer.from("naïve 🪝 日本\n"), "1\tnaïve 🪝 日本"],
    ["another encoding", Buffer.from([0x61, 0xe9, 0x0a]), "1\ta\ufffd\n(bytes that are not UTF-8 are shown as \ufffd)"],
  ])("reads %s", async (_case, bytes, text) => {
    tree.write("a.txt", bytes);
    expect((await read({ path: "a.txt" })).text).toBe(text);
  });

  it.each([
    ["binary", Buffer.from([0x7f, 0x45, 0x00, 0x01]), "it is binary, 4 bytes"],
    ["UTF-16", Buffer.from("\ufeffa", "utf16le"), "it is UTF-16, and only UTF-8 is read, 4 bytes"],
  ])("refuses %s", async (_case, bytes, why) => {
    tree.write("a.bin", bytes);
    const { text, isError } = await read({ path: "a.bin" });
    expect(isError).toBe(true);
    expect(text).toContain(why);
  });

  it("says what else there is", async () => {
    tree.write("src/readme.md", "");
    expect((await read({ path: "src/raedme.md" })).text).toBe(
      "There is no file src/raedme.md. Did you mean src/readme.md?",
    );
    expect((await read({ path: "src" })).text).toBe(
      'src is a directory, not a file. "list_directory" shows what is in it.',
    );
  });

  it("stops when it is canceled", async () => {
    tree.write("a.txt", "x");
    await expect(tools.call("read_file", { path: "a.txt" }, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe("write_file", () => {
  const write = (path: string, content: string) => tools.call("write_file", { path, content });

  it("creates a file and its directories", async () => {
    expect(await write("a/b/c.txt", "one\ntwo\n")).toEqual({
      text: "Created a/b/c.txt (lines: 2, size: 8 bytes).",
      isError: false,
      changes: [{ path: "a/b/c.txt", diff: "+one\n+two", added: 2, removed: 0 }],
    });
    expect(textAt("a/b/c.txt")).toBe("one\ntwo\n");
  });

  it("replaces a file, keeps its mode and leaves nothing beside it", async () => {
    tree.write("run.sh", "one\ntwo\n");
    chmodSync(at("run.sh"), 0o751);
    const { changes } = await write("run.sh", "one\n2\n");
    expect(changes).toEqual([{ path: "run.sh", diff: " one\n-two\n+2", added: 1, removed: 1 }]);
    expect(statSync(at("run.sh")).mode & 0o777).toBe(0o751);
    expect(readdirSync(tree.root)).toEqual(["run.sh"]);
  });

  it("writes through a link inside the workspace, which stays a link", async () => {
    tree.write("real.txt", "a");
    symlinkSync("real.txt", at("link.txt"));
    await write("link.txt", "b");
    expect(lstatSync(at("link.txt")).isSymbolicLink()).toBe(true);
    expect(textAt("real.txt")).toBe("b");
  });

  it("does nothing when there is nothing to do", async () => {
    tree.write("a.txt", "same");
    const before = statSync(at("a.txt"), { bigint: true }).ino;
    expect((await write("a.txt", "same")).text).toContain("nothing was written");
    expect(statSync(at("a.txt"), { bigint: true }).ino).toBe(before);
  });

  it("replaces what is not text, without showing it", async () => {
    tree.write("a.bin", Buffer.from([0, 1, 2]));
    expect((await write("a.bin", "text")).changes).toEqual([{ path: "a.bin", diff: "", added: 1, removed: 0 }]);
  });

  it("takes a name as long as names can be", async () => {
    const name = "n".repeat(255);
    expect((await write(name, "x")).isError).toBe(false);
    expect(textAt(name)).toBe("x");
  });

  it("refuses a directory, and hooks", async () => {
    mkdirSync(at("dir"));
    expect((await write("dir", "x")).text).toContain("is a directory");
    for (const path of [".hookline/hooks.json", ".git/hooks/pre-commit", "hookline.yaml", ".claude/settings.json"]) {
      const { text, isError } = await write(path, "x");
      expect(isError).toBe(true);
      expect(text).toContain("A person must make this change.");
      expect(existsSync(at(path))).toBe(false);
    }
  });

  it("leaves the old file as it was when it cannot be written", async () => {
    mkdirSync(at("file.txt"));
    expect((await write("file.txt/x/y", "x")).isError).toBe(false);
    tree.write("plain", "old");
    expect((await write("plain/below", "x")).isError).toBe(true);
    expect(textAt("plain")).toBe("old");
  });
});

describe("edit_file", () => {
  const edit = (path: string, ...edits: unknown[]) => tools.call("edit_file", { path, edits });

  it("changes a file, and keeps its mode", async () => {
    tree.write("a.ts", "const a = 1;\nconst b = 2;\n");
    chmodSync(at("a.ts"), 0o640);
    expect(await edit("a.ts", { oldText: "a = 1", newText: "a = 3" })).toEqual({
      text: "Changed a.ts (lines: 1 added, 1 removed).",
      isError: false,
      changes: [{ path: "a.ts", diff: "-const a = 1;\n+const a = 3;\n const b = 2;", added: 1, removed: 1 }],
    });
    expect(statSync(at("a.ts")).mode & 0o777).toBe(0o640);
  });

  it("applies all edits or none", async () => {
    tree.write("a.txt", "one two two\n");
    const bad = await edit("a.txt", { oldText: "one", newText: "1" }, { oldText: "two", newText: "2" });
    expect(bad.text).toBe(
      'a.txt was not changed: oldText of edits[1] is in it 2 times, at lines 1, 1. Add lines before or after it until it is the only one, or set "replace_all" to true.',
    );
    expect(textAt("a.txt")).toBe("one two two\n");
    await edit("a.txt", { oldText: "one", newText: "1" }, { oldText: "two", newText: "2", replace_all: true });
    expect(textAt("a.txt")).toBe("1 2 2\n");
  });

  it("shows what comes closest", async () => {
    tree.write("a.ts", "if (x) {\n\treturn 1;\n}\n");
    const { text } = await edit("a.ts", { oldText: "if (x) {\n  return 1;\n}", newText: "" });
    expect(text).toContain(
      "oldText is not in it. Only blanks and tabs differ from line 1:\nif (x) {\n\treturn 1;\n}\n",
    );
  });

  it("keeps CRLF line breaks", async () => {
    tree.write("a.txt", "a\r\nb\r\n");
    await edit("a.txt", { oldText: "a\nb\n", newText: "a\nx\nb\n" });
    expect(textAt("a.txt")).toBe("a\r\nx\r\nb\r\n");
  });

  it.each([
    ["binary", Buffer.from([0x61, 0x00]), "it is binary"],
    ["another encoding", Buffer.from([0x61, 0xe9]), "it is not UTF-8"],
  ])("refuses %s, which it would damage", async (_case, bytes, why) => {
    tree.write("a.bin", bytes);
    expect((await edit("a.bin", { oldText: "a", newText: "b" })).text).toContain(why);
    expect(readFileSync(at("a.bin"))).toEqual(bytes);
  });

  it("refuses what does not exist, no edits, and hooks", async () => {
    expect((await edit("none.txt", { oldText: "a", newText: "b" })).text).toContain("There is no file none.txt");
    expect((await edit("none.txt")).text).toContain('"edits"');
    tree.write("hookline.yaml", "hooks: {}\n");
    expect((await edit("hookline.yaml", { oldText: "hooks", newText: "x" })).text).toContain("A person must");
    expect(textAt("hookline.yaml")).toBe("hooks: {}\n");
  });

  it("does not lose an edit when two calls meet", async () => {
    tree.write("a.txt", "one two three four\n");
    const words = ["one", "two", "three", "four"];
    await Promise.all(words.map((word) => edit("a.txt", { oldText: word, newText: word.toUpperCase() })));
    expect(textAt("a.txt")).toBe("ONE TWO THREE FOUR\n");
  });

  it("edits a file of 20 MB", async () => {
    tree.write("large.txt", `${`${"z".repeat(99)}\n`.repeat(200_000)}end\n`);
    expect((await edit("large.txt", { oldText: "end", newText: "END" })).isError).toBe(false);
    expect(textAt("large.txt").endsWith("z\nEND\n")).toBe(true);
  });
});

describe("list_directory", () => {
  const list = async (path?: string) => (await tools.call("list_directory", path === undefined ? {} : { path })).text;

  it("shows directories first, sizes, links and hidden files", async () => {
    tree.write("b.txt", "12345");
    tree.write("dir/x", "");
    tree.write(".hidden", "");
    tree.write("odd\nname", "");
    symlinkSync("b.txt", at("link"));
    expect(await list()).toBe('dir/\n.hidden  0 bytes\nb.txt  5 bytes\nlink -> b.txt\n"odd\\nname"  0 bytes');
    expect(await list("dir")).toBe("x  0 bytes");
  });

  it("says when it is empty, missing or no directory", async () => {
    mkdirSync(at("empty"));
    tree.write("file", "");
    expect(await list("empty")).toBe("(empty is empty)");
    expect(await list("file")).toContain("file is not a directory");
    expect(await list("none")).toContain("it does not exist");
  });

  it("shows 1000 entries at most", async () => {
    for (let index = 0; index < 1005; index++) tree.write(`f${index}`, "");
    const text = await list();
    expect(text.split("\n")).toHaveLength(1001);
    expect(text).toContain("(5 more entries;");
  });
});
