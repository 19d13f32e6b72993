import { basename, join, sep } from "node:path";
import { brokenRule, dialect, guardsInText } from "../dialects/claude/declaration/broken.ts";
import type { Collected } from "../dialects/claude/declaration/collected.ts";
import { compileHooksFile, compileHooksObject } from "../dialects/claude/files/hooks-file.ts";
import {
  type HooksSpec,
  type PluginManifest,
  readPluginManifest,
  usualHooksFile,
} from "../dialects/claude/files/plugin-manifest.ts";
import type { Owner } from "../dialects/claude/owner.ts";
import type { Hook } from "../engine/hook.ts";
import { type Finding, finding } from "../errors/problem.ts";
import { parseJson } from "../lib/json-document.ts";
import type { KeyPath } from "../lib/source-document.ts";
import { manifestFiles, pluginFolders } from "./claude-plugins.ts";
import type { FileReader } from "./file-reader.ts";
import { addShadow, type Pile } from "./pile.ts";
import { realPath } from "./real-path.ts";

/** Of plugins with the same name the one of the later rank counts. */
export const pluginRanks = ["user", "workspace", "command-line"] as const;
export type PluginRank = (typeof pluginRanks)[number];

/** A place with plugins in it. */
export interface PluginHome {
  readonly rank: PluginRank;
  /** A folder of plugins, or with `isPlugin` a plugin itself. */
  readonly folder: string;
  readonly isPlugin: boolean;
  readonly owner: Owner;
}

/** A file that switches plugins on and off, by name. */
export interface PluginSwitches {
  readonly rank: PluginRank;
  readonly file: string;
}

/** What the plugins of each rank declare. */
export type PluginHooks = Readonly<Record<PluginRank, Collected>>;

/** Reads the hooks of all plugins, and settles which copy of a plugin counts. */
export function loadClaudePlugins(
  homes: readonly PluginHome[],
  switchFiles: readonly PluginSwitches[],
  reader: FileReader,
  pile: Pile,
): PluginHooks {
  const collected: PluginHooks = { user: nothing(), workspace: nothing(), "command-line": nothing() };
  const switches = switchFiles.map(({ rank, file }) => ({
    rank,
    file,
    ...readSwitches(file, reader, collected[rank]),
  }));
  const plugins = homes.flatMap((home) => pluginsIn(home, reader, collected[home.rank]));
  for (const copies of Map.groupBy(plugins, ({ name }) => name).values()) {
    // Of two in the same rank the first one found counts.
    const [chosen, ...others] = copies.toSorted((a, b) => rankOf(b) - rankOf(a));
    if (!chosen) continue;
    const disabledBy = chosen.rank === "command-line" ? null : switchedOff(chosen.name, switches);
    const { hooks } = collected[chosen.rank];
    const before = hooks.length;
    if (disabledBy === null) compilePlugin(chosen, reader, collected[chosen.rank]);
    for (const other of others) tellReplaced(other, chosen, collected[other.rank]);
    const yours = [chosen, ...others].find(({ rank }) => rank === "user");
    const by = takenBy(chosen, disabledBy);
    if (yours && by !== null) {
      if (disabledBy) collected.user.findings.push(tellDisabled(yours, by));
      const rest = keepGuards(yours, by, reader, collected.user);
      addShadow(pile, { dialect, file: by, line: 1 }, hooks.slice(before), rest);
    }
  }
  return collected;
}

/** What of a workspace's takes the place of a plugin, or takes it away; null when nothing does. */
function takenBy(chosen: Plugin, disabledBy: PluginSwitches | null): string | null {
  if (disabledBy !== null) return disabledBy.rank === "workspace" ? disabledBy.file : null;
  return chosen.rank === "workspace" ? (chosen.manifest?.file ?? chosen.root) : null;
}

function nothing(): Collected {
  return { hooks: [], broken: [], findings: [] };
}

interface Plugin extends PluginHome {
  readonly name: string;
  readonly root: string;
  /** Null without one. */
  readonly manifest: { readonly file: string; readonly says: PluginManifest } | null;
  readonly specs: readonly HooksSpec[];
}

function rankOf({ rank }: Plugin): number {
  return pluginRanks.indexOf(rank);
}

function pluginsIn(home: PluginHome, reader: FileReader, out: Collected): Plugin[] {
  if (!home.isPlugin)
    return pluginFolders(reader, home.folder).flatMap(({ name, path }) => readPlugin(home, path, name, reader, out));
  if (reader.filesIn(home.folder).length > 0 || reader.folders(home.folder).length > 0)
    return readPlugin(home, home.folder, basename(home.folder), reader, out);
  reject(finding("PLUGIN_DIR_MISSING", { file: home.folder, line: null }, {}), out);
  return [];
}

/** Reads what a plugin says of itself. One that reaches out of its folder is not loaded, so that another copy may be. */
function readPlugin(home: PluginHome, folder: string, name: string, reader: FileReader, out: Collected): Plugin[] {
  const root = realPath(folder) ?? folder;
  const [manifestFile, text] = readManifest(folder, reader);
  const says = text === null ? null : readPluginManifest(manifestFile, name, text);
  if (says !== null && "code" in says) {
    reject(says, out);
    out.hooks.push(...guardsInText(manifestFile, text ?? "", home.owner, says));
    return [];
  }
  const specs = says?.hooks ?? [{ kind: "file", path: usualHooksFile, at: [] }];
  const escaping = specs.find((spec) => spec.kind === "file" && !isInside(realPath(join(root, spec.path)), root));
  if (escaping?.kind === "file") {
    const why = `the path ${JSON.stringify(escaping.path)} leads out of the plugin's folder`;
    const line = says?.document.lineOf(escaping.at) ?? null;
    const problem = finding("PLUGIN_MANIFEST_INVALID", { file: says ? manifestFile : folder, line }, { why });
    reject(problem, out);
    out.hooks.push(...guardsInText(manifestFile, text ?? "", home.owner, problem));
    return [];
  }
  // Whoever writes a manifest for Claude Code writes hooks for it too.
  const mode = manifestFile === join(folder, manifestFiles[1]) ? "claude-code" : home.owner.mode;
  const own = says?.name ?? name;
  const owner = { ...home.owner, mode, plugin: { name: own, root } };
  const manifest = says && { file: manifestFile, says };
  return [{ ...home, owner, name: own, root, manifest, specs }];
}

function readManifest(folder: string, reader: FileReader): readonly [file: string, text: string | null] {
  for (const name of manifestFiles) {
    const file = join(folder, name);
    const text = reader.read(file);
    if (text !== null) return [file, text];
  }
  return [join(folder, manifestFiles[0]), null];
}

function isInside(path: string | null, folder: string): boolean {
  return path?.startsWith(folder.endsWith(sep) ? folder : folder + sep) ?? false;
}

function reject(problem: Finding, out: Collected): void {
  out.findings.push(problem);
  out.broken.push(brokenRule(problem, null, null, [problem]));
}

function compilePlugin(plugin: Plugin, reader: FileReader, out: Collected): void {
  const { owner, manifest, root, specs } = plugin;
  for (const spec of specs) {
    if (spec.kind === "file") compileFile(plugin, join(root, spec.path), spec, reader, out);
    else if (manifest) {
      const site = { file: manifest.file, document: manifest.says.document, path: spec.at, label: labelOf(spec.at) };
      compileHooksObject(spec.table, site, owner, out);
    }
  }
}

function labelOf(at: KeyPath): string {
  return at.map((key) => (typeof key === "number" ? `[${key}]` : key)).join("");
}

function compileFile(
  { name, owner, manifest }: Plugin,
  file: string,
  spec: Extract<HooksSpec, { kind: "file" }>,
  reader: FileReader,
  out: Collected,
): void {
  const seen = reader.findings.length;
  const text = reader.read(file);
  if (text !== null) compileHooksFile(file, text, owner, out);
  else if (manifest?.says.hooks && reader.findings.length === seen) {
    const place = { file: manifest.file, line: manifest.says.document.lineOf(spec.at) };
    out.findings.push(finding("PLUGIN_HOOKS_MISSING", place, { plugin: name, path: spec.path }));
  }
}

function tellReplaced(other: Plugin, chosen: Plugin, out: Collected): void {
  const place = { file: other.manifest?.file ?? other.root, line: null };
  out.findings.push(finding("PLUGIN_REPLACED", place, { plugin: other.name, by: chosen.root }));
}

function tellDisabled({ name }: Plugin, by: string): Finding {
  return finding("PLUGIN_DISABLED", { file: by, line: null }, { plugin: name, by });
}

/** A repository cannot take away a guard that the user requires. Answers with what it can take away. */
function keepGuards(plugin: Plugin, by: string, reader: FileReader, out: Collected): readonly Hook[] {
  const theirs = nothing();
  compilePlugin(plugin, reader, theirs);
  const guards = theirs.hooks.filter(({ onFailure }) => onFailure === "block");
  const rest = theirs.hooks.filter((hook) => !guards.includes(hook));
  if (guards.length === 0) return rest;
  out.hooks.push(...guards);
  out.broken.push(...theirs.broken);
  const place = { file: plugin.manifest?.file ?? plugin.root, line: null };
  out.findings.push(finding("PLUGIN_GUARDS_KEPT", place, { plugin: plugin.name, by }));
  return rest;
}

interface Switches extends PluginSwitches {
  readonly off: ReadonlySet<string>;
  readonly on: ReadonlySet<string>;
}

function readSwitches(file: string, reader: FileReader, out: Collected): Pick<Switches, "off" | "on"> {
  const text = reader.read(file);
  const parsed = text === null ? { value: {} } : parseJson(text);
  if ("bad" in parsed) {
    const params = { format: "JSON", why: parsed.bad };
    out.findings.push(finding("FILE_SYNTAX", { file, line: parsed.line }, params));
    return { off: new Set(), on: new Set() };
  }
  const entries = Object.entries(parsed.value);
  const named = (wanted: boolean) =>
    new Set(entries.filter(([, value]) => isOn(value) === wanted).map(([name]) => name));
  return { off: named(false), on: named(true) };
}

/** Null for what says neither. */
function isOn(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const disabled = (value as { readonly disabled?: unknown } | null)?.disabled;
  return typeof disabled === "boolean" ? !disabled : null;
}

/** The file that has switched a plugin off, if no later one has switched it on again. */
function switchedOff(name: string, switches: readonly Switches[]): Switches | null {
  return switches.reduce<Switches | null>(
    (by, file) => (file.off.has(name) ? file : file.on.has(name) ? null : by),
    null,
  );
}
