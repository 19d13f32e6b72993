import type { Wire } from "../../engine/ports.ts";
import { spacedJson } from "../../lib/spaced-json.ts";
import type { ClaudeEvent } from "./events.ts";
import type { Owner } from "./owner.ts";
import { claudePayload } from "./payload/payload.ts";
import { type ReplyRules, readReply } from "./reply/reply.ts";

export const defaultOutputLimit = 1024 * 1024;

/** How the hooks of an owner read the payload of an event and how their answers are understood. */
export function claudeWire(event: ClaudeEvent, owner: Owner, more: Omit<ReplyRules, "event" | "mode"> = {}): Wire {
  const { mode, projectDir, aliases, outputLimit } = owner;
  const rules: ReplyRules = { ...more, event: event.name, mode };
  return {
    encode(_contract, payload) {
      try {
        return spacedJson(claudePayload(event, mode, payload, { cwd: projectDir, aliases }));
      } catch (error) {
        const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
        return { kind: "failure", failure: "unreadable", detail: `the payload cannot be written as JSON: ${why}` };
      }
    },
    decode: (_contract, output) => readReply(rules, output),
    outputLimit,
    replacesBadBytes: true,
  };
}
