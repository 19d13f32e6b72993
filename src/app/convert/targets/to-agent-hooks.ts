import { dump } from "js-yaml";
import { contractOf } from "../../../catalog/catalog.ts";
import { printableLine } from "../../../lib/printable.ts";
import { shellLine } from "../../../lib/shell-words.ts";
import { asSearch } from "../tools/pattern.ts";
import { numbered } from "./numbered.ts";
import type { Fitted, OutputFile, Target } from "./target.ts";

const usualTimeoutMs = 30_000;

/** A folder for each hook, with a `HOOK.md` and the script that it runs. */
export const toAgentHooks: Target = {
  dialect: "agent-hooks",
  runs: ["program", "shell"],
  hasAsync: true,
  hasEnv: false,
  hasCwd: false,
  hasMetadata: true,
  hasDescription: true,
  priorities: { least: 0, most: 1000, usual: 100 },
  nearestTimeout: (ms) => Math.min(600_000, Math.max(100, Math.ceil(ms))),
  saysTool: () => true,
  skipsFailures: true,
  failsClosed: () => false,
  canBlock: (event) => contractOf(event).deny !== "none",
  nameFor(name, taken) {
    const word = slug(name, longestName);
    return numbered(word, taken, (count) => `${slug(word, longestName - 4)}-${count}`);
  },
  print(hooks, level) {
    const folder = level === "workspace" ? ".agents/hooks" : "agents/hooks";
    return hooks.flatMap((fitted) => filesOf(fitted, `${folder}/${fitted.name}`));
  },
};

const longestName = 64;

/** Names there are lower-case words with hyphens. */
function slug(name: string, longest: number): string {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return Array.from(words.join("-")).slice(0, longest).join("").replace(/-+$/, "") || "hook";
}

function filesOf(fitted: Fitted, folder: string): OutputFile[] {
  const front = dump(frontmatter(fitted), { lineWidth: 120 });
  const title = `# ${printableLine(fitted.hook.name)}\n`;
  const declaration = { path: `${folder}/HOOK.md`, text: `---\n${front}---\n\n${title}`, isExecutable: false };
  const script = { path: `${folder}/scripts/run`, text: scriptOf(fitted.runs), isExecutable: true };
  return isThere(fitted.runs, folder) ? [declaration] : [declaration, script];
}

/** The script of a hook that comes home lies where it always lay. */
function isThere(runs: Fitted["runs"], folder: string): boolean {
  const [only, ...others] = runs.kind === "program" ? runs.words : [];
  return only?.startsWith(`./${folder}/`) === true && others.length === 0;
}

function scriptOf(runs: Fitted["runs"]): string {
  const words = runs.kind === "program" ? runs.words : [];
  return runs.kind === "shell" ? `#!/bin/sh\n${runs.text}\n` : `#!/bin/sh\nexec ${shellLine(words)}\n`;
}

function frontmatter(fitted: Fitted): Record<string, unknown> {
  const { hook, tool, conditions } = fitted;
  const matcher = {
    ...(tool !== null && { tool: asSearch(tool) }),
    ...Object.fromEntries(conditions.map(({ key, pattern }) => [key, pattern])),
  };
  return {
    name: fitted.name,
    description: hook.description ?? `Converted from ${hook.dialect}: ${hook.name}`.slice(0, 1024),
    trigger: fitted.event,
    ...(Object.keys(matcher).length > 0 && { matcher }),
    ...(fitted.timeoutMs !== usualTimeoutMs && { timeout: fitted.timeoutMs }),
    ...(fitted.mode === "async" && { async: true }),
    ...(fitted.priority !== null && { priority: fitted.priority }),
    ...(fitted.onFailure !== null && { on_failure: fitted.onFailure }),
    ...(Object.keys(hook.metadata).length > 0 && { metadata: hook.metadata }),
  };
}
