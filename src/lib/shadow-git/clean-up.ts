import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../write-atomically.ts";
import { forgetOldBeginnings } from "./beginnings.ts";
import { forgetOldCheckpoints } from "./checkpoints.ts";
import { repositoryOf, rulesFile, shadowsFolder, worktreeFile } from "./place.ts";
import type { Shadow } from "./shadow.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const keptDays = 7;

/** Forgets checkpoints of more than seven days ago, and once a day has git pack the rest and remove what nobody needs. */
export async function cleanUp(shadow: Shadow, dataDir: string, now: Date): Promise<void> {
  const { directory } = shadow;
  const before = new Date(now.getTime() - keptDays * dayMs);
  const beginnings = forgetOldBeginnings(directory, before);
  const checkpoints = forgetOldCheckpoints(directory, before);
  if (!isDue(directory, now)) return;
  const trees = [
    ...beginnings.map(({ tree }) => tree),
    ...checkpoints.flatMap((checkpoint) => [checkpoint.before, checkpoint.after]),
  ];
  await markKept(shadow, new Set(trees));
  // We hold the lock, so a note of another collector can only be left over from one that was killed.
  await shadow.git(["gc", "--quiet", "--force", `--prune=${keptDays}.days.ago`]);
  removeLeftOvers(directory, now, new Set([shadow.rules, ...beginnings.map(({ rules }) => rules)]));
  removeOrphans(shadowsFolder(dataDir), before);
  writeAtomically(dueFile(directory), now.toISOString());
}

function dueFile(directory: string): string {
  return join(directory, "cleaned");
}

function isDue(directory: string, now: Date): boolean {
  try {
    const last = new Date(readFileSync(dueFile(directory), "utf8")).getTime();
    return !(Math.abs(now.getTime() - last) < dayMs);
  } catch {
    return true;
  }
}

/** Names the trees that must stay. Without commits nothing else tells git, and an old tree may be part of a new checkpoint. */
async function markKept(shadow: Shadow, trees: ReadonlySet<string>): Promise<void> {
  const folder = "refs/kept/";
  const output = await shadow.git(["for-each-ref", "--format=%(refname)", folder]);
  const marked = new Set(output.toString("utf8").split("\n").filter(Boolean));
  const known = await existing(shadow, [...trees]);
  const commands = [
    ...[...marked].filter((name) => !trees.has(name.slice(folder.length))).map((name) => `delete ${name}`),
    ...known.filter((tree) => !marked.has(folder + tree)).map((tree) => `create ${folder}${tree} ${tree}`),
  ];
  if (commands.length === 0) return;
  await shadow.git(["update-ref", "--stdin"], { input: commands.map((command) => `${command}\n`).join("") });
}

async function existing(shadow: Shadow, trees: readonly string[]): Promise<string[]> {
  const input = trees.map((tree) => `${tree}\n`).join("");
  const output = await shadow.git(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { input });
  const lines = output.toString("utf8").split("\n");
  return lines.filter((line) => line.endsWith(" tree")).map((line) => line.slice(0, line.indexOf(" ")));
}

/** What processes that were killed have left lying about, and rules that no capture refers to. */
function removeLeftOvers(directory: string, now: Date, rules: ReadonlySet<string>): void {
  const isOld = (path: string) => now.getTime() - statSync(path).mtimeMs > hourMs;
  const leftOvers = [
    ...namesIn(directory).filter((name) => name.startsWith("scratch.")),
    ...namesIn(repositoryOf(directory))
      .filter((name) => name.startsWith("index."))
      .map((name) => join("repository", name)),
    ...["begun", "checkpoints", "undone", "rules", "."].flatMap((folder) =>
      namesIn(join(directory, folder))
        .filter((name) => name.endsWith(".new"))
        .map((name) => join(folder, name)),
    ),
  ];
  for (const path of leftOvers.map((name) => join(directory, name))) {
    if (isOld(path)) rmSync(path, { recursive: true, force: true });
  }
  for (const name of namesIn(join(directory, "rules"))) {
    if (!rules.has(name)) rmSync(rulesFile(directory, name), { force: true });
  }
}

/** Removes the shadows of worktrees that are gone. */
function removeOrphans(folder: string, before: Date): void {
  for (const name of namesIn(folder)) {
    const directory = join(folder, name);
    const root = textOf(worktreeFile(directory));
    const lastUse = statSync(join(repositoryOf(directory), "index"), { throwIfNoEntry: false })?.mtime;
    if (root !== null && !existsSync(root) && lastUse && lastUse < before) {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
