import type { Failure } from "../../../engine/ports.ts";
import type { Answer } from "./answer.ts";
import { readPermissionAnswer } from "./permission.ts";
import { readPromptAnswer } from "./prompt.ts";
import { readStopAnswer } from "./stop.ts";
import { readToolAnswer } from "./tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the answers of one event are read by, and what they can bring about. */
export interface ReplyEvent {
  readonly name: string;
  readonly read: (object: Fields, event: string) => Answer | Failure;
  /**
   * What a blocking answer comes to. `denies`: it does not happen. `ends-turn`: the turn is over. `tells-model`: it has
   * happened already, so the model is told. `reports`: nobody can block it, so the user is told.
   */
  readonly blocking: "denies" | "ends-turn" | "tells-model" | "reports";
  /** Exit code 2 blocks, or sends the agent back to work. */
  readonly exitTwo: "blocks" | "continues";
  /** An answer can end the run of the agent. */
  readonly stops: boolean;
  /** Blocking and stopping answers end the chain; elsewhere every hook is heard. */
  readonly endsChain: boolean;
  /** Marked context goes into the conversation. */
  readonly addsContext: boolean;
  /** How long it stays there. */
  readonly contextLifetime: "turn" | "session";
  /** Plain output goes into the conversation too. */
  readonly textIsContext: boolean;
  /** Plain output counts also when the program then exits with an error. */
  readonly usesOutputOfFailures: boolean;
  /** Attachments begin with what the program printed and its exit code. */
  readonly keepsOutput: boolean;
}

const observer: Omit<ReplyEvent, "name"> = {
  read: readPromptAnswer,
  blocking: "reports",
  exitTwo: "blocks",
  stops: false,
  endsChain: false,
  addsContext: true,
  contextLifetime: "turn",
  textIsContext: false,
  usesOutputOfFailures: false,
  keepsOutput: true,
};

const events: Readonly<Record<string, Partial<ReplyEvent>>> = {
  UserPromptSubmit: {
    blocking: "denies",
    stops: true,
    endsChain: true,
    textIsContext: true,
    usesOutputOfFailures: true,
    keepsOutput: false,
  },
  PreToolUse: { read: readToolAnswer, blocking: "denies", stops: true, endsChain: true, keepsOutput: false },
  PermissionRequest: { read: readPermissionAnswer, blocking: "denies", endsChain: true, keepsOutput: false },
  Stop: {
    read: readStopAnswer,
    blocking: "ends-turn",
    exitTwo: "continues",
    endsChain: true,
    textIsContext: true,
    usesOutputOfFailures: true,
    keepsOutput: false,
  },
  PostToolUse: { blocking: "tells-model", stops: true, textIsContext: true },
  PostToolUseFailure: { blocking: "tells-model", stops: true, textIsContext: true },
  // What a session begins with is about all of it.
  SessionStart: { textIsContext: true, contextLifetime: "session" },
  SessionEnd: { addsContext: false },
  PreCompact: { addsContext: false },
};

/** Where the events of Claude Code itself can do more than Agentao lets them. */
const eventsOfClaudeCode: Readonly<Record<string, Partial<ReplyEvent>>> = {
  PreCompact: { blocking: "denies", endsChain: true, addsContext: false },
};

export interface EventRules {
  /** Claude's name of the event. */
  readonly event: string;
  /** Whose rules count where the two programs differ; Agentao's when nothing is said. */
  readonly mode?: "agentao" | "claude-code";
}

/** How answers on an event are read. Events without a row of their own are watched and cannot be changed. */
export function replyEvent({ event, mode }: EventRules): ReplyEvent {
  return {
    ...observer,
    ...rowOf(events, event),
    ...(mode === "claude-code" && rowOf(eventsOfClaudeCode, event)),
    name: event,
  };
}

function rowOf(table: Readonly<Record<string, Partial<ReplyEvent>>>, name: string): Partial<ReplyEvent> {
  return (Object.hasOwn(table, name) && table[name]) || {};
}
