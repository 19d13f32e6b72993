import { standardToolNames } from "../../../dialects/claude/tool-aliases.ts";

/** The tools that each dialect's own agent has. Others may exist everywhere: servers bring more. */
const tools: Readonly<Record<string, ReadonlySet<string>>> = {
  claude: new Set([
    ...standardToolNames,
    ...words("Agent AskUserQuestion BashOutput ExitPlanMode KillShell LSP ListMcpResourcesTool MultiEdit NotebookEdit"),
    ...words(
      "NotebookRead ReadMcpResourceTool Skill SlashCommand Task TaskCreate TaskGet TaskList TaskOutput TaskStop",
    ),
    ...words("TaskUpdate ToolSearch EnterPlanMode EnterWorktree SendMessage"),
  ]),
  "docker-agent": new Set([
    ...words("shell run_background_job list_background_jobs view_background_job stop_background_job read_file"),
    ...words(
      "read_multiple_files edit_file write_file list_directory directory_tree create_directory remove_directory",
    ),
    ...words(
      "search_files_content think fetch create_todo create_todos update_todos list_todos add_memory get_memories",
    ),
    ...words("delete_memory transfer_task handoff user_prompt"),
  ]),
  "agent-hooks": new Set(
    words("Shell ReadFile ReadMediaFile WriteFile StrReplaceFile Glob Grep SearchWeb FetchURL Task SetTodoList Think"),
  ),
};
const none: ReadonlySet<string> = new Set();

/** The names of a dialect's tools, as far as they are known; AGH has none of its own. */
export function knownTools(dialect: string): ReadonlySet<string> {
  return tools[dialect] ?? none;
}

/** The tool that a name must have meant because it differs only in case and in dashes; null when there is none. */
export function misspeltTool(name: string, dialect: string): string | null {
  const known = knownTools(dialect);
  if (known.has(name)) return null;
  const wanted = plain(name);
  return [...known].find((tool) => plain(tool) === wanted) ?? null;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function words(list: string): readonly string[] {
  return list.split(" ");
}
