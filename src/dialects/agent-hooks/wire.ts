import type { Wire } from "../../engine/ports.ts";
import { spacedJson } from "../../lib/spaced-json.ts";
import type { AgentHookEvent } from "./events.ts";
import { agentHookPayload } from "./payload.ts";
import { type ReplyRules, readReply } from "./reply.ts";

export const defaultOutputLimit = 1024 * 1024;

export interface WireOptions extends ReplyRules {
  readonly event: AgentHookEvent;
  /** Where the agent works, for payloads that do not say it. */
  readonly workDir: string;
  readonly outputLimit: number;
}

/** How one Agent Hook reads its event and how its answer is understood. */
export function agentHooksWire(options: WireOptions): Wire {
  const { event, trigger, workDir, outputLimit } = options;
  return {
    encode(_contract, payload) {
      try {
        return spacedJson(withTexts(agentHookPayload(event, trigger, payload, workDir)));
      } catch (error) {
        const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
        return { kind: "failure", failure: "unreadable", detail: `the payload cannot be written as JSON: ${why}` };
      }
    },
    decode: (contract, output) => readReply(options, contract, output),
    outputLimit,
    replacesBadBytes: true,
  };
}

/** Values that JSON has no form for are told as text rather than left out. */
function withTexts(payload: unknown): unknown {
  const isForeign = (value: unknown) => ["bigint", "function", "symbol"].includes(typeof value);
  return JSON.parse(JSON.stringify(payload, (_key, value) => (isForeign(value) ? String(value) : value)));
}
