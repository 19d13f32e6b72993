import { addContext } from "./add-context.ts";
import { addDate } from "./add-date.ts";
import { addDirectoryListing } from "./add-directory-listing.ts";
import { addEnvironmentInfo } from "./add-environment-info.ts";
import { addGitDiff } from "./add-git-diff.ts";
import { addGitStatus } from "./add-git-status.ts";
import { addPromptFiles } from "./add-prompt-files.ts";
import { addRecentCommits } from "./add-recent-commits.ts";
import { addUserInfo } from "./add-user-info.ts";
import type { Builtin } from "./builtin.ts";
import { httpPost } from "./http-post.ts";
import { limitLargeToolResults } from "./limit-large-tool-results.ts";
import { maxIterations } from "./max-iterations.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { saferShell } from "./safer-shell.ts";
import { snapshot } from "./snapshot.ts";
import { unload } from "./unload.ts";

/** In the order the reference shows them: what tells the model something, what guards, what acts outside. */
const all: readonly Builtin[] = [
  addDate,
  addEnvironmentInfo,
  addDirectoryListing,
  addUserInfo,
  addPromptFiles,
  addGitStatus,
  addGitDiff,
  addRecentCommits,
  addContext,
  maxIterations,
  redactSecrets,
  limitLargeToolResults,
  snapshot,
  saferShell,
  httpPost,
  unload,
];

/** Every built-in hook by its name. `npm run generate` brings known-builtins.ts and the reference up to date with it. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(all.map((builtin) => [builtin.name, builtin]));
