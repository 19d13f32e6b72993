import { error } from "../entry.ts";

/** Problems of tools. Most of them are read by a model, which has to know what to do instead. */
export const toolsProblems = {
  TOOL_INPUT_INVALID: error((p: { tool: string; wrong: string; fields: string }) => ({
    what: `${p.tool} was not called: ${p.wrong}.`,
    fix: `Call it again with these fields: ${p.fields}.`,
  })),
  TOOL_WORKSPACE_MISSING: error((p: { path: string; why: string }) => ({
    what: `The tools cannot work in ${p.path}: ${p.why}.`,
    fix: `Choose a directory that exists and can be read.`,
  })),
  TOOL_PATH_OUTSIDE: error((p: { path: string; leadsTo: string | null; root: string }) => ({
    what: `${p.path} is outside the workspace ${p.root}${p.leadsTo === null ? "" : `: it leads to ${p.leadsTo}`}.`,
    fix: `Use a path inside the workspace. A person can allow another directory when the agent is started.`,
  })),
  TOOL_PATH_UNUSABLE: error((p: { path: string; why: string }) => ({
    what: `The path ${p.path} cannot be used: ${p.why}.`,
    fix: `Give another path. "list_directory" shows what there is.`,
  })),
  TOOL_PATH_PROTECTED: error((p: { path: string; what: string }) => ({
    what: `${p.path} was not written: it belongs to ${p.what}, and agents may not change what gates them.`,
    fix: `A person must make this change. Say what it should be, and go on without it.`,
  })),
  TOOL_FILE_MISSING: error((p: { path: string; suggestion: string | null }) => ({
    what: `There is no file ${p.path}.`,
    fix: p.suggestion === null ? `"find_files" finds files by their names.` : `Did you mean ${p.suggestion}?`,
  })),
  TOOL_NOT_A_FILE: error((p: { path: string; kind: string }) => ({
    what: `${p.path} is ${p.kind}, not a file.`,
    fix:
      p.kind === "a directory"
        ? `"list_directory" shows what is in it.`
        : `Only ordinary files can be read or written.`,
  })),
  TOOL_NOT_A_DIRECTORY: error((p: { path: string }) => ({
    what: `${p.path} is not a directory.`,
    fix: `Give the directory it is in.`,
  })),
  TOOL_FILE_NOT_TEXT: error((p: { path: string; why: string }) => ({
    what: `${p.path} cannot be handled as text: ${p.why}.`,
    fix: `Use a program that knows the format, with "shell" if you have it.`,
  })),
  TOOL_FILE_TOO_LARGE: error((p: { path: string; size: string; limit: string }) => ({
    what: `${p.path} has ${p.size}; more than ${p.limit} are not edited in one piece.`,
    fix: `Use a program that works on streams, such as sed, with "shell" if you have it.`,
  })),
  TOOL_SYSTEM_REFUSED: error((p: { path: string; doing: string; why: string }) => ({
    what: `${p.path} could not be ${p.doing}: ${p.why}.`,
    fix: `Check permissions and free space, or use another path.`,
  })),
  TOOL_EDIT_NOT_FOUND: error((p: { path: string; edit: string; nearest: string }) => ({
    what: `${p.path} was not changed: ${p.edit} is not in it. ${p.nearest}`,
    fix: `Copy the text exactly as it is in the file, without line numbers, and try again.`,
  })),
  TOOL_EDIT_NOT_UNIQUE: error((p: { path: string; edit: string; count: number; lines: string }) => ({
    what: `${p.path} was not changed: ${p.edit} is in it ${p.count} times, at lines ${p.lines}.`,
    fix: `Add lines before or after it until it is the only one, or set "replace_all" to true.`,
  })),
  TOOL_EDIT_CHANGES_NOTHING: error((p: { path: string; edit: string; why: string }) => ({
    what: `${p.path} was not changed: ${p.edit} ${p.why}.`,
    fix: `Leave this edit out, or correct it. "write_file" writes a whole file.`,
  })),
  TOOL_PATTERN_INVALID: error((p: { pattern: string; why: string }) => ({
    what: `The pattern ${JSON.stringify(p.pattern)} cannot be used: ${p.why}.`,
    fix: `Correct it. Lookaround and back references are not possible; a literal . ( [ { * + ? needs a backslash.`,
  })),
  TOOL_SHELL_NOT_STARTED: error((p: { why: string }) => ({
    what: `The command could not be started: ${p.why}.`,
    fix: `Check that the working directory and the shell exist, and that the system can start another process.`,
  })),
} as const;
