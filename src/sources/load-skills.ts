import { join } from "node:path";
import { spoilt } from "../dialects/agh/draft.ts";
import type { Owner } from "../dialects/agh/owner.ts";
import { readSkillFile, type SkillFile, skillHookName } from "../dialects/agh/skill-file.ts";
import type { SkillSource } from "../engine/hook.ts";
import type { FileReader } from "./file-reader.ts";
import { findSkillFolders, skillFileIn } from "./find-skills.ts";
import type { LoadedAgent } from "./load-agents.ts";
import { configOwner, folderOf, type HookRoot, hookRoots, type Loading } from "./load-request.ts";
import { admit, type Marketplace, openMetaReader, readMarketplace } from "./marketplace.ts";
import { addDraft, addFindings, addShadow, emptyPile } from "./pile.ts";
import type { Workspace } from "./workspace.ts";

/** Reads the hooks of all SKILL.md files: those for every agent, then those that lie in an agent's own folder. */
export function loadSkills(loading: Loading, agents: readonly LoadedAgent[]): void {
  const roots = hookRoots(loading).reverse();
  const skills = roots.flatMap((root) =>
    skillsUnder(loading.reader, folderOf(root, "skills"), root.skillSource).map((skill) => ({
      ...skill,
      belongsTo: root.belongsTo,
    })),
  );
  addSkills(loading, skills, null);
  for (const { name, folder, root, over } of agents) {
    const before = loading.pile.hooks.length;
    addSkills(loading, skillsOf(loading, folder, root), name);
    if (over === null) continue;
    // With an agent of the user's the skills in its folder would go as well.
    const pile = emptyPile();
    addSkills({ ...loading, pile }, skillsOf(loading, over.folder, over.root), name);
    const place = { dialect: "agh", file: join(folder, "AGENT.md"), line: 1 };
    addShadow(loading.pile, place, loading.pile.hooks.slice(before), pile.hooks);
  }
}

function skillsOf({ reader }: Loading, agentFolder: string, { skillSource, belongsTo }: HookRoot): Skill[] {
  return skillsUnder(reader, join(agentFolder, "skills"), skillSource).map((skill) => ({ ...skill, belongsTo }));
}

interface Skill {
  readonly file: SkillFile;
  readonly text: string;
  readonly source: SkillSource;
  readonly marketplace: Marketplace | null;
  readonly belongsTo: Workspace | null;
}

function skillsUnder(reader: FileReader, folder: string, source: SkillSource): Omit<Skill, "belongsTo">[] {
  const metaIn = openMetaReader(reader);
  return findSkillFolders(reader, folder).flatMap((entry) => {
    const path = skillFileIn(entry);
    const text = reader.read(path);
    if (text === null) return [];
    const file = readSkillFile(path, entry.name, text);
    const marketplace = source === "user" ? readMarketplace(metaIn, entry, file, text) : null;
    return { file, text, source: marketplace ? "marketplace" : source, marketplace };
  });
}

/** Of skills with the same name the later one counts; what came from a marketplace yields to what the user wrote. */
function addSkills(loading: Loading, skills: readonly Skill[], agentName: string | null): void {
  const inOrder = [
    ...skills.filter(({ marketplace }) => marketplace),
    ...skills.filter(({ marketplace }) => !marketplace),
  ];
  const byName = new Map(inOrder.map((skill) => [skill.file.name, skill]));
  for (const skill of inOrder) {
    const owner = ownerOf(loading, skill, agentName);
    addFindings(loading.pile, skill.file, skill.text, owner);
    if (byName.get(skill.file.name) !== skill) continue;
    const before = loading.pile.hooks.length;
    addHooks(loading, skill, owner);
    if (skill.belongsTo === null) continue;
    const yours = inOrder.findLast((one) => one.belongsTo === null && one.file.name === skill.file.name);
    if (yours === undefined) continue;
    const pile = emptyPile();
    addHooks({ ...loading, pile }, yours, ownerOf(loading, yours, agentName));
    addShadow(
      loading.pile,
      { dialect: "agh", file: skill.file.file, line: 1 },
      loading.pile.hooks.slice(before),
      pile.hooks,
    );
  }
}

function addHooks(loading: Loading, { file, marketplace }: Skill, owner: Owner): void {
  const admitted = marketplace && admit(marketplace, file, loading.settings.allowedMarketplaceHooks);
  if (admitted?.finding) loading.pile.findings.push(admitted.finding);
  if (admitted?.kind === "not-allowed") return;
  for (const [index, draft] of file.drafts.entries()) {
    const defaultName = skillHookName(file.name, index, file.drafts.length);
    addDraft(loading.pile, admitted?.finding ? spoilt(draft, admitted.finding) : draft, { ...owner, defaultName });
  }
}

function ownerOf(loading: Loading, { source, belongsTo }: Skill, agentName: string | null): Owner {
  const owner = configOwner(loading, loading.wire, belongsTo);
  return { ...owner, source: "skill", skillSource: source, agentName };
}
