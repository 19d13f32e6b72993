import { basename } from "node:path";
import type { McpToolsetSpec } from "../../agent/agent-definition.ts";
import { expandPath, workingDirectory } from "../../dialects/docker-agent/expand.ts";
import type { FileContext } from "./agent-file.ts";
import { fillIn } from "./fill-in.ts";
import { tellUnreadKeys, type Values } from "./values.ts";

/** Servers that a file defines once for all its agents, by name. */
export type SharedServers = ReadonlyMap<string, Values>;

const idleKeys: Readonly<Record<string, string>> = {
  instruction: "Remove it; write what the agent should know into its instruction.",
  defer: "Remove it; all tools of a server are offered at once.",
  toon: "Remove it; results are given to the agent as the server writes them.",
  config: "Remove it, and hand the server what it needs with args and env.",
  version: "Remove it; install the server yourself. Nothing is installed for you.",
  oauth: `Remove it, and hand over a token with "headers".`,
  lifecycle: "Remove it; a server that ends is started again when it is needed.",
};
const keys = ["type", "name", "command", "args", "env", "working_dir", "remote", "ref", "tools"];

/** Reads an MCP server of an agent, or tells why there is none. */
export function readServer(
  values: Values,
  context: FileContext,
  shared: SharedServers,
  givenName: string | null = null,
): McpToolsetSpec | null {
  tellUnreadKeys(values, { read: keys, idle: idleKeys });
  const ref = values.text("ref")?.trim() || null;
  const base = ref === null ? undefined : shared.get(ref);
  const source = base ?? values;
  const given = ["command", "remote", ...(base === undefined ? ["ref"] : [])].filter(
    (key) => source.raw(key) !== undefined,
  );
  if (given.length !== 1) {
    const says = given.length === 0 ? "neither" : given.map((key) => `"${key}"`).join(" and ");
    source.tell("AGENT_SERVER_UNCLEAR", null, { key: source.label, given: says });
    return null;
  }
  if (ref !== null && base === undefined) {
    values.tell("AGENT_SERVER_NOT_AVAILABLE", "ref", { key: values.label, ref });
    return null;
  }
  const read = source.raw("command") === undefined ? readRemote(source, context) : readCommand(source, context);
  if (read === null) return null;
  const only = values.texts("tools") ?? base?.texts("tools") ?? null;
  const name = values.text("name")?.trim() || givenName || (base ? ref : null) || read.name;
  return {
    type: "mcp",
    name: cleanName(name),
    server: read.server,
    only: only === null || only.length === 0 ? null : only,
    ...(isFilledIn(read.written) && { written: read.written }),
    fromWorkspace: context.fromWorkspace,
    origin: { file: context.file, line: values.lineOf() },
  };
}

type Written = NonNullable<McpToolsetSpec["written"]>;

function isFilledIn({ values, url }: Written): boolean {
  return url !== null || Object.keys(values).length > 0;
}

interface Read {
  readonly server: McpToolsetSpec["server"];
  readonly written: Written;
  /** What it is called when nobody says so. */
  readonly name: string;
}

function readCommand(values: Values, context: FileContext): Read | null {
  const command = values.text("command")?.trim();
  if (command === undefined) return null;
  if (command === "") return values.wrong("command", "the program to start");
  const args = values.texts("args") ?? [];
  const env = fillIn(values.textMap("env"), context);
  const folder = expandPath(values.text("working_dir") ?? "", context.environment, context.userHome);
  const cwd = folder === "" ? context.cwd : workingDirectory(folder, context.cwd);
  return {
    server: { transport: "stdio", command, args, env: env.values, cwd },
    written: { values: env.written, url: null },
    name: nameOfCommand(command, args),
  };
}

function readRemote(values: Values, context: FileContext): Read | null {
  const remote = values.table("remote");
  if (remote === null) return null;
  tellUnreadKeys(remote, {
    read: ["url", "headers", "transport_type"],
    idle: { oauth: `Remove it, and hand over a token with "headers".` },
  });
  const transport = remote.text("transport_type");
  if (transport !== null && !/^(?:|streamable|streamable-http|http|sse)$/.test(transport))
    remote.wrong("transport_type", `"streamable" or "sse"`);
  const address = fillIn({ url: remote.text("url")?.trim() ?? "" }, context);
  const headers = fillIn(remote.textMap("headers"), context);
  const url = address.values.url ?? "";
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    remote.tell("AGENT_SERVER_ADDRESS_INVALID", "url", { key: remote.labelOf("url") });
    return null;
  }
  return {
    server: { transport: "http", url, headers: headers.values },
    written: { values: headers.written, url: address.written.url ?? null },
    name: new URL(url).hostname,
  };
}

const starters = /^(?:npx|bunx|uvx|pipx|npm|pnpm|yarn|bun|deno|uv|node|python\d*(?:\.\d+)?|docker|podman|env|sh|bash)$/;
const subcommands = /^(?:run|exec|dlx|tool|x|start)$/;

/** Many servers are started by the same few programs, so what these are given says more. */
function nameOfCommand(command: string, args: readonly string[]): string {
  const program = plainName(command);
  if (!starters.test(program)) return program;
  const said = args.find((arg) => !arg.startsWith("-") && !subcommands.test(arg) && !arg.includes("="));
  return said === undefined ? program : plainName(said.replace(/(.)@[^/]*$/, "$1"));
}

function plainName(path: string): string {
  return basename(path).replace(/\.(?:[cm]?[jt]s|py|sh|exe)$/, "");
}

/** Becomes part of the names of tools, where models take letters, digits, `_` and `-`. */
function cleanName(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 40) || "server"
  );
}
