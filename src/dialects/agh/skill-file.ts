import { type Finding, finding } from "../../errors/problem.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type SourceDocument } from "../../lib/source-document.ts";
import { type Draft, draftsIn } from "./draft.ts";
import { type HookFile, listDrafts, unparsedFile } from "./hook-file.ts";
import { misplacedDrafts } from "./misplaced.ts";
import { parseFrontmatter } from "./parse-frontmatter.ts";

export interface SkillFile extends HookFile {
  readonly name: string;
}

/** Reads the hooks of a SKILL.md, under `metadata.agh.hooks` or `metadata.hookline.hooks`. */
export function readSkillFile(file: string, folder: string, text: string): SkillFile {
  const front = parseFrontmatter(text);
  if (front.kind === "unparsed") return { ...unparsedFile(file, front.format, front.why), name: folder };
  if (front.kind === "missing") {
    const problem = finding("FRONTMATTER_MISSING", { file, line: 1 }, { file: "SKILL.md" });
    return { file, name: folder, drafts: [], findings: [problem], unreadable: null };
  }
  const { document } = front;
  const { name, metadata } = document.value;
  const findings: Finding[] = [];
  const drafts = [
    ...(isTable(metadata)
      ? programs.flatMap((program) => draftsUnder(file, document, metadata, program, findings))
      : []),
    ...misplacedDrafts(file, document, programs.map(hooksOf), findings),
  ];
  const ownName = typeof name === "string" && name.trim() !== "" ? name.trim() : folder;
  return { file, name: ownName, drafts, findings, unreadable: null };
}

const programs = ["agh", "hookline"];

function hooksOf(program: string): readonly string[] {
  return ["metadata", program, "hooks"];
}

/** What a hook without a name is called: like its skill, with its number when the skill has several. */
export function skillHookName(skill: string, index: number, count: number): string {
  return count === 1 ? skill : `${skill}#${index + 1}`;
}

function isOneHook(value: unknown): boolean {
  return isTable(value) && ["event", "required", "on_failure"].some((key) => key in value);
}

/** Skills are written for many programs; what does not look like hooks at all is not an error of theirs. */
function draftsUnder(
  file: string,
  document: SourceDocument,
  metadata: Readonly<Record<string, unknown>>,
  program: string,
  findings: Finding[],
): Draft[] {
  const malformed = (path: readonly (string | number)[], value: unknown, expected: string): void => {
    const params = { key: path.join("."), got: describeValue(value), expected };
    findings.push(finding("SKILL_HOOKS_MALFORMED", { file, line: document.lineOf(path) }, params));
  };
  const own = metadata[program];
  if (own === undefined || own === null) return [];
  if (!isTable(own)) {
    malformed(["metadata", program], own, "a table");
    return [];
  }
  const path = hooksOf(program);
  if (own.hooks === undefined || own.hooks === null) return [];
  if (isOneHook(own.hooks)) return listDrafts(file, document, path, own.hooks, findings);
  if (!Array.isArray(own.hooks)) {
    malformed(path, own.hooks, "a list of hooks");
    return [];
  }
  return draftsIn(file, document, path, own.hooks).filter((draft, index) => {
    if (isTable(draft.table)) return true;
    malformed([...path, index], draft.table, "a table with event and command");
    return false;
  });
}
