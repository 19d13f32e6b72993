import { forEachChild, type SyntaxNode } from "unbash";
import type { Argument } from "./argument.ts";
import { downloaders } from "./taxonomy/names.ts";

/** True when a word holds a substitution that gets something from another machine. */
export function isFetched({ word }: Argument): boolean {
  return word !== null && hasDownload(word);
}

/** True when something in the tree gets something from another machine. */
export function hasDownload(node: SyntaxNode): boolean {
  if (node.type === "Command" && downloaders.has(baseName(node.name?.value ?? ""))) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= hasDownload(child);
  });
  return found;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
