import type { Effects } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import { toolDecision } from "./tool-decision.ts";

/** One way to read a model's reply. */
export interface ReplyShape {
  /** Asked of providers that can be held to a JSON Schema; null when the reply is text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** One line that tells the model what to answer. */
  readonly instruction: string;
  /** Reads untrusted text. What it cannot read is a failure, never a guess. */
  readonly read: (text: string, model: string) => Effects | Failure;
}

/** The shapes that a hook's `schema` may name. The empty name stands for plain text and is not to be had. */
export interface ReplyShapes {
  readonly register: (name: string, shape: ReplyShape) => void;
  readonly find: (name: string) => ReplyShape | undefined;
  readonly names: () => readonly string[];
}

/** Makes a table of shapes that knows `pre_tool_use_decision` and can be taught more. */
export function createReplyShapes(): ReplyShapes {
  const shapes = new Map<string, ReplyShape>([["pre_tool_use_decision", toolDecision]]);
  return {
    register: (name, shape) => {
      if (name.trim() === "") throw new TypeError("A reply shape needs a name; the empty one stands for plain text.");
      if (typeof shape?.read !== "function") throw new TypeError(`The reply shape "${name}" has no read function.`);
      shapes.set(name, shape);
    },
    find: (name) => shapes.get(name),
    names: () => [...shapes.keys()],
  };
}
