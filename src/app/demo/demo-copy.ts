import { execFile } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Problem } from "../../errors/problem.ts";
import { packageRoot } from "../package-facts.ts";
import type { Place } from "../place.ts";
import { reviewTrust, trust, undecided } from "../trust.ts";

/** Made for one demo: what happens in it happens to nothing else. */
export interface DemoCopy {
  readonly root: string;
  /** How many hooks of it run. */
  readonly hooks: number;
}

/** What the scripted model of the example says; the path is inside the example. */
export const demoScript = "session.yaml";

/** What the example's own hooks write where it lies. */
const leftover = "notifications.log";

/** As fast as people read. */
const readingPace = "\n# Somebody watches.\ndelay_ms: 300\nchunk: 4\nchunk_delay_ms: 12\n";

/**
 * Copies the example workspace into a temporary directory, commits it there and trusts its hooks. It cannot lie in the user's
 * own Hookline folder: agents may not write there.
 */
export async function makeDemoCopy(place: Place, { isPaced }: { readonly isPaced: boolean }): Promise<DemoCopy> {
  const folder = realpathSync(mkdtempSync(join(place.environment.TMPDIR || tmpdir(), "hookline-demo-")));
  const root = join(folder, "guarded-repo");
  cpSync(exampleWorkspace(), root, { recursive: true, filter: (path) => !path.endsWith(leftover) });
  if (isPaced) appendFileSync(join(root, demoScript), readingPace);
  await commitAll(root, place.environment);
  // The example comes with this package, so it is as good as the package itself.
  const review = reviewTrust({ ...place, workspace: root, cwd: root });
  await trust(review, undecided(review));
  return { root, hooks: review.subjects.filter(({ kind }) => kind === "hook").length };
}

function exampleWorkspace(): string {
  const path = join(packageRoot(), "examples", "guarded-repo");
  if (!existsSync(path)) throw new Problem("EXAMPLE_MISSING", { path });
  return path;
}

/** Without git the demo has one hook less that finds something to say, which is no reason not to show it. */
async function commitAll(root: string, environment: Place["environment"]): Promise<void> {
  const own = Object.entries(environment).filter(([name]) => !name.startsWith("GIT_"));
  const nobodysSettings = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };
  const env = { ...Object.fromEntries(own), ...nobodysSettings };
  const author = ["-c", "user.name=Hookline demo", "-c", "user.email=demo@hookline.example"];
  const steps = [
    ["-c", "init.defaultBranch=main", "init", "--quiet", "--template="],
    ["add", "--all"],
    [...author, "commit", "--quiet", "--message", "Start the shop"],
  ];
  try {
    for (const args of steps) await promisify(execFile)("git", args, { cwd: root, env, timeout: 10_000 });
  } catch {}
}
