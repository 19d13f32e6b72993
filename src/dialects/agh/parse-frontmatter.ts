import { splitFrontmatter } from "../../lib/frontmatter.ts";
import type { SourceDocument, Unparsed } from "../../lib/source-document.ts";
import { parseToml } from "../../lib/toml-document.ts";
import { parseYaml } from "../../lib/yaml-document.ts";

export type ParsedFrontmatter =
  | { readonly kind: "document"; readonly document: SourceDocument }
  | { readonly kind: "missing" }
  | { readonly kind: "unparsed"; readonly format: "YAML" | "TOML"; readonly why: Unparsed };

/** Reads the frontmatter of a Markdown file: YAML, or TOML when its first line is a TOML table or assignment. */
export function parseFrontmatter(text: string): ParsedFrontmatter {
  const front = splitFrontmatter(text);
  if (front === "missing") return misfenced(text) ?? { kind: "missing" };
  if (front === "unclosed") {
    const why = { bad: 'the frontmatter that begins here is not closed by a line "---"', line: 1 };
    return { kind: "unparsed", format: "YAML", why };
  }
  const isToml = looksLikeToml(front.text);
  const parsed = isToml ? parseToml(front.text, front.firstLine) : parseYaml(front.text, front.firstLine);
  return "bad" in parsed
    ? { kind: "unparsed", format: isToml ? "TOML" : "YAML", why: parsed }
    : { kind: "document", document: parsed };
}

/** Frontmatter that is meant to be some, but stands where it does not count. */
function misfenced(text: string): ParsedFrontmatter | null {
  const [blank, fence] = /^\uFEFF?(\s*)(---|\+\+\+)[ \t]*\r?\n/.exec(text)?.slice(1) ?? [];
  if (blank === undefined || fence === undefined) return null;
  const isToml = fence === "+++";
  const bad = isToml
    ? 'the frontmatter must stand between lines "---", not "+++"'
    : 'the frontmatter must begin on the first line with "---"';
  return { kind: "unparsed", format: isToml ? "TOML" : "YAML", why: { bad, line: blank.split("\n").length } };
}

const firstLine = /^(?!\s*(?:#|$)).*$/m;

function looksLikeToml(text: string): boolean {
  const line = firstLine.exec(text)?.[0] ?? "";
  return /^\s*(?:\[\[?[\w."'\s-]+\]|[\w."'-]+\s*=)/.test(line);
}
