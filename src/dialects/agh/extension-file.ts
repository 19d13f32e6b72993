import type { Finding } from "../../errors/problem.ts";
import { parseJson } from "../../lib/json-document.ts";
import { isTable } from "../../lib/source-document.ts";
import { parseToml } from "../../lib/toml-document.ts";
import { type HookFile, listDrafts, unparsedFile } from "./hook-file.ts";
import { misplacedDrafts } from "./misplaced.ts";

export interface ExtensionFile extends HookFile {
  readonly name: string;
}

/** Reads the hooks of an extension.toml or extension.json, under `resources.hooks`. */
export function readExtensionFile(file: string, folder: string, text: string): ExtensionFile {
  const isJson = file.endsWith(".json");
  const document = isJson ? parseJson(text) : parseToml(text);
  if ("bad" in document) return { ...unparsedFile(file, isJson ? "JSON" : "TOML", document), name: folder };
  const { extension, resources } = document.value;
  const findings: Finding[] = [];
  const hooks = isTable(resources) ? resources.hooks : undefined;
  const drafts = [
    ...listDrafts(file, document, ["resources", "hooks"], hooks, findings),
    ...misplacedDrafts(file, document, [["resources", "hooks"]], findings),
  ];
  // JSON manifests of programs keep the name at the top.
  const name = isTable(extension) ? extension.name : document.value.name;
  const ownName = typeof name === "string" && name.trim() !== "" ? name.trim() : folder;
  return { file, name: ownName, drafts, findings, unreadable: null };
}
