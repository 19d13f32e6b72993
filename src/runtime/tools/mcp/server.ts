import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import type { McpToolsetSpec } from "../../../agent/agent-definition.ts";
import { type ToolContext, type ToolInput, type ToolResult, toolError } from "../../../agent/tool.ts";
import { connectHttp } from "./connect-http.ts";
import { connectStdio } from "./connect-stdio.ts";
import type { Connection } from "./connection.ts";
import { codeOf, explainError, isTimeout } from "./explain-error.ts";
import { followSignal } from "./follow-signal.ts";
import { isLostConnection } from "./http-fetch.ts";
import type { McpOptions } from "./options.ts";
import { resultOf } from "./result-text.ts";

const defaultStartTimeoutMs = 30_000;
const defaultCallTimeoutMs = 300_000;
/** However much progress is reported. */
const longestCallMs = 3_600_000;
/** A server that ends so often without one good answer in between will not get better by itself. */
const mostEndsInARow = 3;
const mostPages = 100;
/** Characters: a server that never stops talking must not flood whoever watches. */
const mostProgress = 1024 * 1024;

/** One MCP server: connected to when it is needed, and again when it has gone. */
export class McpServer {
  readonly #spec: McpToolsetSpec;
  readonly #options: McpOptions;
  #closing = new AbortController();
  #connection: Promise<Connection> | null = null;
  /** Connections whose session the server has forgotten. */
  #forgotten: Promise<Connection>[] = [];
  #endsInARow = 0;
  /** True once the server has said that its tools are others now; until they are listed again. */
  hasChanged = false;

  constructor(spec: McpToolsetSpec, options: McpOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  /** Makes it usable, again if it was closed before. */
  open(): void {
    if (!this.#closing.signal.aborted) return;
    this.#closing = new AbortController();
    this.#endsInARow = 0;
  }

  /** Its tools, in its own order. Throws a `Problem` when it cannot be connected to. */
  async list(signal: AbortSignal): Promise<readonly McpTool[]> {
    return this.#inKnownSession(() => this.#listOnce(signal));
  }

  /** Calls a tool by the server's own name for it. Whatever goes wrong is a result. */
  async call(tool: string, input: ToolInput, context: ToolContext): Promise<ToolResult> {
    try {
      return await this.#inKnownSession(() => this.#callOnce(tool, input, context));
    } catch (error) {
      return this.#failure(error, context);
    }
  }

  /** Ends the connection and, over stdio, all processes of the server. */
  async close(): Promise<void> {
    this.#closing.abort();
    const all = [...this.#forgotten, this.#connection];
    this.#forgotten = [];
    this.#connection = null;
    await Promise.all(
      all.map(async (connecting) => {
        const connection = await connecting?.catch(() => null);
        await connection?.close();
      }),
    );
  }

  /** A server over HTTP that was started anew knows nothing of us. It has done nothing either, so it is asked again. */
  async #inKnownSession<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#connection;
    try {
      return await work();
    } catch (error) {
      if (!isForgottenSession(error) || this.#spec.server.transport === "stdio") throw error;
      // Another call may have been here first, and others may still wait for their answer in the forgotten session.
      if (this.#connection === before && before !== null) {
        this.#forgotten.push(before);
        this.#connection = null;
      }
      return work();
    }
  }

  async #listOnce(signal: AbortSignal): Promise<readonly McpTool[]> {
    const { client } = await abortable(this.#connected(), signal);
    this.hasChanged = false;
    if (client.getServerCapabilities()?.tools === undefined) return [];
    const { ListToolsResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const timeout = this.#options.startTimeoutMs ?? defaultStartTimeoutMs;
    const tools: McpTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const request = client.request({ method: "tools/list", params }, ListToolsResultSchema, { timeout });
      const answer = await abortable(request, signal);
      tools.push(...answer.tools);
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return tools;
  }

  async #callOnce(name: string, input: ToolInput, { signal, output }: ToolContext): Promise<ToolResult> {
    const { client, ending, isGone } = await abortable(this.#connected(), signal);
    const { CallToolResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const canceled = followSignal(signal);
    let told = 0;
    const tell = (text: string): void => {
      told += text.length;
      if (told <= mostProgress) output(text);
    };
    try {
      const answer = await client.request(
        { method: "tools/call", params: { name, arguments: { ...input } } },
        CallToolResultSchema,
        {
          signal: canceled.signal,
          timeout: this.#options.callTimeoutMs ?? defaultCallTimeoutMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: longestCallMs,
          onprogress: ({ progress, total, message }) =>
            tell(`${message ?? (total === undefined ? progress : `${progress}/${total}`)}\n`),
        },
      );
      this.#endsInARow = 0;
      return resultOf(answer);
    } catch (error) {
      if (isGone() || isLostConnection(error)) throw new ServerGone(ending());
      throw error;
    } finally {
      canceled.letGo();
    }
  }

  #connected(): Promise<Connection> {
    if (this.#closing.signal.aborted) return Promise.reject(new Error("it has been closed"));
    if (this.#connection !== null) return this.#connection;
    if (this.#endsInARow >= mostEndsInARow) {
      const why = `it has ended ${mostEndsInARow} times in a row and is not started again`;
      return Promise.reject(new Error(why));
    }
    const connection = this.#connect();
    this.#connection = connection;
    const forget = () => {
      if (this.#connection !== connection) return;
      this.#connection = null;
      if (this.#spec.server.transport === "stdio") this.#endsInARow += 1;
    };
    connection.then(({ whenGone }) => whenGone).then(forget, forget);
    return connection;
  }

  async #connect(): Promise<Connection> {
    const { server, name } = this.#spec;
    const { environment, version = "0", startTimeoutMs = defaultStartTimeoutMs } = this.#options;
    const options = { server: name, environment, version, startTimeoutMs, signal: this.#closing.signal };
    const connection = await (server.transport === "stdio"
      ? connectStdio(server, options)
      : connectHttp(server, options));
    const { ToolListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
    connection.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.hasChanged = true;
    });
    return connection;
  }

  #failure(error: unknown, { signal }: ToolContext): ToolResult {
    const server = `The MCP server ${JSON.stringify(this.#spec.name)}`;
    if (signal.aborted) return toolError("The call was canceled.");
    if (isTimeout(error)) {
      const seconds = (this.#options.callTimeoutMs ?? defaultCallTimeoutMs) / 1000;
      return toolError(`${server} did not answer within ${seconds} s, so the call was canceled.`);
    }
    if (error instanceof ServerGone) {
      const how = error.ending === null ? "the connection broke off." : error.ending;
      return toolError(`${server} went away during the call: ${how}\nWhether the call took effect is not known.`);
    }
    return toolError(`${server} could not do it: ${explainError(error)}`);
  }
}

class ServerGone extends Error {
  readonly ending: string | null;
  constructor(ending: string | null) {
    super("the server is gone");
    this.ending = ending;
  }
}

/** Servers should answer 404 to a session they do not know; many answer 400. What a tool answers is another matter. */
function isForgottenSession(error: unknown): boolean {
  const isOfTool = error instanceof Error && error.name === "McpError";
  return !isOfTool && [400, 404].includes(Number(codeOf(error)));
}

/** Stops waiting when `signal` says so; what is waited for goes on. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
