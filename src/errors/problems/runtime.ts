import { error, warning } from "../entry.ts";

/** Problems of runtime. */
export const runtimeProblems = {
  WORKTREE_NAME_INVALID: error((p: { name: string; why: string }) => ({
    what: `A worktree cannot be called ${JSON.stringify(p.name)}: ${p.why}.`,
    fix: `Choose another name, such as fix-login, or leave it out to get a random one.`,
  })),
  WORKTREE_EXISTS: error((p: { name: string; taken: string }) => ({
    what: `There already is a worktree or a branch for the name ${JSON.stringify(p.name)}: ${p.taken}.`,
    fix: `Choose another name, or leave it out to get a random one. "git worktree list" shows all worktrees of a repository.`,
  })),
  WORKTREE_NO_REPOSITORY: error((p: { path: string; why: string }) => ({
    what: `A worktree needs a checked-out git repository, and ${p.path} is not in one: ${p.why}.`,
    fix: `Go to a repository, make one with "git init" and a first commit, or run without --worktree.`,
  })),
  WORKTREE_NO_COMMITS: error((p: { path: string }) => ({
    what: `The repository ${p.path} has no commit yet, so there is nothing to check out into a worktree.`,
    fix: `Make a first commit, or run without --worktree.`,
  })),
  WORKTREE_BASE_UNKNOWN: error((p: { path: string; base: string }) => ({
    what: `${JSON.stringify(p.base)} is not a commit, branch or tag of the repository ${p.path}.`,
    fix: `Name one that is there, or fetch it first: "git branch --all" lists the branches.`,
  })),
  WORKTREE_FOLDER_UNUSABLE: error((p: { path: string; why: string }) => ({
    what: `Worktrees cannot be put into ${p.path}: ${p.why}.`,
    fix: `Make sure that you may write there. HOOKLINE_HOME says where it is.`,
  })),
  WORKTREE_GIT_FAILED: error((p: { command: string; path: string; why: string }) => ({
    what: `git ${p.command} failed in ${p.path}: ${p.why}`,
    fix: `Run the command there yourself to see more. Nothing of your own checkout was changed.`,
  })),
  MCP_SERVER_NOT_STARTED: error((p: { server: string; command: string; why: string; said: string }) => ({
    what: `The MCP server ${JSON.stringify(p.server)} could not be started with ${p.command}: ${p.why}.${p.said === "" ? " It wrote nothing to stderr." : ` It wrote last:\n${p.said}`}`,
    fix: `Run the command by itself to see whether it works: it must speak MCP on stdin and stdout, and gets only the environment that its "env" declares.`,
  })),
  MCP_SERVER_UNREACHABLE: error((p: { server: string; url: string; why: string }) => ({
    what: `The MCP server ${JSON.stringify(p.server)} at ${p.url} could not be used: ${p.why}.`,
    fix: `Check that the server runs, that the address is that of its MCP endpoint, and that "headers" hold what it asks for.`,
  })),
  MCP_TOOLS_NOT_LISTED: error((p: { server: string; why: string }) => ({
    what: `The MCP server ${JSON.stringify(p.server)} was connected to, but ${p.why}.`,
    fix: `Look whether there is a newer version of the server, or remove it from the agent's toolsets.`,
  })),
  MCP_TOOLS_TOO_MANY: error((p: { server: string; why: string }) => ({
    what: `The tools of the MCP server ${JSON.stringify(p.server)} are not used: ${p.why}.`,
    fix: `Name the tools that the agent needs under "tools:" of the server.`,
  })),
  MCP_TOOL_UNKNOWN: warning((p: { server: string; tool: string; suggestion: string | null }) => ({
    what: `The MCP server ${JSON.stringify(p.server)} has no tool ${JSON.stringify(p.tool)}, which "tools" asks for.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Remove the name, or correct it.`,
  })),
} as const;
