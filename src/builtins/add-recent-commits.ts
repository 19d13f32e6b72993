import type { Builtin } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";
import { positiveInteger } from "./positive-integer.ts";
import { runGit } from "./run-git.ts";

const usual = 10;

export const addRecentCommits: Builtin = {
  name: "add_recent_commits",
  summary: `Adds the newest commits, one line each; ${usual} of them unless told otherwise.`,
  events: bestOn("session.start"),
  args: "how many",
  example: '["20"]',
  async run(input, world) {
    const count = positiveInteger(input.args[0]) ?? usual;
    const quiet = ["--no-color", "--no-show-signature"];
    const commits = await runGit(input, world, ["log", "--oneline", ...quiet, "-n", String(count)]);
    return commits === "" ? undefined : asContext(input.event, `Recent commits:\n\n${commits}`);
  },
};
