import { finding } from "../../errors/problem.ts";
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

/** Compiles the settings of an agent that stand for hooks. */
export function compileShorthands(agent: Table, site: Site, owner: Owner, out: Collected): void {
  for (const [key, hooks] of Object.entries(switches)) {
    const value = agent[key];
    if (value === true) compileHooks(hooks, below(site, key), owner, out);
    else if (value !== undefined && value !== null && value !== false)
      wrong(below(site, key), "true or false", value, out);
  }
  compilePromptFiles(agent.add_prompt_files, below(site, "add_prompt_files"), owner, out);
  compileToolsets(agent.toolsets, below(site, "toolsets"), owner, out);
}

function compilePromptFiles(files: unknown, site: Site, owner: Owner, out: Collected): void {
  if (files === undefined || files === null) return;
  if (!Array.isArray(files) || !files.every((file) => typeof file === "string")) {
    wrong(site, "a list of file names", files, out);
  } else if (files.length > 0) compileHooks({ turn_start: builtin("add_prompt_files", files) }, site, owner, out);
}

/** Toolsets are docker-agent's business; only the one setting that stands for a hook is read. */
function compileToolsets(toolsets: unknown, site: Site, owner: Owner, out: Collected): void {
  if (!Array.isArray(toolsets)) return;
  for (const { site: here, value } of entriesAt(site, toolsets)) {
    if (!isTable(value) || value.safer === undefined || value.safer === null || value.safer === false) continue;
    const at = below(here, "safer");
    if (value.safer !== true) wrong(at, "true or false", value.safer, out);
    else if (value.type === "shell") compileHooks(saferShell, at, owner, out);
    else {
      const params = { at: at.label, type: describeValue(value.type) };
      out.findings.push(finding("TOOLSET_SAFER_MISPLACED", { file: at.file, line: lineOf(at) }, params));
    }
  }
}

/** Compiles what `settings.snapshot: true` stands for. */
export function compileSnapshots(site: Site, owner: Owner, out: Collected): void {
  compileHooks(snapshots, site, owner, out);
}

/** Compiles the hook that every agent file brings with it: results that no model could read are cut, last of all. */
export function compileLimiter(site: Site, owner: Owner, out: Collected): void {
  compileHooks(limiter, site, owner, out);
}

function wrong(site: Site, expected: string, value: unknown, out: Collected): void {
  const params = { key: site.label, expected, got: describeValue(value) };
  out.findings.push(finding("CONFIG_VALUE_INVALID", { file: site.file, line: lineOf(site) }, params));
}
