import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SkillFile } from "../dialects/agh/skill-file.ts";
import { type Finding, finding } from "../errors/problem.ts";
import { parseJson } from "../lib/json-document.ts";
import type { FileReader } from "./file-reader.ts";
import type { SkillFolder } from "./find-skills.ts";

/** Where a skill was installed from, as its installer wrote it down. */
export interface Marketplace {
  readonly slug: string;
  readonly registry: string | null;
  /** The hash of the content as it was delivered. */
  readonly delivered: string | null;
  /** The hash of the content as it is. */
  readonly actual: string;
}

/** What lies in a folder of its own installer: the text of its `.agh-meta.json`, or null when there is none. */
export type MetaReader = (folder: string) => string | null;

/** Opens a reader that looks into each folder once. */
export function openMetaReader(reader: FileReader): MetaReader {
  const known = new Map<string, string | null>();
  return (folder) => {
    const seen = known.get(folder);
    if (seen !== undefined) return seen;
    const path = join(folder, ".agh-meta.json");
    const text = reader.read(path);
    // What is there but cannot be read still says that somebody else wrote the skill.
    const meta = text ?? (reader.findings.some(({ file }) => file === path) ? "" : null);
    known.set(folder, meta);
    return meta;
  };
}

/** Finds out where a skill came from; null when nothing says so, and the skill is the user's own. */
export function readMarketplace(
  metaIn: MetaReader,
  folder: SkillFolder,
  skill: SkillFile,
  text: string,
): Marketplace | null {
  const own = metaIn(folder.path);
  // A package may bring more skills along, in folders of their own.
  const meta = own ?? folder.around.map(metaIn).find((found) => found !== null) ?? null;
  if (meta === null) return null;
  const parsed = parseJson(meta);
  const fields = "bad" in parsed ? {} : parsed.value;
  const textAt = (key: string) => {
    const value = fields[key];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  return {
    slug: textAt("slug") ?? skill.name,
    registry: textAt("registry"),
    // The hash is that of the SKILL.md beside it.
    delivered: own === null ? null : textAt("hash"),
    actual: createHash("sha256").update(text).digest("hex"),
  };
}

export type Admission =
  | { readonly kind: "admitted"; readonly finding: null }
  | { readonly kind: "not-allowed"; readonly finding: Finding | null }
  | { readonly kind: "changed"; readonly finding: Finding };

/** Decides whether the hooks of an installed skill may run: it must be what was delivered, and the user must have said so. */
export function admit(marketplace: Marketplace, skill: SkillFile, allowed: readonly string[]): Admission {
  const { slug, registry, delivered, actual } = marketplace;
  const [first] = skill.drafts;
  if (!first) return { kind: "admitted", finding: null };
  const place = { file: skill.file, line: first.line };
  if (delivered !== null && bareHash(delivered) !== actual)
    return { kind: "changed", finding: finding("SKILL_CHANGED", place, { skill: skill.name }) };
  const names = [slug, ...(registry === null ? [] : [`${registry}:${slug}`])];
  const isAllowed = allowed.some((entry) => names.includes(entry.trim()) || bareHash(entry) === actual);
  if (isAllowed) return { kind: "admitted", finding: null };
  const params = { skill: skill.name, slug: names.at(-1) ?? slug, count: skill.drafts.length };
  return { kind: "not-allowed", finding: finding("SKILL_HOOKS_NOT_ALLOWED", place, params) };
}

function bareHash(hash: string): string {
  return hash
    .trim()
    .toLowerCase()
    .replace(/^sha256[:-]/, "");
}
