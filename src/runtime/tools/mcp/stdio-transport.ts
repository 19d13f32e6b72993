import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpToolsetSpec } from "../../../agent/agent-definition.ts";
import { maskText } from "../../../lib/mask-secrets.ts";
import { printable } from "../../../lib/printable.ts";
import { groupEnds, signalGroup } from "../../../lib/process/process-group.ts";
import { sweepRun } from "../../../lib/process/sweep.ts";
import { longestMessage } from "./bounded-response.ts";
import { createLineReader } from "./lines.ts";
import { serverEnvironment } from "./server-environment.ts";

export type StdioServerSpec = Extract<McpToolsetSpec["server"], { transport: "stdio" }>;

/** How long a server may take to end by itself once its stdin is closed. */
const endGraceMs = 500;
const termGraceMs = 250;
const killGraceMs = 1000;
const drainMs = 200;
const keptOfStderr = 8192;
const shownLines = 10;

/**
 * A server as a process group of its own. The SDK's transport ends only the process it has started; behind `npx` or a shell
 * that is not the server.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #spec: StdioServerSpec;
  readonly #environment: Record<string, string>;
  readonly #runId = randomUUID();
  readonly #parse: (line: string) => JSONRPCMessage;
  readonly #exited = Promise.withResolvers<void>();
  #child: ChildProcessWithoutNullStreams | null = null;
  #cleared: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  #said = "";
  #ending: string | null = null;
  #isClosed = false;

  constructor(
    spec: StdioServerSpec,
    ours: Readonly<Record<string, string | undefined>>,
    parse: (line: string) => JSONRPCMessage,
  ) {
    this.#spec = spec;
    this.#environment = serverEnvironment(ours, spec.env, this.#runId);
    this.#parse = parse;
  }

  /** How it ended, as the rest of a sentence; null while it runs. */
  ending(): string | null {
    return this.#ending;
  }

  /** The last lines that it wrote for people, without what looks like a secret. */
  said(): string {
    return maskText(printable(this.#said)).trim().split("\n").slice(-shownLines).join("\n");
  }

  async start(): Promise<void> {
    const { command, args, cwd } = this.#spec;
    const child = spawn(command, args, {
      cwd,
      env: this.#environment,
      stdio: "pipe",
      // A group of its own, so that all of it can be ended at once. On Windows it would open a console window instead.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    await once(child, "spawn");
    const pid = child.pid ?? 0;
    this.#child = child;
    child.on("error", (error) => this.onerror?.(error));
    child.stdout.on("data", createLineReader(longestMessage, { line: this.#read, tooLong: this.#giveUp }));
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    endWithUs(pid);
    this.#cleared = new Promise((resolve) => {
      child.once("exit", (code, endedBy) => {
        this.#ending ??= endedBy === null ? `it exited with code ${code}` : `it was ended by ${endedBy}`;
        this.#exited.resolve();
        void this.#clear(child, pid).then(resolve);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#child === null || this.#ending !== null) throw new Error("the server has ended");
    this.#child.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
      // It has ended or will never listen again. Closing tells everybody who waits, with its exit code if there is one.
      if (error) void this.close();
    });
  }

  /** Ends the server and everything it has started, and resolves when all of it is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const { pid = 0, stdin } = this.#child ?? {};
    if (this.#cleared === null) return this.#tellClosed();
    stdin?.end();
    if (await this.#hasExitedWithin(endGraceMs)) return this.#cleared;
    signalGroup(pid, "SIGTERM");
    if (!(await this.#hasExitedWithin(termGraceMs))) signalGroup(pid, "SIGKILL");
    if (await this.#hasExitedWithin(killGraceMs)) return this.#cleared;
    this.#tellClosed();
  }

  async #hasExitedWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const tooLong = delay(ms, false, { signal: waiting.signal }).catch(() => false);
    const exited = this.#exited.promise.then(() => true);
    try {
      return await Promise.race([exited, tooLong]);
    } finally {
      waiting.abort();
    }
  }

  /** What the first process leaves behind must not outlive it; but its last words are waited for. */
  async #clear(child: ChildProcessWithoutNullStreams, pid: number): Promise<void> {
    const signal = AbortSignal.timeout(drainMs);
    await Promise.all([child.stdout, child.stderr].map((stream) => finished(stream, { signal }).catch(() => {})));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    const cleared = this.#killRest(pid);
    this.#tellClosed();
    await cleared;
  }

  async #killRest(pid: number): Promise<void> {
    if (signalGroup(pid, "SIGKILL")) await groupEnds(pid, killGraceMs);
    await sweepRun(this.#runId, { after: null, except: new Set() });
    running.delete(pid);
  }

  readonly #read = (line: string): void => {
    let message: JSONRPCMessage;
    try {
      message = this.#parse(line);
    } catch {
      // Many servers greet on stdout. Such lines are passed over, but they may be all that explains a failure.
      this.#hear(`${line}\n`);
      return;
    }
    this.onmessage?.(message);
  };

  readonly #giveUp = (): void => {
    this.#ending ??= `it was ended because it sent a message of more than ${longestMessage / 1024 / 1024} MiB`;
    void this.close();
  };

  #tellClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  #hear(text: string): void {
    this.#said = (this.#said + text).slice(-keptOfStderr);
  }
}

/** Leaders of the groups of all servers that run: when we exit without closing them, nothing may stay behind. */
const running = new Set<number>();
let isWatching = false;

function endWithUs(pid: number): void {
  running.add(pid);
  if (isWatching) return;
  isWatching = true;
  process.once("exit", () => {
    for (const leader of running) signalGroup(leader, "SIGKILL");
  });
}
