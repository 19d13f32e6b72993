import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findWorktree } from "../lib/shadow-git/find-worktree.ts";
import { begin, end } from "../lib/shadow-git/record.ts";
import { withShadow } from "../lib/shadow-git/shadow.ts";
import { undo } from "../lib/shadow-git/undo.ts";

/*
 * A process that takes snapshots until it has made as many steps as it was told, or somebody ends it:
 * `node snapshot-process.fixture.ts ROOT DATA_DIR SESSION STEPS`. Prints a line after each step. With `undo` in the place
 * of a number it undoes the session's last step.
 */
const [root = "", dataDir = "", session = "", steps = ""] = process.argv.slice(2);
const worktree = findWorktree(root);
if (worktree === null) throw new Error(`${root} is no worktree.`);
const place = { dataDir, environment: process.env, signal: null, waitMs: 60_000 };
const moment = () => ({ session, event: "step.end", now: new Date() });

if (steps === "undo") {
  const choice = { kind: "steps", steps: 1 } as const;
  const request = { session, choice, force: false, dryRun: false, now: new Date() };
  await withShadow(worktree, place, (shadow) => undo(shadow, request));
}

for (let step = 0; step < Number(steps); step++) {
  await withShadow(worktree, place, (shadow) => begin(shadow, "step", moment()));
  for (const name of ["a", "b", "c"]) writeFileSync(join(root, `${session}-${name}`), `${session} ${step} ${name}\n`);
  await withShadow(worktree, place, (shadow) => end(shadow, "step", moment()));
  process.stdout.write(`${step}\n`);
}
