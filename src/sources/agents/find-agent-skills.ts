import type { Skill } from "../../agent/agent-definition.ts";
import { parseFrontmatter } from "../../dialects/agh/parse-frontmatter.ts";
import { type Finding, finding, type Place } from "../../errors/problem.ts";
import { splitFrontmatter } from "../../lib/frontmatter.ts";
import { openFileReader } from "../file-reader.ts";
import { findSkillFolders, skillFileIn } from "../find-skills.ts";
import { folderOf, hookRoots, type LoadRequest } from "../load-request.ts";
import { valuesOf } from "./values.ts";

/** A skill, and whose it is. */
export interface FoundSkill {
  readonly skill: Skill;
  readonly text: string;
  readonly fromWorkspace: boolean;
  /** The user's own skill of that name, whose place it would take. */
  readonly over: FoundSkill | null;
}

export interface FoundSkills {
  readonly byName: ReadonlyMap<string, FoundSkill>;
  readonly findings: readonly Finding[];
}

/** Finds all skills; of several with one name the strongest root's counts, and the user's own is kept beside a workspace's. */
export function findSkills(request: LoadRequest): FoundSkills {
  const reader = openFileReader({ signed: false });
  const byName = new Map<string, FoundSkill>();
  const findings: Finding[] = [];
  for (const root of hookRoots(request)) {
    const fromWorkspace = root.belongsTo !== null;
    for (const folder of findSkillFolders(reader, folderOf(root, "skills"))) {
      const file = skillFileIn(folder);
      const text = reader.read(file);
      const skill = text === null ? null : readSkill(file, folder.name, text, findings);
      if (skill === null || text === null) continue;
      const stronger = byName.get(skill.name);
      const found = { skill, text, fromWorkspace, over: null };
      if (stronger === undefined) byName.set(skill.name, found);
      else if (stronger.fromWorkspace && !fromWorkspace && stronger.over === null)
        byName.set(skill.name, { ...stronger, over: found });
    }
  }
  // Somebody's broken skill is no reason not to start an agent.
  const unread = reader.findings.map(({ file, line, what }) => unusable({ file, line }, what));
  return { byName, findings: [...findings, ...unread] };
}

/** Reads a SKILL.md. Skills are written for many programs, so keys that we do not know are none of our business. */
function readSkill(file: string, folder: string, text: string, findings: Finding[]): Skill | null {
  const front = parseFrontmatter(text);
  if (front.kind !== "document") {
    const [why, line] = front.kind === "missing" ? ["it has no frontmatter", 1] : [front.why.bad, front.why.line];
    findings.push(finding("AGENT_SKILL_UNREADABLE", { file, line }, { why }));
    return null;
  }
  const split = splitFrontmatter(text);
  const problems: Finding[] = [];
  const values = valuesOf(file, front.document, problems);
  const name = values.text("name")?.trim() || folder;
  const description = values.text("description")?.trim() ?? "";
  const mode = values.text("mode")?.trim() || (values.text("context")?.trim() === "fork" ? "fork" : "inline");
  if (mode !== "inline" && mode !== "fork") values.wrong("mode", `"inline" or "fork"`);
  findings.push(...problems.map(({ line, what }) => unusable({ file, line }, what)));
  if (problems.length > 0) return null;
  const body = typeof split === "string" ? "" : split.body;
  return { name, description, file, body, mode: mode === "fork" ? "fork" : "inline" };
}

function unusable(place: Place, what: string): Finding {
  return finding("AGENT_SKILL_UNREADABLE", place, { why: what.replace(/\.$/, "") });
}
