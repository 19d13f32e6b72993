import type { Builtin } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";
import { runGit } from "./run-git.ts";

export const addGitStatus: Builtin = {
  name: "add_git_status",
  summary: "Adds what git status says about the working directory: the branch and the changed files.",
  events: bestOn("step.start"),
  args: "",
  example: "",
  async run(input, world) {
    // Looking for changes inside submodules would run git with their configuration.
    const status = await runGit(input, world, ["status", "--short", "--branch", "--ignore-submodules=dirty"]);
    return status === "" ? undefined : asContext(input.event, `Current git status:\n\n${status}`);
  },
};
