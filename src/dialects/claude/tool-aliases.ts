/** Agentao's names of tools, and what Claude Code calls the same tools. */
const standard: Readonly<Record<string, string>> = {
  read_file: "Read",
  write_file: "Write",
  replace: "Edit",
  run_shell_command: "Bash",
  glob: "Glob",
  search_file_content: "Grep",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  list_directory: "LS",
  save_memory: "SaveMemory",
  ask_user: "AskUser",
  todo_write: "TodoWrite",
  plan_save: "PlanSave",
  plan_finalize: "PlanFinalize",
  activate_skill: "ActivateSkill",
};

/** Knows both spellings of a tool's name. A name nobody has listed is its own alias. */
export interface ToolAliases {
  readonly toClaude: (name: string) => string;
  readonly toAgentao: (name: string) => string;
  /** The name as given, then its other spellings. */
  readonly spellings: (name: string) => readonly string[];
}

/** Makes a table of aliases: the standard ones, and more of them (Agentao's name → Claude's) where an agent has such tools. */
export function toolAliases(more: Readonly<Record<string, string>> = {}): ToolAliases {
  const forward = new Map(Object.entries({ ...standard, ...more }));
  const back = new Map([...forward].map(([agentao, claude]) => [claude, agentao]));
  const toClaude = (name: string) => forward.get(name) ?? name;
  const toAgentao = (name: string) => back.get(name) ?? name;
  return { toClaude, toAgentao, spellings: (name) => [...new Set([name, toClaude(name), toAgentao(name)])] };
}

export const standardAliases = toolAliases();

/** Every name of a standard tool, in both spellings. */
export const standardToolNames: readonly string[] = Object.entries(standard).flat();
