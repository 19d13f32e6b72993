import type { ExecutorSpec } from "../../engine/hook.ts";

/** Something besides hooks that a workspace asks for and that needs somebody's word. */
export interface Claim {
  /** By what it is called on the command line, such as `mcp:github`. */
  readonly name: string;
  readonly kind: "mcp server" | "permissions" | "agent" | "skill";
  readonly dialect: string;
  readonly file: string;
  readonly line: number | null;
  /** What it does, as a sentence for whoever decides. */
  readonly what: string;
  /** All that it says, as its author wrote it. */
  readonly says: unknown;
  /** What it starts or talks to; null when it does neither. */
  readonly executor: ExecutorSpec | null;
}
