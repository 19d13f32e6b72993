import type { OwnToolsetSpec } from "../../agent/agent-definition.ts";

export type OwnToolsetType = OwnToolsetSpec["type"];

/** The tools of each toolset of ours that files may name one by one. */
export const ownTools: Readonly<Record<OwnToolsetType, readonly string[]>> = {
  shell: ["shell"],
  filesystem: ["read_file", "write_file", "edit_file", "list_directory", "find_files", "search_text"],
  todo: ["todo"],
  background_agents: [
    "run_background_agent",
    "list_background_agents",
    "view_background_agent",
    "stop_background_agent",
  ],
};

export const ownToolsetTypes = Object.keys(ownTools) as readonly OwnToolsetType[];

/** What other programs call the same tools. */
const otherNames: Readonly<Record<string, string>> = {
  bash: "shell",
  read: "read_file",
  read_multiple_files: "read_file",
  write: "write_file",
  edit: "edit_file",
  multiedit: "edit_file",
  ls: "list_directory",
  directory_tree: "list_directory",
  glob: "find_files",
  search_files: "find_files",
  grep: "search_text",
  search_files_content: "search_text",
  todowrite: "todo",
  create_todo: "todo",
  create_todos: "todo",
  update_todo: "todo",
  update_todos: "todo",
  list_todos: "todo",
};

/** What we call a tool, and which toolset has it; null when there is none of that name. */
export function ownTool(word: string): { readonly name: string; readonly toolset: OwnToolsetType } | null {
  const written = word.trim().toLowerCase();
  const name = Object.hasOwn(otherNames, written) ? (otherNames[written] ?? written) : written;
  const toolset = ownToolsetTypes.find((type) => ownTools[type].includes(name));
  return toolset === undefined ? null : { name, toolset };
}

/** The names that a file may use, for messages. */
export function ownToolNames(types: readonly OwnToolsetType[] = ownToolsetTypes): readonly string[] {
  return types.flatMap((type) => ownTools[type]);
}
