import { stringify } from "smol-toml";
import { contractOf } from "../../../catalog/catalog.ts";
import { goDuration } from "../../../lib/go-duration.ts";
import { toPathMatch } from "../tools/pattern.ts";
import { numbered } from "./numbered.ts";
import type { Fitted, Target } from "./target.ts";

type Table = Readonly<Record<string, unknown>>;

/** AGH's `[[hooks.declarations]]`. */
export const toAgh: Target = {
  dialect: "agh",
  runs: ["program", "shell", "builtin"],
  hasAsync: true,
  hasEnv: true,
  hasCwd: false,
  hasMetadata: true,
  hasDescription: true,
  priorities: { least: -(2 ** 31), most: 2 ** 31 - 1, usual: 500 },
  nearestTimeout: (ms) => ms,
  saysTool: (pattern) => toPathMatch(pattern) !== null,
  skipsFailures: false,
  failsClosed: () => false,
  canBlock: (event) => contractOf(event).sync,
  // A later declaration replaces an earlier one of the same name.
  nameFor: (name, taken) => numbered(name, taken, (count) => `${name} (${count})`),
  print(hooks, level) {
    const declarations = hooks.map(declarationOf);
    const path = level === "workspace" ? ".hookline/config.toml" : "config.toml";
    return [{ path, text: `${stringify({ hooks: { declarations } })}\n`, isExecutable: false }];
  },
};

const usualTimeoutMs = 5_000;

function declarationOf(fitted: Fitted): Table {
  const { hook, runs, conditions, tool, env } = fitted;
  const matcher = { ...(tool !== null && { tool_name: toPathMatch(tool) }), ...tableOf(conditions) };
  const metadata = { ...hook.metadata, ...(hook.description !== null && { description: hook.description }) };
  return {
    name: fitted.name,
    event: fitted.event,
    mode: fitted.mode,
    ...(fitted.onFailure === "block" && { required: true }),
    ...(fitted.priority !== null && { priority: fitted.priority }),
    ...(fitted.timeoutMs !== usualTimeoutMs && { timeout: goDuration(fitted.timeoutMs) }),
    ...commandOf(runs),
    ...(hasKeys(env) && runs.kind !== "builtin" && { env }),
    ...(runs.kind === "builtin" && { executor: builtinOf(runs, env) }),
    ...(hasKeys(matcher) && { matcher }),
    ...(hasKeys(metadata) && { metadata }),
  };
}

function commandOf(runs: Fitted["runs"]): Table {
  if (runs.kind === "builtin") return {};
  if (runs.kind === "prompt") throw new TypeError("AGH has no prompts.");
  const [command = "", ...args] = runs.kind === "shell" ? ["/bin/sh", "-c", runs.text] : runs.words;
  return { command, ...(args.length > 0 && { args }) };
}

function builtinOf({ name, args }: Extract<Fitted["runs"], { kind: "builtin" }>, env: Table): Table {
  return { kind: "builtin", command: name, ...(args.length > 0 && { args }), ...(hasKeys(env) && { env }) };
}

/** Keys of `autonomy` stand in a table of their own. */
function tableOf(conditions: Fitted["conditions"]): Table {
  const table: Record<string, unknown> = {};
  const autonomy: Record<string, unknown> = {};
  for (const { key, pattern } of conditions) {
    if (key.startsWith("autonomy.")) autonomy[key.slice("autonomy.".length)] = pattern;
    else table[key] = key === "tool_read_only" ? pattern === "true" : pattern;
  }
  return hasKeys(autonomy) ? { ...table, autonomy } : table;
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}
