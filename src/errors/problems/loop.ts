import { error } from "../entry.ts";

/** Problems of running an agent. */
export const loopProblems = {
  SESSION_REFUSED: error((p: { reason: string | null; doing: string }) => ({
    what: `A hook did not let the session be ${p.doing}: ${(p.reason ?? "it gave no reason").replace(/\.$/, "")}.`,
    fix: `Do what the hook asks for. "hookline runs --all --last 5" shows which hook it was.`,
  })),
  AGENT_UNKNOWN: error((p: { agent: string; known: string }) => ({
    what: `There is no agent ${JSON.stringify(p.agent)} here.`,
    fix: `Name one of: ${p.known}.`,
  })),
  AGENT_FILES_INVALID: error((p: { findings: string }) => ({
    what: `The agents cannot run as they are defined.\n${p.findings}`,
    fix: "Correct that, and run it again.",
  })),
  MODEL_MISSING: error((p: { agent: string }) => ({
    what: `Nobody says which model the agent ${JSON.stringify(p.agent)} should ask.`,
    fix: `Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_API_KEY, and one is chosen for you; or name one with --model provider/model, in the agent's file, or in HOOKLINE_MODEL. "hookline demo" shows an agent without any.`,
  })),
  MODEL_UNUSABLE: error((p: { model: string; why: string }) => ({
    what: `The model ${p.model} cannot be asked: ${p.why}.`,
    fix: `Put that right, or choose another model with --model. docs/models.md says what each provider needs.`,
  })),
  MCP_SERVER_NOT_TRUSTED: error((p: { server: string; why: string; command: string }) => ({
    what: `The MCP server ${JSON.stringify(p.server)} was not started: ${p.why}.`,
    fix: `Look at what it runs with ${JSON.stringify(p.command)}, and trust it if you like what you see.`,
  })),
  SESSION_NONE_TO_CONTINUE: error((p: { workspace: string }) => ({
    what: `There is no session to go on with in ${p.workspace}.`,
    fix: `Start one without --continue, or name one with --resume; "hookline sessions --all" lists them.`,
  })),
  SESSION_PLACE_GONE: error((p: { session: string; cwd: string }) => ({
    what: `The session ${p.session} works in ${p.cwd}, which is not there any more.`,
    fix: `Bring that folder back, or start a new session; "hookline sessions show ${p.session}" shows what was done.`,
  })),
  RUN_FILE_MISSING: error((p: { file: string }) => ({
    what: `There is no agent file ${p.file}.`,
    fix: `Correct the path. If it was meant as a message to the agent, say it in more than one word.`,
  })),
  RUN_PROMPT_EMPTY: error(() => ({
    what: "There is no message for the agent.",
    fix: `Give one as an argument (hookline run "Fix the tests") or on standard input.`,
  })),
  USAGE_FLAG_NEEDS_OTHER: error((p: { flag: string; other: string }) => ({
    what: `${p.flag} means nothing without ${p.other}.`,
    fix: `Add ${p.other}, or leave ${p.flag} out.`,
  })),
  USAGE_FLAGS_APART: error((p: { flag: string; other: string }) => ({
    what: `${p.flag} and ${p.other} cannot be used together.`,
    fix: "Leave one of them out.",
  })),
  WORKTREE_REFUSED: error((p: { reason: string | null }) => ({
    what: `A hook did not let the run begin in its worktree, which was removed again: ${(p.reason ?? "it gave no reason").replace(/\.$/, "")}.`,
    fix: `Do what the hook asks for. "hookline runs --last 5" shows which hook it was.`,
  })),
} as const;
