import { type Finding, finding } from "../../errors/problem.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable } from "../../lib/source-document.ts";
import type { Collected } from "./collected.ts";
import { compileHooks } from "./hooks-table.ts";
import type { Owner } from "./owner.ts";
import { below, entriesAt, lineOf, type Site } from "./site.ts";

type Table = Readonly<Record<string, unknown>>;

const builtin = (command: string, args: readonly string[] = []) => ({ type: "builtin", command, args });
const forEveryTool = (command: string) => ({ matcher: "*", hooks: [builtin(command)] });

/** Settings that are true or false, and the hooks that they stand for. */
const switches: Readonly<Record<string, Table>> = {
  add_date: { turn_start: builtin("add_date") },
  add_environment_info: { session_start: builtin("add_environment_info") },
  redact_secrets: {
    pre_tool_use: forEveryTool("redact_secrets"),
    before_llm_call: builtin("redact_secrets"),
    tool_response_transform: forEveryTool("redact_secrets"),
  },
};
const saferShell = { pre_tool_use: { ...forEveryTool("safer_shell"), preempt_yolo: true } };
const snapshots = Object.fromEntries(
  ["session_start", "turn_start", "turn_end", "session_end"].map((event) => [event, builtin("snapshot")]),
);
const limiter = {
  tool_response_transform: forEveryTool("limit_large_tool_results"),
  session_end: builtin("limit_large_tool_results"),
};

/** Compiles the settings of an agent that stand for hooks. With `spoiltBy` all is checked, but nothing of it runs. */
export function compileShorthands(
  agent: Table,
  site: Site,
  owner: Owner,
  out: Collected,
  spoiltBy: Finding | null = null,
): void {
  for (const [key, hooks] of Object.entries(switches)) {
    const value = agent[key];
    if (value === undefined || value === null || value === false) continue;
    const at = below(site, key);
    compileHooks(hooks, at, owner, out, value === true ? spoiltBy : wrong(at, "true or false", value, out));
  }
  compilePromptFiles(agent.add_prompt_files, below(site, "add_prompt_files"), owner, out, spoiltBy);
  compileToolsets(agent.toolsets, below(site, "toolsets"), owner, out, spoiltBy);
}

/** Finds settings of an agent at the top of a file, where they are nobody's: a guard must not disappear without a word. */
export function compileMisplacedShorthands(file: Table, site: Site, owner: Owner, out: Collected): void {
  for (const [key, hooks] of Object.entries(switches)) {
    if (file[key] === undefined || file[key] === null || file[key] === false) continue;
    const at = below(site, key);
    const params = { key, expected: `agents.<name>.${key}` };
    const problem = finding("HOOK_MISPLACED", { file: at.file, line: lineOf(at) }, params);
    out.findings.push(problem);
    compileHooks(hooks, at, owner, out, problem);
  }
}

function compilePromptFiles(files: unknown, site: Site, owner: Owner, out: Collected, spoiltBy: Finding | null): void {
  if (files === undefined || files === null) return;
  if (!Array.isArray(files) || !files.every((file) => typeof file === "string")) {
    const problem = wrong(site, "a list of file names", files, out);
    compileHooks({ turn_start: builtin("add_prompt_files") }, site, owner, out, problem);
  } else if (files.length > 0)
    compileHooks({ turn_start: builtin("add_prompt_files", files) }, site, owner, out, spoiltBy);
}

/** Toolsets are docker-agent's business; only the one setting that stands for a hook is read. */
function compileToolsets(toolsets: unknown, site: Site, owner: Owner, out: Collected, spoiltBy: Finding | null): void {
  for (const { site: here, value } of entriesAt(site, toolsets)) {
    if (!isTable(value) || value.safer === undefined || value.safer === null || value.safer === false) continue;
    const at = below(here, "safer");
    compileHooks(saferShell, at, owner, out, saferProblem(value, at, out) ?? spoiltBy);
  }
}

function saferProblem({ safer, type }: Table, at: Site, out: Collected): Finding | null {
  if (safer !== true) return wrong(at, "true or false", safer, out);
  if (type === "shell") return null;
  const params = { at: at.label, type: describeValue(type) };
  const problem = finding("TOOLSET_SAFER_MISPLACED", { file: at.file, line: lineOf(at) }, params);
  out.findings.push(problem);
  return problem;
}

/** Compiles what `settings.snapshot: true` stands for. */
export function compileSnapshots(site: Site, owner: Owner, out: Collected): void {
  compileHooks(snapshots, site, owner, out);
}

/** Compiles the hook that every agent file brings with it: results that no model could read are cut, last of all. */
export function compileLimiter(site: Site, owner: Owner, out: Collected): void {
  compileHooks(limiter, site, owner, out);
}

/** States what is wrong with a setting. Its hooks do not run then, and a guard among them refuses. */
function wrong(site: Site, expected: string, value: unknown, out: Collected): Finding {
  const params = { key: site.label, expected, got: describeValue(value) };
  const problem = finding("CONFIG_VALUE_INVALID", { file: site.file, line: lineOf(site) }, params);
  out.findings.push(problem);
  return problem;
}
