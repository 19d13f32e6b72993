import { error } from "../entry.ts";

/** Problems of sessions. */
export const sessionsProblems = {
  SESSION_UNKNOWN: error((p: { session: string }) => ({
    what: `There is no session ${JSON.stringify(p.session)}.`,
    fix: `Run "hookline sessions --all" to see every session.`,
  })),
  SESSION_EXISTS: error((p: { session: string }) => ({
    what: `There is a session ${JSON.stringify(p.session)} already.`,
    fix: "Give the new session another id, or resume the one that is there.",
  })),
  SESSION_AMBIGUOUS: error((p: { session: string; sessions: string }) => ({
    what: `The id of more than one session begins with ${JSON.stringify(p.session)}: ${p.sessions}.`,
    fix: "Give more of the id.",
  })),
  SESSION_INVALID: error((p: { field: string; value: string; want: string }) => ({
    what: `A session cannot have ${p.value} as its ${p.field}.`,
    fix: `Give ${p.want}.`,
  })),
  TRANSCRIPT_GAP: error((p: { session: string; sequence: number; expected: number }) => ({
    what: `Entry ${p.sequence} does not continue the transcript of session ${JSON.stringify(p.session)}, whose next entry is ${p.expected}.`,
    fix: "Another process writes to the session as well. Stop one of them, and resume the session. Nothing was added.",
  })),
  TRANSCRIPT_ENTRY_INVALID: error((p: { field: string; value: string; want: string }) => ({
    what: `An entry of a transcript cannot have ${p.value} as its ${p.field}.`,
    fix: `Give ${p.want}.`,
  })),
  TRANSCRIPT_DAMAGED: error((p: { session: string; sequence: number; why: string }) => ({
    what: `Entry ${p.sequence} of session ${p.session} cannot be used: ${p.why}. Something other than Hookline has changed it.`,
    fix: `Begin a new session. "hookline sessions remove ${p.session}" removes this one for good.`,
  })),
  SESSION_STORE_FULL: error((p: { file: string }) => ({
    what: `There is no space left to write sessions to ${p.file}.`,
    fix: "Free some space on that disk, and try again. What was written before is not affected.",
  })),
  SESSION_STORE_FAILED: error((p: { file: string; why: string }) => ({
    what: `Sessions could not be read from or written to ${p.file}: ${p.why}.`,
    fix: "Check that the directory exists, belongs to you and can be written to.",
  })),
  SESSION_IN_USE: error((p: { session: string; pid: number }) => ({
    what: `Session ${p.session} is run by process ${p.pid} at the moment.`,
    fix: `End it there, or run "hookline sessions stop ${p.session}", and try again.`,
  })),
  SESSION_DELEGATED: error((p: { session: string; parent: string; pid: number }) => ({
    what: `Session ${p.session} belongs to session ${p.parent} and runs in the same process (${p.pid}), so it cannot be stopped alone.`,
    fix: `Wait for it, or run "hookline sessions stop ${p.parent}" to stop both.`,
  })),
  SESSION_STILL_RUNNING: error((p: { session: string; pid: number; seconds: number }) => ({
    what: `Process ${p.pid} was told to stop session ${p.session}, but still runs after ${p.seconds} s.`,
    fix: `Give it more time with --wait. Or end it with "kill -9 ${p.pid}" and run "hookline sessions stop ${p.session}" again, which closes what it left open.`,
  })),
  SESSION_SIGNAL_REFUSED: error((p: { session: string; pid: number; why: string }) => ({
    what: `Process ${p.pid}, which runs session ${p.session}, cannot be told to stop: ${p.why}.`,
    fix: "End it as the user who started it.",
  })),
  SESSION_REMOVE_UNCONFIRMED: error((p: { session: string }) => ({
    what: `Session ${p.session} was not removed, because nobody could be asked.`,
    fix: "Add --yes to remove it without being asked.",
  })),
} as const;
