import { error } from "../entry.ts";

/** Problems of running an agent. */
export const loopProblems = {
  SESSION_REFUSED: error((p: { reason: string | null; doing: string }) => ({
    what: `A hook did not let the session be ${p.doing}: ${p.reason ?? "it gave no reason"}.`,
    fix: `Do what the hook asks for. "hookline runs --last 5" shows which hook it was.`,
  })),
  AGENT_UNKNOWN: error((p: { agent: string; known: string }) => ({
    what: `There is no agent ${JSON.stringify(p.agent)} here.`,
    fix: `Name one of: ${p.known}.`,
  })),
} as const;
