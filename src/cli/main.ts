import { runCli } from "./run-cli.ts";
import { colorOf, type Terminal, widthOf } from "./terminal.ts";
import type { World } from "./world.ts";

const { stdout, stderr, env } = process;

const interrupt = new AbortController();

// A reader that has seen enough (`| head`) is no error. What still runs is ended as by an interrupt, so that it is closed properly.
for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (stream === stdout) interrupt.abort();
  });
}

const terminal: Terminal = {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  width: widthOf(stdout, env),
  color: colorOf(stdout, env),
};

for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.once(signal, () => {
    process.exitCode = exitCode;
    interrupt.abort();
  });
}

const world: World = {
  env,
  cwd: process.cwd(),
  readStdin,
  ...(process.stdin.isTTY && stdout.isTTY && { ask }),
  signal: interrupt.signal,
};

const exitCode = await runCli(process.argv.slice(2), terminal, world);
// Not process.exit(): what is still in the pipe to stdout would be lost.
process.exitCode ||= exitCode;

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: stdout });
  try {
    // The end of the input closes it and answers nothing.
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return await Promise.race([lines.question(question, { signal: interrupt.signal }), closed]);
  } catch {
    // Ctrl-C: no is the answer.
    return "";
  } finally {
    lines.close();
  }
}

async function readStdin(): Promise<string> {
  // Whoever sits at a terminal and sees nothing does not know that they are waited for.
  if (process.stdin.isTTY) stderr.write("Reading standard input; Ctrl-D on an empty line ends it.\n");
  // Nothing has begun as long as the input is read, so there is nothing to close.
  const leave = () => process.exit();
  interrupt.signal.addEventListener("abort", leave);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    interrupt.signal.removeEventListener("abort", leave);
  }
}
