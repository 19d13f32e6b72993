import { parseArgs } from "node:util";
import { shellLine } from "../lib/shell-words.ts";

/** One `hookline adapt`: a hook of one dialect, to be run where another one is spoken. */
export interface AdapterCall {
  /** The dialect that the hook speaks. */
  readonly dialect: string;
  /** Its event, as that dialect calls it. */
  readonly event: string;
  readonly name: string | null;
  /** Nobody waits for the hook, and its answer counts for nothing. */
  readonly isAsync: boolean;
  /** The agent that the hook is for. */
  readonly agent: string | null;
  /** A regular expression for the whole name of the tool. */
  readonly tool: string | null;
  /** Conditions in the words of the hook's own dialect. */
  readonly match: readonly (readonly [key: string, pattern: string])[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly rules: AdapterRules;
  /** A program and its arguments, or the one text that the dialect hands to a shell. */
  readonly command: readonly string[];
}

/** Settings of the hook's dialect that decide how an answer is read. */
export type AdapterRules = Readonly<Record<string, string | true>>;

/** The flags of `hookline adapt`; the command line's own table describes them. */
export const adapterFlags = {
  name: { type: "string" },
  async: { type: "boolean" },
  agent: { type: "string" },
  tool: { type: "string" },
  match: { type: "string", multiple: true },
  env: { type: "string", multiple: true },
  cwd: { type: "string" },
  payload: { type: "string" },
  preempt: { type: "boolean" },
  "strict-exit": { type: "boolean" },
  "strict-output": { type: "boolean" },
  "include-messages": { type: "boolean" },
  "on-error": { type: "string" },
  "on-failure": { type: "string" },
  if: { type: "string" },
} as const;

const ruleFlags = [
  "payload",
  "preempt",
  "strict-exit",
  "strict-output",
  "include-messages",
  "on-error",
  "on-failure",
  "if",
] as const;

/** The words after `hookline adapt`; null when they are no such call. */
export function parseAdapterCall(words: readonly string[]): AdapterCall | null {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: adapterFlags, allowPositionals: true });
    return adapterCallOf(values, positionals);
  } catch {
    return null;
  }
}

/** Puts a call together from its flags and its other words; null when there is nothing to run. */
export function adapterCallOf(
  flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
  [dialect, event, ...command]: readonly string[],
): AdapterCall | null {
  if (dialect === undefined || event === undefined || command.length === 0) return null;
  const text = (flag: string) => (typeof flags[flag] === "string" ? flags[flag] : null);
  const pairs = (flag: string) => (Array.isArray(flags[flag]) ? flags[flag] : []).map(pairOf);
  const rules = ruleFlags.flatMap((flag) => {
    const value = flags[flag];
    return value === true || typeof value === "string" ? [[flag, value] as const] : [];
  });
  return {
    dialect,
    event,
    name: text("name"),
    isAsync: flags.async === true,
    agent: text("agent"),
    tool: text("tool"),
    match: pairs("match"),
    env: Object.fromEntries(pairs("env")),
    cwd: text("cwd"),
    rules: Object.fromEntries(rules),
    command,
  };
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The whole call as words, `hookline` first. */
export function adapterWords(call: AdapterCall): readonly string[] {
  // A value that looks like a flag must stand in one word with its own.
  const option = (flag: string, value: string | null) =>
    value === null ? [] : value.startsWith("-") ? [`--${flag}=${value}`] : [`--${flag}`, value];
  return [
    "hookline",
    "adapt",
    call.dialect,
    call.event,
    ...option("name", call.name),
    ...(call.isAsync ? ["--async"] : []),
    ...option("agent", call.agent),
    ...option("tool", call.tool),
    ...call.match.flatMap(([key, pattern]) => option("match", `${key}=${pattern}`)),
    ...Object.entries(call.env).flatMap(([name, value]) => option("env", `${name}=${value}`)),
    ...option("cwd", call.cwd),
    ...Object.entries(call.rules).flatMap(([flag, value]) => (value === true ? [`--${flag}`] : option(flag, value))),
    "--",
    ...call.command,
  ];
}

/** The whole call as a line for a shell. */
export function adapterLine(call: AdapterCall): string {
  return shellLine(adapterWords(call));
}

/** A call with nothing but a command. */
export function plainCall(dialect: string, event: string, command: readonly string[]): AdapterCall {
  const nothing = { name: null, isAsync: false, agent: null, tool: null, match: [], env: {}, cwd: null, rules: {} };
  return { dialect, event, ...nothing, command };
}
