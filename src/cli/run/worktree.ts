import { resolve } from "node:path";
import type { Hookline } from "../../app/open-hookline.ts";
import { dataDirOf, type Place } from "../../app/place.ts";
import { Problem } from "../../errors/problem.ts";
import { printableLine } from "../../lib/printable.ts";
import { createWorktree } from "../../runtime/worktree/create.ts";
import { removeWorktree } from "../../runtime/worktree/remove.ts";
import { type SettleOptions, settleWorktree } from "../../runtime/worktree/settle.ts";
import type { Worktree } from "../../runtime/worktree/worktree.ts";
import type { Invocation } from "../command.ts";
import { warnOn } from "../warn.ts";

/** Where a run works: in the directory it was started in, or in a worktree made for it. */
export interface RunPlace {
  readonly place: Place;
  readonly cwd: string;
  /** The root of the workspace whose hooks apply. */
  readonly workspace: string;
  /** Tells hooks of the worktree, if there is one. They may refuse that the run begins. */
  readonly announce: (hookline: Hookline, agent: string | null) => Promise<void>;
  /** Removes a worktree in which nothing was left to keep. */
  readonly settle: (isInteractive: boolean) => Promise<void>;
  /** Removes the worktree of a run that could not begin, unless something is in it. */
  readonly abandon: () => Promise<void>;
}

/**
 * Makes the worktree that `--worktree` asks for. Hooks are those of the repository it is made from, as they were trusted
 * there; they and the agent's tools work in the worktree.
 */
export async function enterWorktree(invocation: Invocation, place: Place): Promise<RunPlace> {
  const { terminal, world, flags } = invocation;
  const { environment } = place;
  const asked = flags.worktree;
  const root = place.workspace ?? place.cwd;
  if (typeof asked !== "string") {
    if (flags["worktree-base"] !== undefined)
      throw new Problem("USAGE_FLAG_NEEDS_OTHER", { flag: "--worktree-base", other: "--worktree" });
    const cwd = place.workspace === null ? world.cwd : resolve(world.cwd, place.workspace);
    const nothing = async () => undefined;
    return { place, cwd, workspace: root, announce: nothing, settle: nothing, abandon: nothing };
  }
  const base = flags["worktree-base"];
  const worktree: Worktree = await createWorktree({
    sourceDir: resolve(world.cwd, root),
    dataDir: dataDirOf(place),
    name: asked === "" ? null : asked,
    ...(typeof base === "string" && { base }),
    environment,
  });
  let isRefused = false;
  terminal.err(`Working in ${printableLine(worktree.path)} on branch ${worktree.branch}.\n`);
  return {
    place: { ...place, workspace: worktree.sourceDir },
    cwd: worktree.cwd,
    workspace: worktree.sourceDir,
    announce: async (hookline, agent) => {
      const verdict = await hookline.engine.fire("worktree.created", {
        workspace_id: hookline.workspace.id,
        workspace: hookline.workspace.root,
        ...(agent !== null && { agent_name: agent }),
        cwd: worktree.cwd,
        worktree_path: worktree.path,
        worktree_branch: worktree.branch,
        worktree_source_dir: worktree.sourceDir,
      });
      for (const { text } of [...verdict.contexts, ...verdict.messages]) terminal.err(`${printableLine(text)}\n`);
      if (verdict.decision !== "deny") return;
      isRefused = true;
      await removeWorktree(worktree, environment, { losesWork: true });
      throw new Problem("WORKTREE_REFUSED", { reason: verdict.reason });
    },
    settle: (isInteractive) =>
      settle(isInteractive, async ({ files, commits }) => {
        const what = `${counted(files.length, "changed file")} and ${counted(commits, "new commit")}`;
        const said = await world.ask?.(`The worktree ${worktree.path} has ${what}. Throw them away? [y/N] `);
        return /^y(es)?$/i.test(said?.trim() ?? "");
      }),
    abandon: async () => {
      if (!isRefused) await settle(true, async () => false);
    },
  };

  async function settle(interactive: boolean, confirm: SettleOptions["confirm"]): Promise<void> {
    const settled = await settleWorktree(worktree, { interactive, environment, confirm });
    if (settled.kind === "removed") terminal.err("The worktree was removed.\n");
    else if (settled.because === "failed")
      warnOn(terminal)(`The worktree was kept: ${settled.why}`, `Look at ${worktree.path}.`);
    else {
      const path = printableLine(worktree.path);
      terminal.err(`The worktree stays: ${path} (branch ${worktree.branch}).\n`);
      terminal.err(`  git -C ${path} status\n  git worktree remove ${path}\n`);
    }
  }
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
