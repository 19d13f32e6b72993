import { join } from "node:path";
import { type ConfigLevel, mergeDrafts, readConfigFile } from "../dialects/agh/config-file.ts";
import { mergeSettings, type Settings } from "../dialects/agh/settings.ts";
import { aghWire } from "../dialects/agh/wire.ts";
import type { Wire } from "../engine/ports.ts";
import type { FileReader } from "./file-reader.ts";
import { configOwner, type LoadRequest } from "./load-request.ts";
import { addDraft, addFindings, type Pile } from "./pile.ts";
import { hookFolders, type Workspace } from "./workspace.ts";

/** Reads the configuration of the user and of the workspace, lays one over the other, and adds the hooks. */
export function loadConfig(request: LoadRequest, reader: FileReader, pile: Pile): { settings: Settings; wire: Wire } {
  const layers = configFiles(request).flatMap((place) => {
    const text = reader.read(place.file);
    return text === null ? [] : { ...place, text, config: readConfigFile(place.file, place.level, text) };
  });
  const settings = mergeSettings(layers.map(({ config }) => config.settings));
  const wire = settings.outputLimit === null ? aghWire() : aghWire(settings.outputLimit);

  const owners = new Map(layers.map(({ file, belongsTo }) => [file, configOwner(request, wire, belongsTo)]));
  for (const { file, text, config, belongsTo } of layers)
    addFindings(pile, config, text, owners.get(file) ?? configOwner(request, wire, belongsTo));
  for (const draft of mergeDrafts(layers.map(({ config }) => config.drafts))) {
    const owner = owners.get(draft.file);
    if (owner) addDraft(pile, draft, owner);
  }
  return { settings, wire };
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
