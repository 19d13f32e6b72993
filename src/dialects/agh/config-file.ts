import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath, type SourceDocument } from "../../lib/source-document.ts";
import { parseToml } from "../../lib/toml-document.ts";
import type { Draft } from "./draft.ts";
import { type HookFile, listDrafts, unparsedFile } from "./hook-file.ts";
import { misplacedDrafts } from "./misplaced.ts";
import type { FileSettings } from "./settings.ts";

/** Whose file it is: the user's own, a workspace's `.hookline/config.toml`, or a workspace's `.agh/config.toml`. */
export type ConfigLevel = "home" | "workspace" | "agh";

/** A `[[workspaces]]` entry of the user's file, or the `[workspace]` table of a workspace's. */
export interface WorkspaceEntry {
  readonly id: string | null;
  readonly name: string | null;
  readonly root: string | null;
  readonly additionalRoots: readonly string[];
}

export interface ConfigFile extends HookFile {
  readonly settings: FileSettings;
  readonly workspace: WorkspaceEntry | null;
  readonly workspaces: readonly WorkspaceEntry[];
}

/** Reads a config.toml: declarations, settings, workspaces. */
export function readConfigFile(file: string, level: ConfigLevel, text: string): ConfigFile {
  const document = parseToml(text);
  if ("bad" in document)
    return { ...unparsedFile(file, "TOML", document), settings: {}, workspace: null, workspaces: [] };
  const findings: Finding[] = [];
  const reader = { file, document, level, findings };
  tellUnknownTables(reader);
  const hooks = withoutHomeOnly(reader, tableAt(reader, "hooks"));
  const drafts = listDrafts(file, document, ["hooks", "declarations"], hooks.declarations, findings);
  tellRepeatedNames(drafts, findings);
  return {
    file,
    drafts: [...drafts, ...misplacedDrafts(file, document, [["hooks", "declarations"]], findings)],
    findings,
    unreadable: null,
    settings: readSettings(reader, hooks),
    workspace: readOwnWorkspace(reader),
    workspaces: readWorkspaces(reader),
  };
}

/** A declaration and those of the same name that it replaces, the latest first. */
export type Replacing = readonly [Draft, ...Draft[]];

/** Lays declarations over each other: a later one replaces an earlier one of the same name, where that one stands. */
export function mergeDrafts(files: readonly (readonly Draft[])[]): Replacing[] {
  const merged: Replacing[] = [];
  const positions = new Map<string, number>();
  for (const draft of files.flat()) {
    const known = draft.name === null ? undefined : positions.get(draft.name);
    const replaced = known === undefined ? undefined : merged[known];
    if (known !== undefined && replaced) merged[known] = [draft, ...replaced];
    else {
      if (draft.name !== null) positions.set(draft.name, merged.length);
      merged.push([draft]);
    }
  }
  return merged;
}

interface Reader {
  readonly file: string;
  readonly document: SourceDocument;
  readonly level: ConfigLevel;
  readonly findings: Finding[];
}

type Table = Readonly<Record<string, unknown>>;

interface Kind {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const isCount = (least: number) => (value: unknown) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least;
const flag: Kind = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const text: Kind = { expected: "a text", holds: (value) => typeof value === "string" && value.trim() !== "" };
const texts: Kind = {
  expected: "a list of texts",
  holds: (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string"),
};
const count: Kind = { expected: "a whole number above 0", holds: isCount(1) };
const bytes: Kind = { expected: "a number of bytes, at least 256", holds: isCount(256) };
const path: Kind = {
  expected: 'a path that does not begin with "~"',
  holds: (value) => text.holds(value) && !(value as string).startsWith("~"),
};
const anything: Kind = { expected: "", holds: () => true };

const workspaceKeys = { id: text, name: text, additional_roots: texts };
const tables: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  hooks: { declarations: anything, output_limit: bytes, debug_patches: flag },
  skills: { allowed_marketplace_hooks: texts },
  extensions: { allowed_env: texts },
  sources: { claude_code: flag, agentao: flag },
  settings: { snapshot: flag },
  store: { max_age_days: count, max_runs: count },
  workspace: workspaceKeys,
  workspaces: { ...workspaceKeys, root: path },
};
/** Settings that hold for all hooks, the user's included. */
const homeOnlySettings = ["output_limit", "debug_patches"];
/** Files that come with a repository must not widen what the user allows, nor shorten what is kept. */
const homeOnly = new Set(["skills", "extensions", "settings", "store", "workspaces"]);

function isReadHere(table: string, level: ConfigLevel): boolean {
  if (level === "home") return table !== "workspace";
  return level === "agh" ? table === "hooks" : !homeOnly.has(table);
}

/** AGH's own file has many tables that are none of our business; ours has only these. */
function tellUnknownTables({ file, document, level, findings }: Reader): void {
  // Looking up a line costs a second parse, so it is done only for what is reported.
  const placeOf = (table: string) => ({ file, line: document.lineOf([table]) });
  for (const table of Object.keys(document.value)) {
    if (!Object.hasOwn(tables, table)) {
      if (level === "agh") continue;
      const allowed = Object.keys(tables);
      const params = { table, suggestion: closest(table, allowed), allowed: allowed.join(", ") };
      findings.push(finding("CONFIG_TABLE_UNKNOWN", placeOf(table), params));
    } else if (!isReadHere(table, level) && (level !== "agh" || setsMarketplace(document, table))) {
      const belongs =
        table === "workspace" ? "the workspace's .hookline/config.toml" : "the config.toml of your home folder";
      findings.push(finding("CONFIG_NOT_HERE", placeOf(table), { key: `[${table}]`, belongs }));
    }
  }
}

function setsMarketplace({ value }: SourceDocument, table: string): boolean {
  const skills = value[table];
  return table === "skills" && isTable(skills) && "allowed_marketplace_hooks" in skills;
}

/** The valid entries of a table that this file may have; wrong ones are reported and left out. */
function tableAt(reader: Reader, name: string): Table {
  const value = reader.document.value[name];
  if (value === undefined || !isReadHere(name, reader.level)) return {};
  return entriesOf(reader, name, [name], value);
}

/** What a repository's file says for everybody is told and left out. */
function withoutHomeOnly({ level, document, file, findings }: Reader, hooks: Table): Table {
  if (level === "home") return hooks;
  const given = homeOnlySettings.filter((key) => key in hooks);
  for (const key of given) {
    const params = { key: `hooks.${key}`, belongs: "the config.toml of your home folder" };
    findings.push(finding("CONFIG_NOT_HERE", { file, line: document.lineOf(["hooks", key]) }, params));
  }
  return Object.fromEntries(Object.entries(hooks).filter(([key]) => !given.includes(key)));
}

function entriesOf({ file, document, findings }: Reader, name: string, at: KeyPath, value: unknown): Table {
  const kinds = tables[name] ?? {};
  const wrong = (key: string, where: KeyPath, expected: string, got: unknown): void => {
    const params = { key, expected, got: describeValue(got) };
    findings.push(finding("CONFIG_VALUE_INVALID", { file, line: document.lineOf(where) }, params));
  };
  if (!isTable(value)) {
    wrong(name, at, "a table", value);
    return {};
  }
  const entries: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const where = [...at, key];
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (!kind) {
      const allowed = Object.keys(kinds);
      const params = { key: `${name}.${key}`, suggestion: closest(key, allowed), allowed: allowed.join(", ") };
      findings.push(finding("CONFIG_KEY_UNKNOWN", { file, line: document.lineOf(where) }, params));
    } else if (kind.holds(entry)) entries[key] = entry;
    else wrong(`${name}.${key}`, where, kind.expected, entry);
  }
  return entries;
}

function readSettings(reader: Reader, hooks: Table): FileSettings {
  const skills = tableAt(reader, "skills");
  const extensions = tableAt(reader, "extensions");
  const sources = tableAt(reader, "sources");
  const store = tableAt(reader, "store");
  const settings = {
    outputLimit: hooks.output_limit,
    debugPatches: hooks.debug_patches,
    allowedMarketplaceHooks: skills.allowed_marketplace_hooks,
    allowedExtensionEnv: extensions.allowed_env,
    snapshot: tableAt(reader, "settings").snapshot,
    claudeCode: sources.claude_code,
    agentao: sources.agentao,
    maxAgeDays: store.max_age_days,
    maxRuns: store.max_runs,
  };
  // Only what the file mentions may lie over another file's settings.
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function readOwnWorkspace(reader: Reader): WorkspaceEntry | null {
  return "workspace" in reader.document.value ? workspaceEntry(tableAt(reader, "workspace")) : null;
}

function readWorkspaces(reader: Reader): WorkspaceEntry[] {
  const { workspaces } = reader.document.value;
  if (workspaces === undefined || !isReadHere("workspaces", reader.level)) return [];
  const list = Array.isArray(workspaces) ? workspaces : [workspaces];
  return list.flatMap((entry, index) => {
    const at = ["workspaces", index];
    const read = workspaceEntry(entriesOf(reader, "workspaces", at, entry));
    if (read.root !== null || !isTable(entry) || "root" in entry) return read.root === null ? [] : [read];
    const place = { file: reader.file, line: reader.document.lineOf(at) };
    const params = { key: "workspaces.root", expected: path.expected, got: "missing" };
    reader.findings.push(finding("CONFIG_VALUE_INVALID", place, params));
    return [];
  });
}

/** The values were checked when the table was read. */
function workspaceEntry({ id, name, root, additional_roots }: Table): WorkspaceEntry {
  const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : null);
  return {
    id: trimmed(id),
    name: trimmed(name),
    root: trimmed(root),
    additionalRoots: (additional_roots ?? []) as readonly string[],
  };
}

function tellRepeatedNames(drafts: readonly Draft[], findings: Finding[]): void {
  const seen = new Map<string, number>();
  for (const { name, file, line } of drafts) {
    if (name === null) continue;
    const earlier = seen.get(name);
    if (earlier !== undefined) findings.push(finding("HOOK_NAME_REPEATED", { file, line }, { name, line: earlier }));
    seen.set(name, line);
  }
}
