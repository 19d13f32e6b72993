import type { ExecutorSpec } from "../../../engine/hook.ts";
import { type FieldReader, readFields, type Tell } from "../../declaring.ts";
import type { Owner } from "../owner.ts";
import { allowedVariables, allowsUrl } from "./http-policy.ts";
import { withheldVariables } from "./provider-credentials.ts";

type Table = Readonly<Record<string, unknown>>;
export type RunnableType = "command" | "prompt" | "http";
type Make = (table: Table, fields: FieldReader, owner: Owner, tell: Tell) => ExecutorSpec | null;

/** Reads what a rule of a type needs; null when something is missing or wrong, which has been told then. */
export function executorOf(type: RunnableType, table: Table, owner: Owner, tell: Tell): ExecutorSpec | null {
  return makers[type](table, readFields(table, tell), owner, tell);
}

/** What a text to add may speak of, and the payload's field for it. */
export const promptPlaceholders = { userMessage: "message" } as const;

const makers: Readonly<Record<RunnableType, Make>> = {
  command(table, fields, owner, tell) {
    const command = needed("command", table, fields, tell);
    const args = table.args === undefined || table.args === null ? null : fields.texts("args");
    const shell = fields.choice("shell", ["bash", "powershell"]);
    if (command === null) return null;
    return { ...programOf(command, args, shell, owner), ...surroundings(owner) };
  },
  prompt(table, fields, _owner, tell) {
    const text = needed("prompt", table, fields, tell);
    return text === null ? null : { kind: "prompt", text, placeholders: promptPlaceholders };
  },
  http(table, fields, { http }, tell) {
    const url = needed("url", table, fields, tell);
    const headers = fields.textMap("headers");
    const allowedEnv = allowedVariables(http, fields.texts("allowedEnvVars"));
    const strange = Object.keys(headers).find((name) => !headerName.test(name));
    if (strange !== undefined) {
      const params = { key: `a name in headers`, expected: "the name of an HTTP header", got: JSON.stringify(strange) };
      tell("HOOK_FIELD_INVALID", ["headers", strange], params);
    }
    if (url === null) return null;
    const why = whyNoAddress(url);
    if (why !== null) tell("CLAUDE_URL_INVALID", ["url"], { why });
    else if (!allowsUrl(http, url)) tell("CLAUDE_URL_NOT_ALLOWED", ["url"], {});
    return { kind: "http", url, headers, allowedEnv };
  },
};

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

function needed(key: string, table: Table, fields: FieldReader, tell: Tell): string | null {
  const text = fields.text(key);
  if (text !== null && text.trim() !== "") return text;
  const isOfWrongKind = table[key] !== undefined && table[key] !== null && text === null;
  if (!isOfWrongKind) tell("CLAUDE_FIELD_MISSING", key in table ? [key] : [], { type: String(table.type), key });
  return null;
}

type Program = { readonly kind: "process"; readonly command: string; readonly args: readonly string[] };

/** The shell that a command is handed to; with `args` the command is a program, and no shell reads anything. */
function programOf(
  command: string,
  args: readonly string[] | null,
  shell: "bash" | "powershell" | null,
  owner: Owner,
): Program {
  if (args !== null) {
    const fill = (text: string) => fillPlaces(text, owner);
    return { kind: "process", command: fill(command), args: args.map(fill) };
  }
  const script = fillQuotedPlaces(command, owner);
  if (shell === "bash") return { kind: "process", command: "bash", args: ["-c", script] };
  if (shell === "powershell")
    return { kind: "process", command: "pwsh", args: ["-NoProfile", "-NonInteractive", "-Command", script] };
  if (owner.platform !== "win32") return { kind: "process", command: "/bin/sh", args: ["-c", script] };
  const { ComSpec, COMSPEC } = owner.environment;
  return { kind: "process", command: ComSpec || COMSPEC || "cmd.exe", args: ["/C", script] };
}

/** A hook has everything of ours but the keys to our models, and runs where the session works. */
function surroundings(owner: Owner) {
  return {
    env: placesOf(owner),
    inherits: "everything",
    without: withheldVariables(owner.environment),
    cwd: owner.projectDir,
    cwdField: { name: "cwd|workspace", below: "." },
  } as const;
}

/** The variables by which hooks find their files, wherever they are run. */
function placesOf({ projectDir, plugin }: Owner): Readonly<Record<string, string>> {
  return { CLAUDE_PROJECT_DIR: projectDir, ...(plugin && { CLAUDE_PLUGIN_ROOT: plugin.root }) };
}

function fillPlaces(text: string, owner: Owner): string {
  return Object.entries(placesOf(owner)).reduce((filled, [name, path]) => filled.replaceAll(`\${${name}}`, path), text);
}

/**
 * A shell fills in these names itself, but not after a single quote, where Claude Code does. Only paths without characters
 * that mean something to a shell are put into its text: the name of a folder must not become a command.
 */
function fillQuotedPlaces(script: string, owner: Owner): string {
  return Object.entries(placesOf(owner)).reduce(
    (filled, [name, path]) => (/^[\w@%+=:,./ -]+$/.test(path) ? filled.replaceAll(`'\${${name}}`, `'${path}`) : filled),
    script,
  );
}

function whyNoAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "it must start with http:// or https:// and name a host";
  return url.username !== "" || url.password !== "" ? "it has a user name or a password in it" : null;
}
