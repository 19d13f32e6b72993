import { statSync } from "node:fs";
import { Problem } from "../../../errors/problem.ts";
import { maskSecrets } from "../../../lib/mask-secrets.ts";
import { printableLine } from "../../../lib/printable.ts";
import type { Connection, ConnectOptions } from "./connection.ts";
import { explainError, isTimeout } from "./explain-error.ts";
import { followSignal } from "./follow-signal.ts";
import { keepOrder, newClient, watchForEnd } from "./new-client.ts";
import { type StdioServerSpec, StdioTransport } from "./stdio-transport.ts";

/** Starts a server and shakes hands with it. Nothing of it is left when this throws. */
export async function connectStdio(spec: StdioServerSpec, options: ConnectOptions): Promise<Connection> {
  const { deserializeMessage } = await import("@modelcontextprotocol/sdk/shared/stdio.js");
  const client = await newClient(options.version);
  const transport = new StdioTransport(spec, options.environment, deserializeMessage);
  const gone = watchForEnd(client);
  const canceled = followSignal(options.signal);
  try {
    await client.connect(transport, { timeout: options.startTimeoutMs, signal: canceled.signal });
  } catch (error) {
    // Ending it would give it another ending, and it may still be about to say what is wrong.
    const ended = transport.ending();
    await transport.close();
    const why = whyNot(error, ended, spec, options);
    const said = transport.said();
    throw new Problem("MCP_SERVER_NOT_STARTED", { server: options.server, command: inWords(spec), why, said });
  }
  canceled.letGo();
  keepOrder(transport);
  return {
    client,
    ending: () => {
      const ending = transport.ending();
      return ending && `${ending}.${transport.said() === "" ? "" : ` It wrote last:\n${transport.said()}`}`;
    },
    ...gone,
    close: () => transport.close(),
  };
}

function whyNot(error: unknown, ended: string | null, spec: StdioServerSpec, options: ConnectOptions): string {
  if (options.signal.aborted) return "it was canceled";
  if (ended !== null) return `${ended} before it had answered`;
  if (isTimeout(error)) return `it did not answer within ${options.startTimeoutMs / 1000} s`;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "ENOENT" && code !== "ENOTDIR") return explainError(error);
  // The system says the same of a missing directory as of a missing program.
  if (!statSync(spec.cwd, { throwIfNoEntry: false })?.isDirectory()) return `there is no directory ${spec.cwd}`;
  return "there is no such program";
}

/** The command line, without what looks like a secret. */
function inWords({ command, args }: StdioServerSpec): string {
  const words = maskSecrets([command, ...args]) as string[];
  return printableLine(words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" "));
}
