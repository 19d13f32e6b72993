import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath } from "../../lib/source-document.ts";
import type { Tell } from "./draft.ts";
import { tellUnknownKeys } from "./unknown-keys.ts";

type Table = Readonly<Record<string, unknown>>;

/** What a declaration says about how it is run. */
export type Command =
  | {
      readonly kind: "subprocess" | "builtin";
      /** The program, or the name of the built-in hook. */
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Values of `env` that were filled in from the environment, as they were written. */
      readonly writtenEnv?: Readonly<Record<string, string>>;
      /** Where `command`, `args` and `env` stand: at the top of the declaration or under `executor`. */
      readonly at: KeyPath;
    }
  | { readonly kind: "wasm" };

const commandKeys = ["command", "args", "env"] as const;
const executorKeys = ["kind", ...commandKeys];

/** Reads `command`, `args`, `env` and `executor`, in either of the two forms. Null when they do not fit together. */
export function compileExecutor(table: Table, tell: Tell): Command | null {
  const nested = table.executor ?? {};
  if (!isTable(nested)) {
    tell("HOOK_FIELD_INVALID", ["executor"], {
      key: "executor",
      expected: "a table",
      got: describeValue(nested),
    });
    return null;
  }
  tellUnknownKeys(nested, executorKeys, ["executor"], tell);
  const atTop = commandKeys.filter((key) => isGiven(table[key]));
  const below = commandKeys.filter((key) => isGiven(nested[key])).map((key) => `executor.${key}`);
  if (atTop.length > 0 && below.length > 0) {
    tell("HOOK_EXECUTOR_MIXED", ["executor"], { top: atTop.join(", "), nested: below.join(", ") });
    return null;
  }
  const fields = below.length > 0 ? nested : table;
  const at: KeyPath = below.length > 0 ? ["executor"] : [];
  const kind = kindOf(nested, fields, tell);
  if (kind === "subprocess" || kind === "builtin") return readCommand(kind, fields, at, tell);
  const given = [...atTop, ...below];
  if (kind === "wasm" && given.length > 0) {
    tell("HOOK_EXECUTOR_FIELDS", [...at, given[0]?.replace("executor.", "") ?? ""], {
      kind,
      fields: given.join(", "),
    });
    return null;
  }
  return kind && { kind };
}

function kindOf(executor: Table, fields: Table, tell: Tell): Command["kind"] | null {
  const { kind } = executor;
  if (!isGiven(kind)) {
    if (isGiven(fields.command)) return "subprocess";
    tell("HOOK_EXECUTOR_MISSING", [], {});
    return null;
  }
  const at = ["executor", "kind"];
  if (typeof kind !== "string") {
    tell("HOOK_FIELD_INVALID", at, { key: "executor.kind", expected: "text", got: describeValue(kind) });
    return null;
  }
  const word = kind.trim();
  if (word === "subprocess" || word === "builtin" || word === "wasm") return word;
  if (word === "native") tell("HOOK_EXECUTOR_NATIVE", at, {});
  else tell("HOOK_EXECUTOR_UNKNOWN", at, { kind: word });
  return null;
}

function readCommand(kind: "subprocess" | "builtin", fields: Table, at: KeyPath, tell: Tell): Command | null {
  const command = textIn("command", fields.command ?? "", [...at, "command"], tell)?.trim();
  if (command === "") {
    const missing = kind === "builtin" ? "HOOK_BUILTIN_MISSING" : "HOOK_COMMAND_MISSING";
    tell(missing, isGiven(fields.command) ? [...at, "command"] : at, {});
  }
  const args = readArgs(fields.args, [...at, "args"], tell);
  const env = readEnv(fields.env, [...at, "env"], tell);
  return command && args && env ? { kind, command, args, env, at } : null;
}

function readArgs(value: unknown, at: KeyPath, tell: Tell): string[] | null {
  if (!isGiven(value)) return [];
  if (!Array.isArray(value)) {
    tell("HOOK_FIELD_INVALID", at, { key: "args", expected: "a list of texts", got: describeValue(value) });
    return null;
  }
  const args = value.map((arg, index) => textIn(`args[${index}]`, arg, [...at, index], tell));
  return args.every((arg) => arg !== null) ? args : null;
}

function readEnv(value: unknown, at: KeyPath, tell: Tell): Record<string, string> | null {
  if (!isGiven(value)) return {};
  if (!isTable(value)) {
    tell("HOOK_FIELD_INVALID", at, { key: "env", expected: "a table of texts", got: describeValue(value) });
    return null;
  }
  const entries: [string, string][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const text = textIn(`env.${name}`, entry, [...at, name], tell);
    if (name === "" || /[=\0]/.test(name)) {
      const got = describeValue(name);
      tell("HOOK_FIELD_INVALID", [...at, name], { key: "a name in env", expected: 'a word without "="', got });
    } else if (text !== null) entries.push([name, text]);
  }
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null;
}

function textIn(key: string, value: unknown, at: KeyPath, tell: Tell): string | null {
  if (typeof value !== "string") tell("HOOK_FIELD_INVALID", at, { key, expected: "text", got: describeValue(value) });
  // No operating system can hand a NUL to a program.
  else if (value.includes("\0"))
    tell("HOOK_FIELD_INVALID", at, { key, expected: "a text without NUL characters", got: "one with them" });
  else return value;
  return null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
