import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * A server without the SDK, which starts ten times as fast and can misbehave. Its first argument is a file for notes; the
 * others say what is wrong with it.
 */
const [notes = "", ...faults] = process.argv.slice(2);
const note = (text: string) => appendFileSync(notes, `${text}\n`);
note(`started ${process.pid}`);

const tools = ["greet", "wait", "crash", "flood", "large", "chatter", "missing"].map((name) => ({
  name,
  inputSchema: { type: "object" },
  ...(faults.includes("is-sly") && {
    title: `\u001b[2J${name}\n\u202e${"x".repeat(500)}`,
    description: `Greets.\u{e0041}\u200b\u001b]0;x\u0007 ${"x".repeat(20_000)}`,
  }),
}));
if (faults.includes("has-a-thousand")) {
  tools.push(...Array.from({ length: 1000 }, (_, at) => ({ name: `t${at}`, inputSchema: { type: "object" } })));
}
if (faults.includes("explains-at-length")) {
  tools.push({ name: "long", inputSchema: { type: "object", ...{ title: "x".repeat(2_000_000) } } });
}
const initialized = {
  protocolVersion: "2025-06-18",
  capabilities: faults.includes("has-no-tools") ? {} : { tools: {} },
  serverInfo: { name: "plain", version: "1.0.0" },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") answer(id, initialized);
  if (method === "tools/list") answer(id, { tools });
  if (method === "notifications/cancelled") note("canceled");
  if (method === "tools/call") call(id, params.name, params._meta?.progressToken);
});

function answer(id: number, result: unknown): void {
  send({ id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function call(id: number, tool: string, progressToken: unknown): void {
  note(tool);
  if (tool === "large") answer(id, { content: [{ type: "text", text: "ä".repeat(1_000_000) }] });
  if (tool === "chatter") {
    const params = { progressToken, progress: 1, message: "x".repeat(100_000) };
    for (let at = 0; at < 30; at++) send({ method: "notifications/progress", params });
    answer(id, { content: [{ type: "text", text: "done" }] });
  }
  if (tool === "greet") answer(id, { content: [{ type: "text", text: "Hello!" }] });
  if (tool === "missing") send({ id, error: { code: 404, message: "no such page" } });
  if (tool === "flood") process.stdout.write("x".repeat(17 * 1024 * 1024));
  if (tool === "crash") process.stderr.write("token=abcdef123456\nout of cheese\n", () => process.exit(3));
}

if (faults.includes("has-children")) {
  const child = ["-e", "setInterval(() => {}, 1000)"];
  spawn(process.execPath, child, { stdio: "inherit" });
  spawn(process.execPath, child, { stdio: "ignore", detached: true }).unref();
}
if (faults.includes("ignores-the-end")) {
  process.on("SIGTERM", () => note("refused to end"));
  setInterval(() => {}, 1000);
}
