import type { Toolset } from "../../../agent/tool.ts";
import { guardWrites } from "../paths/protected.ts";
import { openWorkspace, type WorkspaceOptions } from "../paths/workspace.ts";
import { findFilesTool } from "../search/find-files.ts";
import { searchTextTool } from "../search/search-text.ts";
import { editFileTool } from "./edit-file.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { readFileTool } from "./read-file.ts";
import { writeFileTool } from "./write-file.ts";

export interface FilesystemToolsetOptions extends WorkspaceOptions {
  /** Where the user's own hooks are is read from it: they must not be written either. */
  readonly environment: NodeJS.ProcessEnv;
  /** More files and directories, absolute, that must not be written, such as the agent file of this run. */
  readonly protectedPaths?: readonly string[];
}

/** The tools for files of one workspace: read, write, edit, list, find and search. */
export function createFilesystemToolset(options: FilesystemToolsetOptions): Toolset {
  return {
    open: async () => {
      const workspace = openWorkspace(options);
      const guard = guardWrites(workspace, options.environment, options.protectedPaths);
      return [
        readFileTool(workspace),
        writeFileTool(workspace, guard),
        editFileTool(workspace, guard),
        listDirectoryTool(workspace),
        findFilesTool(workspace),
        searchTextTool(workspace),
      ];
    },
    close: async () => {},
  };
}
