import { parseArgs } from "node:util";
import { goDuration, parseGoDuration } from "../lib/go-duration.ts";
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
  /** After this time the hook has failed; null leaves it to whoever runs the declaration. */
  readonly timeoutMs: number | null;
  readonly rules: AdapterRules;
  /** What `command` is. */
  readonly runs: "command" | "builtin" | "prompt";
  /** A program and its arguments, the one text that the dialect hands to a shell, a built-in and its arguments, or a text. */
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
  timeout: { type: "string" },
  builtin: { type: "boolean" },
  prompt: { type: "boolean" },
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
    const call = adapterCallOf(values, positionals);
    return "bad" in call ? null : call;
  } catch {
    return null;
  }
}

type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
type Bad = { readonly bad: string };

/** Puts a call together from its flags and its other words, or says what is wrong with them. */
export function adapterCallOf(flags: Flags, [dialect, event, ...command]: readonly string[]): AdapterCall | Bad {
  if (dialect === undefined || event === undefined || command.length === 0)
    return { bad: "there is no command behind --" };
  const runs = flags.builtin === true ? "builtin" : flags.prompt === true ? "prompt" : "command";
  if (flags.builtin === true && flags.prompt === true) return { bad: "it is either a --builtin or a --prompt" };
  if (runs === "prompt" && (dialect !== "claude" || command.length > 1))
    return { bad: "a --prompt is one text, and only claude has such hooks" };
  const timeoutMs = timeoutIn(flags);
  if (typeof timeoutMs === "object" && timeoutMs !== null) return timeoutMs;
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
    timeoutMs,
    runs,
    rules: Object.fromEntries(rules),
    command,
  };
}

function timeoutIn({ timeout }: Flags): number | null | Bad {
  if (typeof timeout !== "string") return null;
  const ms = parseGoDuration(timeout);
  if (typeof ms === "number" && ms > 0) return ms;
  return { bad: `the --timeout must be a time such as 3s, but it is ${JSON.stringify(timeout)}` };
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
    ...option("timeout", call.timeoutMs === null ? null : goDuration(call.timeoutMs)),
    ...(call.runs === "command" ? [] : [`--${call.runs}`]),
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
  const nowhere = { name: null, agent: null, tool: null, match: [], env: {}, cwd: null };
  return { dialect, event, ...nowhere, isAsync: false, timeoutMs: null, rules: {}, runs: "command", command };
}
