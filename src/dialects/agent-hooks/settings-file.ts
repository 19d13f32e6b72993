import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath, type SourceDocument } from "../../lib/source-document.ts";
import { parseToml } from "../../lib/toml-document.ts";
import { ranges } from "./ranges.ts";

/** What a hooks.toml says about the hooks beside it. */
export interface HookSettings {
  readonly enabled: boolean;
  readonly debug: boolean;
  readonly plainStdoutAsContext: boolean;
  /** Hooks see the keys of model providers that stand in the environment. */
  readonly providerKeys: boolean;
  readonly defaults: { readonly timeout?: number; readonly async?: boolean };
  readonly disabled: ReadonlySet<string>;
  readonly overrides: ReadonlyMap<string, Override>;
  /** No hook may fail open: the file says so of some of them, and cannot be read. */
  readonly allMustHold: boolean;
}

/** What is said of one hook from outside its own file. */
export interface Override {
  readonly priority?: number;
  readonly timeout?: number;
  readonly async?: boolean;
  readonly on_failure?: "open" | "block";
}

export const noSettings: HookSettings = {
  enabled: true,
  debug: false,
  plainStdoutAsContext: false,
  providerKeys: false,
  defaults: {},
  disabled: new Set(),
  overrides: new Map(),
  allMustHold: false,
};

const keys = ["enabled", "debug", "plain_stdout_as_context", "provider_keys", "defaults", "disable", "override"];

export interface ReadSettings {
  readonly settings: HookSettings;
  readonly findings: readonly Finding[];
  /** Why nothing in it could be read; null when it could. */
  readonly unreadable: Finding | null;
}

/** Reads a hooks.toml. What is wrong in it is left out and reported; the rest counts. */
export function readSettings(file: string, text: string): ReadSettings {
  const parsed = parseToml(text);
  if ("bad" in parsed) {
    const allMustHold = /^\s*["']?on_failure["']?\s*=\s*["']?(?!open\b)\w/m.test(text);
    const params = { why: parsed.bad, allMustHold };
    const unreadable = finding("AGENT_HOOK_SETTINGS_UNREADABLE", { file, line: parsed.line }, params);
    return { settings: { ...noSettings, allMustHold }, findings: [unreadable], unreadable };
  }
  const findings: Finding[] = [];
  const read = settingsReader(file, parsed, findings);
  read.knownKeys([], parsed.value, ["hooks"]);
  const hooks = read.table(["hooks"], parsed.value.hooks);
  read.knownKeys(["hooks"], hooks, keys);
  const defaults = read.table(["hooks", "defaults"], hooks.defaults);
  read.knownKeys(["hooks", "defaults"], defaults, ["timeout", "async"]);
  const settings: HookSettings = {
    enabled: read.flag(["hooks", "enabled"], hooks.enabled) ?? true,
    debug: read.flag(["hooks", "debug"], hooks.debug) ?? false,
    plainStdoutAsContext: read.flag(["hooks", "plain_stdout_as_context"], hooks.plain_stdout_as_context) ?? false,
    providerKeys: read.flag(["hooks", "provider_keys"], hooks.provider_keys) ?? false,
    defaults: dropUndefined({
      timeout: read.whole(["hooks", "defaults", "timeout"], defaults.timeout, "timeout"),
      async: read.flag(["hooks", "defaults", "async"], defaults.async),
    }),
    disabled: new Set(read.entries(["hooks", "disable"], hooks.disable, ["name"]).map(({ name }) => name)),
    overrides: new Map(
      read
        .entries(["hooks", "override"], hooks.override, ["name", "priority", "timeout", "async", "on_failure"])
        .map(({ name, table, at }) => [name, overrideIn(read, table, at)]),
    ),
    allMustHold: false,
  };
  return { settings, findings, unreadable: null };
}

type Table = Readonly<Record<string, unknown>>;
type Reader = ReturnType<typeof settingsReader>;

function overrideIn(read: Reader, table: Table, at: KeyPath): Override {
  return dropUndefined({
    priority: read.whole([...at, "priority"], table.priority, "priority"),
    timeout: read.whole([...at, "timeout"], table.timeout, "timeout"),
    async: read.flag([...at, "async"], table.async),
    on_failure: read.failure([...at, "on_failure"], table.on_failure),
  });
}

function settingsReader(file: string, { lineOf }: SourceDocument, findings: Finding[]) {
  const wrong = (at: KeyPath, expected: string, value: unknown): undefined => {
    const params = { key: at.join("."), expected, got: describeValue(value) };
    findings.push(finding("CONFIG_VALUE_INVALID", { file, line: lineOf(at) }, params));
  };
  const knownKeys = (at: KeyPath, table: Table, allowed: readonly string[]) => {
    for (const key of Object.keys(table)) {
      if (allowed.includes(key)) continue;
      const params = { key: [...at, key].join("."), suggestion: closest(key, allowed), allowed: allowed.join(", ") };
      findings.push(finding("CONFIG_KEY_UNKNOWN", { file, line: lineOf([...at, key]) }, params));
    }
  };
  return {
    knownKeys,
    table(at: KeyPath, value: unknown): Table {
      if (value !== undefined && !isTable(value)) wrong(at, "a table", value);
      return isTable(value) ? value : {};
    },
    flag(at: KeyPath, value: unknown): boolean | undefined {
      return value === undefined || typeof value === "boolean" ? value : wrong(at, "true or false", value);
    },
    whole(at: KeyPath, value: unknown, field: keyof typeof ranges): number | undefined {
      const { least, most, unit } = ranges[field];
      const fits = typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most;
      return value === undefined || fits ? (value as number) : wrong(at, `${least} to ${most}${unit}`, value);
    },
    failure(at: KeyPath, value: unknown): "open" | "block" | undefined {
      if (value === undefined || value === "open" || value === "block") return value;
      wrong(at, "open or block", value);
      // Whoever writes something here does not want what happens without it.
      return "block";
    },
    /** Tables with a name, or the bare names. */
    entries(at: KeyPath, value: unknown, allowed: readonly string[]): { name: string; table: Table; at: KeyPath }[] {
      if (value === undefined) return [];
      if (!Array.isArray(value)) {
        wrong(at, "a list of tables with a name", value);
        return [];
      }
      return value.flatMap((entry: unknown, index) => {
        const here = [...at, index];
        const table = typeof entry === "string" ? { name: entry } : entry;
        if (!isTable(table) || typeof table.name !== "string" || table.name.trim() === "") {
          wrong(here, "a table with a name", entry);
          return [];
        }
        knownKeys(here, table, allowed);
        return [{ name: table.name.trim(), table, at: here }];
      });
    },
  };
}

function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
