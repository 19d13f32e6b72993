import type { ToolDescription } from "./chat-model.ts";

/** What a call does to the world, as permissions see it. */
export type DecisionClass = "read" | "write" | "execute" | "network";

/** Something an agent can do. */
export interface Tool extends ToolDescription {
  /** Where it comes from: `fs`, `terminal`, `plan`, `agents`, `skills`, or `mcp__<server>`. */
  readonly namespace: string;
  /** What kind of tool it is, e.g. `filesystem`, `shell`, `todo`, `mcp`, `agents`. */
  readonly category: string;
  readonly readOnly: boolean;
  readonly decisionClass: DecisionClass;
  /** Belongs to the loop itself (delegation, skills): its calls are approved like all others, but are not told afterwards. */
  readonly isManaged?: boolean;
  /** Only looks whether something has changed: the detector of endless loops does not count it. */
  readonly isPolling?: boolean;
  /** Shown with a confirmation; what hooks say of the call goes before it. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** What a call is about, in a few words for a person. */
  readonly title?: (input: ToolInput) => string;
  /** The files that a call is about. */
  readonly locations?: (input: ToolInput) => readonly ToolLocation[];
  /** Does it. What it throws becomes an error result; a tool that sees `signal` ends as soon as it can. */
  readonly call: (input: ToolInput, context: ToolContext) => Promise<ToolResult>;
}

export type ToolInput = Readonly<Record<string, unknown>>;

export interface ToolLocation {
  /** Absolute. */
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

export interface ToolContext {
  readonly callId: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** What the tool prints while it works. Shown as it comes; the result is what the model gets. */
  readonly output: (text: string) => void;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** What it did to files, for people. */
  readonly changes?: readonly FileChange[];
}

export interface FileChange {
  /** Relative to the workspace where it lies inside. */
  readonly path: string;
  /** A unified diff without file headers; empty for what is not text. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

/** Tools that belong together and may own something, such as the connection to a server. */
export interface Toolset {
  /** Starts what it needs and lists its tools. A toolset that cannot start throws a `Problem`. */
  readonly open: (signal: AbortSignal) => Promise<readonly Tool[]>;
  readonly close: () => Promise<void>;
}

export function toolError(text: string): ToolResult {
  return { text, isError: true };
}

export function toolText(text: string): ToolResult {
  return { text, isError: false };
}
