import { join } from "node:path";
import { compileDeclaration } from "../dialects/agh/compile-declaration.ts";
import { type ConfigLevel, mergeDrafts, type Replacing, readConfigFile } from "../dialects/agh/config-file.ts";
import type { Draft } from "../dialects/agh/draft.ts";
import type { Owner } from "../dialects/agh/owner.ts";
import { mergeSettings, type Settings } from "../dialects/agh/settings.ts";
import { aghWire } from "../dialects/agh/wire.ts";
import type { Hook } from "../engine/hook.ts";
import type { Wire } from "../engine/ports.ts";
import { finding } from "../errors/problem.ts";
import { isTable } from "../lib/source-document.ts";
import type { FileReader } from "./file-reader.ts";
import { configOwner, type LoadRequest } from "./load-request.ts";
import { addDraft, addFindings, addShadow, type Pile } from "./pile.ts";
import { hookFolders, type Workspace } from "./workspace.ts";

/** Reads the configuration of the user and of the workspace, lays one over the other, and adds the hooks. */
export function loadConfig(request: LoadRequest, reader: FileReader, pile: Pile): { settings: Settings; wire: Wire } {
  const layers = configFiles(request).flatMap((place) => {
    const text = reader.read(place.file);
    return text === null ? [] : { ...place, text, config: readConfigFile(place.file, place.level, text) };
  });
  const settingsOf = (isUsers: boolean) =>
    layers.filter(({ belongsTo }) => (belongsTo === null) === isUsers).map(({ config }) => config.settings);
  const settings = mergeSettings(settingsOf(true), settingsOf(false));
  const wire = settings.outputLimit === null ? aghWire() : aghWire(settings.outputLimit);

  const owners = new Map(layers.map(({ file, belongsTo }) => [file, configOwner(request, wire, belongsTo)]));
  for (const { file, text, config, belongsTo } of layers)
    addFindings(pile, config, text, owners.get(file) ?? configOwner(request, wire, belongsTo));
  for (const replacing of mergeDrafts(layers.map(({ config }) => config.drafts))) {
    const allowed = withoutOverruling(pile, replacing, owners);
    tellReplaced(pile, allowed, owners);
    addFirstSound(pile, allowed, owners);
  }
  return { settings, wire };
}

type Owners = ReadonlyMap<string, Owner>;

/** A repository cannot take away a guard that the user requires: what would replace it does not run, and that is said. */
function withoutOverruling(pile: Pile, replacing: Replacing, owners: Owners): Replacing {
  const required = replacing.findIndex((draft) => isYours(draft, owners) && isRequired(draft));
  if (required <= 0) return replacing;
  const [guard, ...weaker] = replacing.slice(required) as [Draft, ...Draft[]];
  for (const { file, line, name } of replacing.slice(0, required)) {
    const params = { name: name ?? "", place: `${guard.file}:${guard.line}` };
    const told = finding("HOOK_CANNOT_REPLACE_YOURS", { file, line }, params);
    pile.findings.push(told);
    pile.broken.push({ name, event: null, dialect: "agh", file, line, what: told.what, fix: told.fix });
  }
  return [guard, ...weaker];
}

function isRequired({ table }: Draft): boolean {
  return isTable(table) && (table.required === true || table.on_failure === "block") && table.enabled !== false;
}

function isYours({ file }: Draft, owners: Owners): boolean {
  return owners.get(file)?.workspace === null;
}

/** A declaration that cannot run replaces nothing: the guard it was written over goes on. */
function addFirstSound(pile: Pile, replacing: Replacing, owners: Owners): void {
  for (const [index, draft] of replacing.entries()) {
    const owner = owners.get(draft.file);
    const before = pile.hooks.length;
    if (!owner || addDraft(pile, draft, owner) !== "sound") continue;
    const replaced = isYours(draft, owners) ? [] : replacing.slice(index + 1);
    const yours = replaced.filter((one) => isYours(one, owners)).flatMap((one) => soundHook(one, owners));
    const { file, line } = draft;
    addShadow(pile, { dialect: "agh", file, line }, pile.hooks.slice(before), yours.slice(0, 1));
    return;
  }
}

function soundHook(draft: Draft, owners: Owners): readonly Hook[] {
  const owner = owners.get(draft.file);
  const compiled = owner && compileDeclaration(draft, owner);
  return compiled?.hook && !compiled.broken ? [compiled.hook] : [];
}

/** A repository that replaces what the user declared for all workspaces must not do so unseen. */
function tellReplaced(pile: Pile, [draft, ...replaced]: Replacing, owners: Owners): void {
  const yours = replaced.find((one) => isYours(one, owners));
  if (!yours || isYours(draft, owners)) return;
  const { file, line, name, table } = draft;
  const isOff = isTable(table) && table.enabled === false;
  const params = { name: name ?? "", place: `${yours.file}:${yours.line}`, isOff };
  pile.findings.push(finding("HOOK_REPLACES_YOURS", { file, line }, params));
}

interface ConfigPlace {
  readonly file: string;
  readonly level: ConfigLevel;
  readonly belongsTo: Workspace | null;
}

/** The weakest first. Additional roots contribute agents and skills, never configuration. */
function configFiles({ home, workspace }: LoadRequest): ConfigPlace[] {
  const user: ConfigPlace = { file: join(home, "config.toml"), level: "home", belongsTo: null };
  if (!workspace) return [user];
  const own = hookFolders(workspace.root, home).map((folder): ConfigPlace => {
    const level = folder.endsWith(".agh") ? "agh" : "workspace";
    return { file: join(folder, "config.toml"), level, belongsTo: workspace };
  });
  return [user, ...own.reverse()];
}
