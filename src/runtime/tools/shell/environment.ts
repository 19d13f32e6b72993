import { runMarker, runVariable } from "../../../lib/process/run-marker.ts";
import { isSecretName } from "../../../lib/secret-name.ts";

type Variables = Readonly<Record<string, string>>;

/** Of our own variables, commands see where our files are, and how deep in hooks we are, so that what they fire goes on counting. */
const ownNames: ReadonlySet<string> = new Set(["HOOKLINE_HOME", "HOOKLINE_DEPTH"]);

/**
 * Takes from our environment what an agent's commands may see, and returns the function that completes it for one run.
 * Keys and other secrets are withheld, except for the names in `passed`.
 */
export function shellEnvironment(ours: NodeJS.ProcessEnv, passed: readonly string[]): (runId: string) => Variables {
  // bash takes a socket on stdin for a remote login and reads ~/.bashrc even for `-c` when SHLVL is not set.
  const variables: Record<string, string> = { SHLVL: "1" };
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && (passed.includes(name) || mayBeSeen(name))) variables[name] = value;
  }
  // Nobody can answer a pager, an editor or a question about a password.
  const quiet = { PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };
  return (runId) => ({ ...variables, ...quiet, [runVariable]: runMarker(ours[runVariable], runId) });
}

/** Keys, personal access tokens, addresses with a password in them, and what `mysql` calls a password. */
const oftenSecret = /(?:^|_)(?:KEY|PAT|AUTH|DSN)$|_PWD$/i;

function mayBeSeen(name: string): boolean {
  if (name.toUpperCase().startsWith("HOOKLINE_")) return ownNames.has(name);
  return !isSecretName(name) && !oftenSecret.test(name);
}
