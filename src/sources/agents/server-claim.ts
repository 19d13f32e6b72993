import type { McpToolsetSpec } from "../../agent/agent-definition.ts";
import type { ExecutorSpec } from "../../engine/hook.ts";
import type { Claim } from "../trust/claim.ts";
import { shellQuote } from "../trust/shell-quote.ts";

/** What an MCP server is to whoever decides about it: what is started or asked, as it was written. */
export function serverClaim(spec: McpToolsetSpec): Claim {
  const { name, only, server, origin } = spec;
  const tools = only === null ? "" : ` Offers only ${only.join(", ")}.`;
  return {
    name: `mcp:${name}`,
    kind: "mcp server",
    dialect: /\.(?:md|markdown)$/i.test(origin.file) ? "agh" : "docker-agent",
    file: origin.file,
    line: origin.line,
    what: `${whatItDoes(spec)}${tools}`,
    says: { name, only, server: asWritten(spec) },
    executor: server.transport === "stdio" ? processOf(spec) : addressOf(spec),
  };
}

type StdioServer = Extract<McpToolsetSpec["server"], { transport: "stdio" }>;

/** How the server of a specification is started; null when it is somewhere else. */
export function processOf({ server, written }: McpToolsetSpec): Extract<ExecutorSpec, { kind: "process" }> | null {
  if (server.transport !== "stdio") return null;
  const { command, args, env, cwd } = server;
  const writtenEnv = written?.values ?? {};
  return { kind: "process", command, args, env, writtenEnv, inherits: "safe-names", cwd };
}

function addressOf({ server, written }: McpToolsetSpec): ExecutorSpec | null {
  if (server.transport !== "http") return null;
  return { kind: "http", url: written?.url ?? server.url, headers: {}, allowedEnv: [] };
}

/** Secrets from the environment are no part of what is trusted; that they are handed on is. */
function asWritten({ server, written }: McpToolsetSpec): McpToolsetSpec["server"] {
  const values = written?.values ?? {};
  if (server.transport === "stdio") return { ...server, env: { ...server.env, ...values } };
  return { ...server, url: written?.url ?? server.url, headers: { ...server.headers, ...values } };
}

function whatItDoes(spec: McpToolsetSpec): string {
  const server = asWritten(spec);
  if (server.transport === "stdio")
    return `Starts ${commandLine(server)} in ${server.cwd}, and gives its tools to agents.`;
  const headers = Object.entries(server.headers).map(([name, value]) => `${name}: ${value}`);
  const sent = headers.length === 0 ? "" : ` and sends ${headers.join(", ")}`;
  return `Connects to ${server.url}${sent}, and gives the tools of that server to agents.`;
}

function commandLine({ command, args, env }: StdioServer): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${word(value)}`);
  return [...variables, ...[command, ...args].map(word)].join(" ");
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text);
}
