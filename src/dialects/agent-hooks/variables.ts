/** What a hook finds in its environment besides what it inherits. */
export function hookVariables(name: string, directory: string, workDir: string): Readonly<Record<string, string>> {
  return {
    AGENT_HOOK_DIR: directory,
    AGENT_HOOK_NAME: name,
    AGENT_SESSION_ID: "",
    AGENT_WORK_DIR: workDir,
    KIMI_SESSION_ID: "",
    KIMI_WORK_DIR: workDir,
    KIMI_PROJECT_DIR: workDir,
  };
}

/** Those that an event says itself, and where it says them. */
export const variableFields: Readonly<Record<string, string>> = {
  AGENT_SESSION_ID: "session_id",
  AGENT_WORK_DIR: "cwd|workspace",
  KIMI_SESSION_ID: "session_id",
  KIMI_WORK_DIR: "cwd|workspace",
  KIMI_PROJECT_DIR: "cwd|workspace",
};
