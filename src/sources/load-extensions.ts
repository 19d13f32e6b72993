import { join } from "node:path";
import { type ExtensionFile, readExtensionFile } from "../dialects/agh/extension-file.ts";
import type { Owner } from "../dialects/agh/owner.ts";
import { finding } from "../errors/problem.ts";
import type { FileReader } from "./file-reader.ts";
import { configOwner, folderOf, hookRoots, type Loading } from "./load-request.ts";
import { addFile } from "./pile.ts";
import { realPath } from "./real-path.ts";

/** Reads the hooks of all extensions of the user and of the workspace. */
export function loadExtensions(loading: Loading): void {
  const seen = new Set<string>();
  for (const root of hookRoots(loading)) {
    if (root.skillSource === "additional") continue;
    for (const folder of loading.reader.folders(folderOf(root, "extensions"))) {
      const manifest = readManifest(loading, folder.path, folder.name);
      if (!manifest) continue;
      const { file, text } = manifest;
      // Between the two folders of a workspace the first counts; a workspace never replaces what the user installed.
      const key = `${root.skillSource} ${file.name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const owner = configOwner(loading, loading.wire, root.belongsTo);
      addFile(loading.pile, file, text, extensionOwner(loading, owner, file.name, folder.path));
    }
  }
}

function readManifest(loading: Loading, folder: string, name: string): { file: ExtensionFile; text: string } | null {
  const toml = textOf(loading.reader, join(folder, "extension.toml"));
  const json = textOf(loading.reader, join(folder, "extension.json"));
  if (toml && json) {
    const place = { file: json.path, line: 1 };
    loading.pile.findings.push(finding("EXTENSION_MANIFEST_TWICE", place, { ignored: "extension.json" }));
  }
  const found = toml ?? json;
  return found && { file: readExtensionFile(found.path, name, found.text), text: found.text };
}

function textOf(reader: FileReader, path: string): { path: string; text: string } | null {
  const text = reader.read(path);
  return text === null ? null : { path, text };
}

function extensionOwner(loading: Loading, owner: Owner, name: string, folder: string): Owner {
  const root = realPath(folder) ?? folder;
  const { environment, settings } = loading;
  return {
    ...owner,
    cwd: root,
    extension: { name, root, realPath, environment, allowedEnv: settings.allowedExtensionEnv },
  };
}
