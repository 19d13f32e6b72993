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

const tools = ["greet", "wait", "crash", "flood", "missing"].map((name) => ({ name, inputSchema: { type: "object" } }));
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
  if (method === "tools/call") call(id, params.name);
});

function answer(id: number, result: unknown): void {
  send({ id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function call(id: number, tool: string): void {
  note(tool);
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
