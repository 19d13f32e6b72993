import { isAbsolute } from "node:path";
import { type Finding, finding } from "../../../errors/problem.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import { isTable, type KeyPath, type SourceDocument } from "../../../lib/source-document.ts";
import { readJson } from "./hooks-file.ts";

type Table = Readonly<Record<string, unknown>>;

/** One part of a plugin's hooks: a file of the plugin, or rules that stand in the manifest itself. */
export type HooksSpec =
  | { readonly kind: "file"; readonly path: string; readonly at: KeyPath }
  | { readonly kind: "inline"; readonly table: Table; readonly at: KeyPath };

/** What the manifest of a plugin says about its hooks. */
export interface PluginManifest {
  readonly name: string;
  readonly document: SourceDocument;
  /** Null when it says nothing, so that the usual file counts. */
  readonly hooks: readonly HooksSpec[] | null;
}

/** Where hooks are looked for in a plugin that does not say. */
export const usualHooksFile = "./hooks/hooks.json";

/** Reads a `plugin.json`, or says why its plugin is not loaded. */
export function readPluginManifest(file: string, folderName: string, text: string): PluginManifest | Finding {
  const parsed = readJson(file, text);
  const reject = (at: KeyPath, why: string, document: SourceDocument | null) =>
    finding("PLUGIN_MANIFEST_INVALID", { file, line: document?.lineOf(at) ?? 1 }, { why });
  if (parsed === null) return reject([], "it is a list instead of an object", null);
  if ("code" in parsed)
    return parsed.code === "FILE_SYNTAX" ? parsed : reject([], "it is a list instead of an object", null);
  const { name, hooks } = parsed.value;
  const specs: HooksSpec[] = [];
  for (const [value, at] of declared(hooks)) {
    const why = whyNoSpec(value);
    if (why !== null) return reject(at, why, parsed);
    specs.push(isTable(value) ? { kind: "inline", table: value, at } : { kind: "file", path: String(value), at });
  }
  const isNamed = typeof name === "string" && name.trim() !== "";
  const isSilent = hooks === undefined;
  return { name: isNamed ? name.trim() : folderName, document: parsed, hooks: isSilent ? null : specs };
}

function declared(hooks: unknown): readonly (readonly [value: unknown, at: KeyPath])[] {
  if (hooks === undefined) return [];
  if (!Array.isArray(hooks)) return [[hooks, ["hooks"]]];
  return hooks.map((value, index) => [value, ["hooks", index]]);
}

function whyNoSpec(value: unknown): string | null {
  if (isTable(value)) return null;
  if (typeof value !== "string")
    return `"hooks" must be a path, an object, or a list of them, but is ${describeValue(value)}`;
  return whyBadPath(value);
}

/** A plugin brings its own files and no others. */
function whyBadPath(path: string): string | null {
  const quoted = JSON.stringify(path);
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path)) return `the path ${quoted} is absolute`;
  if (!path.startsWith("./")) return `the path ${quoted} does not start with "./"`;
  if (path.split(/[/\\]/).includes("..")) return `the path ${quoted} has ".." in it`;
  return path.includes("\0") ? `the path ${quoted} has a NUL character in it` : null;
}
