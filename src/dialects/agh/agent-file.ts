import { type Finding, finding } from "../../errors/problem.ts";
import { describeValue } from "../../lib/describe-value.ts";
import type { SourceDocument } from "../../lib/source-document.ts";
import { spoilt } from "./draft.ts";
import { type HookFile, listDrafts, unparsedFile } from "./hook-file.ts";
import { misplacedDrafts } from "./misplaced.ts";
import { parseFrontmatter } from "./parse-frontmatter.ts";

/** Reads the hooks of an AGENT.md. An agent is known by the name of its folder, and its file must agree. */
export function readAgentFile(file: string, folder: string, text: string): HookFile {
  const front = parseFrontmatter(text);
  if (front.kind === "unparsed") return unparsedFile(file, front.format, front.why);
  if (front.kind === "missing") {
    const problem = finding("FRONTMATTER_MISSING", { file, line: 1 }, { file: "AGENT.md" });
    return { file, drafts: [], findings: [problem], unreadable: null };
  }
  const { document } = front;
  const findings: Finding[] = [];
  const drafts = [
    ...listDrafts(file, document, ["hooks"], document.value.hooks, findings),
    ...misplacedDrafts(file, document, [["hooks"]], findings),
  ];
  const mismatch = nameMismatch(file, folder, document);
  if (mismatch) findings.push(mismatch);
  return {
    file,
    drafts: mismatch ? drafts.map((draft) => spoilt(draft, mismatch)) : drafts,
    findings,
    unreadable: null,
  };
}

function nameMismatch(file: string, folder: string, document: SourceDocument): Finding | null {
  const { name } = document.value;
  if (name === undefined || name === null || (typeof name === "string" && name.trim() === folder)) return null;
  const written = typeof name === "string" ? name.trim() : describeValue(name);
  return finding("AGENT_NAME_MISMATCH", { file, line: document.lineOf(["name"]) }, { name: written, folder });
}
