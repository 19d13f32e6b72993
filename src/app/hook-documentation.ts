import { hookBody } from "../dialects/agent-hooks/hook-file.ts";
import { openFileReader } from "../sources/file-reader.ts";
import type { CatalogEntry } from "./list-hooks.ts";

export interface DocumentedEntry extends CatalogEntry {
  /** What its author tells people about it; only a HOOK.md has a place for that. */
  readonly documentation?: string;
}

/** Adds what HOOK.md files say below their frontmatter, which nothing reads before somebody asks. */
export function withDocumentation(entries: readonly CatalogEntry[]): DocumentedEntry[] {
  return entries.map((entry) => {
    const text = entry.dialect === "agent-hooks" && entry.file !== null ? read(entry.file) : "";
    return text === "" ? entry : { ...entry, documentation: text };
  });
}

function read(file: string): string {
  const text = openFileReader({ signed: false }).read(file);
  return text === null ? "" : hookBody(text);
}
