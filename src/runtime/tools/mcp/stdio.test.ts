import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tool } from "../../../agent/tool.ts";
import type { Finding } from "../../../errors/problem.ts";
import { processesOf, until } from "../../../lib/process/testing.ts";
import type { McpOptions } from "./options.ts";
import { callTool, leaveOpenProgram, plainProgram, sdkProgram, stdioSpec } from "./testing/spec.ts";
import { createMcpToolset, type McpToolset } from "./toolset.ts";

let cwd: string;
const anySignal = new AbortController().signal;
const open: McpToolset[] = [];
/** Carried by everything that is started here. */
const outerRun = `mcp-test-${process.pid}`;
const environment = { ...process.env, HOOKLINE_RUN: outerRun };
let count = 0;

beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "mcp-")));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((toolset) => toolset.close()));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function toolsetWith(
  args: readonly string[],
  more: Parameters<typeof stdioSpec>[2] = {},
  options: Partial<McpOptions> = {},
): McpToolset {
  const toolset = createMcpToolset(stdioSpec(cwd, args, more), { environment, ...options });
  open.push(toolset);
  return toolset;
}

/** A server that notes what happens to it. */
function noting(
  faults: readonly string[] = [],
  more = {},
  options: Partial<McpOptions> = {},
  program: string = plainProgram,
) {
  const file = join(cwd, `notes-${++count}`);
  writeFileSync(file, "");
  const toolset = toolsetWith([program, file, ...faults], more, options);
  return { toolset, notes: () => readFileSync(file, "utf8").split("\n").slice(0, -1) };
}

describe("an MCP server over stdio", () => {
  let toolset: McpToolset;
  let tools: readonly Tool[];
  let notes: () => string[];
  beforeAll(async () => {
    ({ toolset, notes } = noting([], {}, {}, sdkProgram));
    open.splice(0);
    tools = await toolset.open(anySignal);
  });
  afterAll(() => toolset.close());

  it("lists its tools with names that models can use", () => {
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mcp__test__greet", "mcp__test__fail", "mcp__test__files_read"]),
    );
    expect(tools.find(({ name }) => name === "mcp__test__greet")).toMatchObject({
      description: "Greets somebody.",
      namespace: "mcp__test",
      category: "mcp",
      readOnly: true,
      decisionClass: "execute",
      metadata: { mcp_server: "test", mcp_tool: "greet" },
      inputSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    expect(tools.find(({ name }) => name === "mcp__test__fail")).toMatchObject({
      readOnly: false,
      metadata: { destructive: true },
    });
    expect(tools[0]?.title?.({})).toBe("Greet (test)");
  });

  it("does what is asked, under the server's own name for it", async () => {
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toEqual({
      text: "Hello, Ada!\nNice to meet you.",
      isError: false,
    });
    expect(await callTool(tools, "mcp__test__files_read")).toEqual({ text: "read", isError: false });
  });

  it.each([
    ["fail", { text: "The disk is full.", isError: true }],
    ["draw", { text: "Here it is:\n[image: image/png, 8 bytes; it cannot be shown here]", isError: false }],
    ["measure", { text: '{\n  "degrees": 21\n}', isError: false }],
  ])("answers %s as it was answered", async (tool, expected) => {
    expect(await callTool(tools, `mcp__test__${tool}`)).toEqual(expected);
  });

  it("says what is wrong with an input", async () => {
    const result = await callTool(tools, "mcp__test__greet", { name: 7 });
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining("name") });
  });

  it("hands progress on as output", async () => {
    const heard: string[] = [];
    const output = (text: string) => heard.push(text);
    expect(await callTool(tools, "mcp__test__steps", {}, { output })).toEqual({ text: "done", isError: false });
    expect(heard).toEqual(["1/2\n", "almost there\n"]);
  });

  it("inherits only what is safe", async () => {
    const { text } = await callTool(tools, "mcp__test__environment");
    const inherited = JSON.parse(text) as Record<string, string>;
    expect(inherited).toMatchObject({ SHLVL: "1", PATH: expect.any(String) });
    expect(Object.keys(inherited)).not.toContain("VITEST");
  });

  it("is told when a call is canceled, and goes on", async () => {
    const before = notes().length;
    const canceling = new AbortController();
    const call = callTool(tools, "mcp__test__wait", {}, { signal: canceling.signal });
    await until(() => notes().slice(before).includes("waiting"));
    canceling.abort();
    expect(await call).toEqual({ text: "The call was canceled.", isError: true });
    await until(() => notes().slice(before).includes("canceled"));
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toMatchObject({ isError: false });
  });

  it("is not called for a call that is canceled already", async () => {
    const before = notes().length;
    expect(await callTool(tools, "mcp__test__wait", {}, { signal: AbortSignal.abort() })).toMatchObject({
      isError: true,
    });
    expect(notes().slice(before)).toEqual([]);
  });

  it("is not told of calls that were over when their signal came", async () => {
    const heardOf = new AbortController();
    await callTool(tools, "mcp__test__greet", { name: "Ada" }, { signal: heardOf.signal });
    heardOf.abort();
    expect(await callTool(tools, "mcp__test__greet", { name: "Ada" })).toMatchObject({ isError: false });
  });

  it("answers many calls at once", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `guest ${at}`);
    const results = await Promise.all(names.map((name) => callTool(tools, "mcp__test__greet", { name })));
    expect(results.map(({ text }) => text.split("\n")[0])).toEqual(names.map((name) => `Hello, ${name}!`));
  });

  it("tells when its tools have changed, and lists them again", async () => {
    expect(toolset.hasChanged()).toBe(false);
    await callTool(tools, "mcp__test__grow");
    await until(() => toolset.hasChanged());
    const grown = await toolset.tools(anySignal);
    expect(toolset.hasChanged()).toBe(false);
    expect(await callTool(grown, "mcp__test__grown")).toEqual({ text: "new", isError: false });
  });
});

describe("an MCP server that goes wrong", () => {
  it("gives an error when it dies in the middle of a call, and is started again for the next", async () => {
    const { toolset, notes } = noting();
    const tools = await toolset.open(anySignal);
    const crashed = await callTool(tools, "mcp__test__crash");
    expect(crashed.isError).toBe(true);
    expect(crashed.text).toContain("it exited with code 3");
    expect(crashed.text).toContain("out of cheese");
    expect(crashed.text).not.toContain("abcdef123456");
    expect(await callTool(tools, "mcp__test__greet")).toMatchObject({ isError: false });
    expect(notes().filter((line) => line.startsWith("started"))).toHaveLength(2);
  });

  it("is asked once only when it answers with an error of its own", async () => {
    const { toolset, notes } = noting();
    const tools = await toolset.open(anySignal);
    expect(await callTool(tools, "mcp__test__missing")).toEqual({
      text: 'The MCP server "test" could not do it: no such page',
      isError: true,
    });
    await toolset.close();
    // Nor is it told at the end that something was canceled.
    expect(notes().slice(1)).toEqual(["missing"]);
  });

  it("is not started for ever", async () => {
    const { toolset, notes } = noting();
    const tools = await toolset.open(anySignal);
    for (let times = 0; times < 3; times++) await callTool(tools, "mcp__test__crash");
    expect(await callTool(tools, "mcp__test__greet")).toEqual({
      text: expect.stringContaining("ended 3 times in a row"),
      isError: true,
    });
    expect(notes().filter((line) => line.startsWith("started"))).toHaveLength(3);
  });

  it("is given up on when it takes too long, and told so", async () => {
    const { toolset, notes } = noting([], {}, { callTimeoutMs: 50 });
    const tools = await toolset.open(anySignal);
    expect(await callTool(tools, "mcp__test__wait")).toEqual({
      text: expect.stringContaining("did not answer within 0.05 s"),
      isError: true,
    });
    await until(() => notes().includes("canceled"));
  });

  it("cannot fill the conversation with one answer, nor the screen with its progress", async () => {
    const { toolset } = noting();
    const tools = await toolset.open(anySignal);
    const { text } = await callTool(tools, "mcp__test__large");
    expect(text).toMatch(/ä\n\(.* more left out\)$/);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024 + 100);
    let heard = 0;
    const output = (part: string) => {
      heard += part.length;
    };
    expect(await callTool(tools, "mcp__test__chatter", {}, { output })).toEqual({ text: "done", isError: false });
    expect(heard).toBeGreaterThan(100_000);
    expect(heard).toBeLessThanOrEqual(1024 * 1024);
  });

  it("is ended when it sends a message without end", async () => {
    const { toolset } = noting();
    const tools = await toolset.open(anySignal);
    const flooded = await callTool(tools, "mcp__test__flood");
    expect(flooded).toMatchObject({ isError: true, text: expect.stringContaining("more than 16 MiB") });
  });

  it.each<[what: string, args: string[], why: RegExp[]]>([
    [
      "exits at once",
      ["-e", "console.error('no such database, password=hunter2'); process.exit(4)"],
      [/it exited with code 4 before it had answered/, /no such database, password=\[masked\]/],
    ],
    ["is another program", ["-e", "console.log('hello')"], [/exited with code 0/, /It wrote last:\nhello/]],
    ["says nothing at all", ["-e", ""], [/exited with code 0/, /It wrote nothing to stderr/]],
    [
      "is killed",
      ["-e", "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)"],
      [/it was ended by SIGKILL/],
    ],
    [
      "speaks a version that nobody knows",
      [
        "-e",
        `process.stdin.on("data", (line) => console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: { protocolVersion: "1999-01-01", capabilities: {}, serverInfo: { name: "x", version: "1" } } })))`,
      ],
      [/protocol version is not supported: 1999-01-01/],
    ],
    [
      "refuses the handshake",
      [
        "-e",
        `process.stdin.on("data", (line) => console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, error: { code: -32000, message: "licence expired" } })))`,
      ],
      [/licence expired/],
    ],
  ])("is a problem at the start when it %s", async (_what, args, why) => {
    const failure = toolsetWith(args).open(anySignal);
    await expect(failure).rejects.toMatchObject({ code: "MCP_SERVER_NOT_STARTED" });
    const { message } = (await failure.catch((error: unknown) => error)) as Error;
    for (const part of [...why, /"test"/]) expect(message).toMatch(part);
    expect(message).not.toContain("hunter2");
  });

  it("is a problem at the start when it never answers", async () => {
    const toolset = toolsetWith(["-e", "setInterval(() => {}, 1000)"], {}, { startTimeoutMs: 100 });
    await expect(toolset.open(anySignal)).rejects.toMatchObject({
      code: "MCP_SERVER_NOT_STARTED",
      message: expect.stringContaining("did not answer within 0.1 s"),
    });
    expect(processesOf(outerRun)).toEqual([]);
  });

  it.each([
    ["program", { command: "no-such-program-anywhere" }, /there is no such program/],
    ["directory", { cwd: "/no/such/directory" }, /there is no directory \/no\/such\/directory/],
  ])("is a problem when there is no such %s", async (_what, wrong, why) => {
    const server = { transport: "stdio" as const, command: process.execPath, args: ["x"], env: {}, cwd, ...wrong };
    await expect(toolsetWith([], { server }).open(anySignal)).rejects.toThrow(why);
  });

  it("can be canceled while it starts", async () => {
    const canceling = new AbortController();
    const opening = toolsetWith(["-e", "setInterval(() => {}, 1000)"]).open(canceling.signal);
    await until(() => process.platform !== "linux" || processesOf(outerRun).length > 0);
    canceling.abort(new Error("enough"));
    await expect(opening).rejects.toThrow("enough");
    expect(processesOf(outerRun)).toEqual([]);
  });
});

describe("the tools that are offered", () => {
  it("are those that the file names; what is not there is reported with its place", async () => {
    const findings: Finding[] = [];
    const report = (finding: Finding) => findings.push(finding);
    const { toolset } = noting([], { only: ["greet", "carsh"] }, { report });
    const tools = await toolset.open(anySignal);
    expect(tools.map(({ name }) => name)).toEqual(["mcp__test__greet"]);
    expect(findings).toMatchObject([
      { code: "MCP_TOOL_UNKNOWN", severity: "warning", file: "agent.yaml", line: 7, fix: 'Did you mean "crash"?' },
    ]);
  });

  it("say nothing that cannot be seen, and nothing without end", async () => {
    const { toolset } = noting(["is-sly"]);
    const [tool] = await toolset.open(anySignal);
    const title = tool?.title?.({}) ?? "";
    expect(title).toMatch(/^greet x+… \(test\)$/);
    expect(title.length).toBeLessThan(120);
    expect(tool?.description).toMatch(/^Greets\. x+…$/);
    expect(tool?.description).toHaveLength(8192);
  });

  it.each([
    ["has-a-thousand", /1007 tools/],
    ["explains-at-length", /characters/],
  ])("are none when there are more than anybody could pay for (%s), unless some are named", async (fault, why) => {
    await expect(noting([fault]).toolset.open(anySignal)).rejects.toMatchObject({
      code: "MCP_TOOLS_TOO_MANY",
      message: expect.stringMatching(why),
    });
    expect(await noting([fault], { only: ["greet"] }).toolset.open(anySignal)).toHaveLength(1);
  });

  it("are none when the server has none", async () => {
    expect(await noting(["has-no-tools"]).toolset.open(anySignal)).toEqual([]);
  });
});

describe("closing", () => {
  it("leaves no process, neither of the server nor of what it has started", async () => {
    const { toolset } = noting(["has-children"]);
    await toolset.open(anySignal);
    if (process.platform === "linux") expect(processesOf(outerRun).length).toBeGreaterThan(2);
    await toolset.close();
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("ends a server that does not want to end", async () => {
    const { toolset, notes } = noting(["ignores-the-end"]);
    await toolset.open(anySignal);
    await toolset.close();
    expect(notes()).toContain("refused to end");
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("ends calls that run, refuses new ones, and can be undone by opening again", async () => {
    const { toolset, notes } = noting();
    const tools = await toolset.open(anySignal);
    const call = callTool(tools, "mcp__test__wait");
    await until(() => notes().includes("wait"));
    await toolset.close();
    expect(await call).toMatchObject({ isError: true });
    expect(await callTool(tools, "mcp__test__greet")).toMatchObject({
      isError: true,
      text: expect.stringContaining("has been closed"),
    });
    const again = await toolset.open(anySignal);
    expect(await callTool(again, "mcp__test__greet")).toMatchObject({ isError: false });
  });

  it("is done for us when we exit without it", async () => {
    const file = join(cwd, "left-open");
    const ours = spawn(process.execPath, [leaveOpenProgram, file], { cwd, env: environment, stdio: "inherit" });
    expect(await once(ours, "exit")).toEqual([7, null]);
    expect(readFileSync(file, "utf8")).toMatch(/^started \d+\n/);
    await until(() => processesOf(outerRun).length === 0);
  });

  it("may be done twice, and before opening", async () => {
    const { toolset } = noting();
    await toolset.close();
    await toolset.open(anySignal);
    await Promise.all([toolset.close(), toolset.close()]);
    expect(processesOf(outerRun)).toEqual([]);
  });
});
