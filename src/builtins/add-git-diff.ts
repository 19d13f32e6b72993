import type { Builtin } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";
import { runGit } from "./run-git.ts";

export const addGitDiff: Builtin = {
  name: "add_git_diff",
  summary: "Adds the unstaged changes: a summary per file, or the diff itself; at most 4 KiB.",
  events: bestOn("step.start"),
  args: '"full" for the diff itself',
  example: '["full"]',
  async run(input, world) {
    const isFull = input.args[0] === "full";
    const quiet = ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty"];
    const diff = await runGit(input, world, ["diff", ...quiet, ...(isFull ? [] : ["--stat"])]);
    const header = isFull ? "Unstaged changes (git diff):" : "Unstaged changes by file (git diff --stat):";
    return diff === "" ? undefined : asContext(input.event, `${header}\n\n${diff}`);
  },
};
