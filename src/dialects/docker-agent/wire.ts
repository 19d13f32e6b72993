import type { Wire } from "../../engine/ports.ts";
import { dockerPayload, type PayloadOptions } from "./payload.ts";
import { type ReplyRules, readReply } from "./reply.ts";

export const defaultOutputLimit = 1024 * 1024;

export interface WireOptions extends PayloadOptions, ReplyRules {
  readonly outputLimit: number;
}

/** How one docker-agent hook reads its payload and how its answer is understood. */
export function dockerAgentWire(options: WireOptions): Wire {
  const { event, outputLimit } = options;
  return {
    encode(contract, payload) {
      try {
        return JSON.stringify(dockerPayload(event.name, contract.name, payload, options));
      } catch (error) {
        const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
        const detail = `the payload cannot be written as JSON: ${why}`;
        // Nobody could be asked, so nothing that could have been blocked may pass.
        return { kind: "failure", failure: "unreadable", detail, ...(event.blocks && { policy: "block" }) };
      }
    },
    decode: (_contract, output, payload = {}) => readReply(options, output, payload),
    outputLimit,
  };
}
