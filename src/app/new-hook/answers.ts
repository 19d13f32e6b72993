import { contractOf, type EventName } from "../../catalog/catalog.ts";
import type { DialectEvent, DialectName } from "../dialect-events.ts";
import { type HookKind, isGate } from "./kind.ts";
import { contextText, sampleOf } from "./samples.ts";

/** How a script answers: a line on standard output, or a reason on standard error and exit code 2. */
export type Answer = { readonly stdout: string } | { readonly stderr: string };

/** What an example hook says when it has something to say; null for one that only watches. */
export function answerOf(dialect: DialectName, event: DialectEvent, kind: HookKind): Answer | null {
  const [ours] = event.events;
  const reason = sampleOf(ours)?.reason ?? "";
  switch (kind) {
    case "guard":
      return dialect === "agh" ? json(aghRefusal(ours, reason)) : { stderr: reason };
    case "withhold":
      return json(
        dialect === "agh"
          ? { tool_result: reason }
          : { hook_specific_output: { hook_event_name: event.name, updated_tool_response: reason } },
      );
    case "context":
      return json(contexts[dialect](event.name));
    case "observe":
      return null;
  }
}

const json = (value: unknown): Answer => ({ stdout: JSON.stringify(value) });

function aghRefusal(event: EventName, reason: string): unknown {
  // Automated runs are called off rather than denied, and nobody asks why.
  return "deny" in contractOf(event).patch.shape ? { deny: true, deny_reason: reason } : { cancel: true };
}

const contexts: Readonly<Record<DialectName, (event: string) => unknown>> = {
  agh: () => ({ context_blocks: [{ kind: "note", text: contextText }] }),
  "docker-agent": (event) => ({ hook_specific_output: { hook_event_name: event, additional_context: contextText } }),
  claude: (event) => ({ hookSpecificOutput: { hookEventName: event, additionalContext: contextText } }),
  "agent-hooks": () => ({ additional_context: contextText }),
};

/** What in the payload says that the hook has sent the agent back before, in each of the two languages. */
export function againTests(dialect: DialectName, event: EventName): Readonly<Record<"sh" | "node", string>> | null {
  if (!isGate(event)) return null;
  return again[dialect];
}

const flag = (spacing: string) => ({
  sh: `*'"stop_hook_active":${spacing}true'*`,
  node: "event.stop_hook_active === true",
});

const again: Readonly<Record<DialectName, Readonly<Record<"sh" | "node", string>> | null>> = {
  agh: flag(""),
  "docker-agent": null,
  claude: flag(" "),
  "agent-hooks": { sh: `*'"stop_block_count": '[1-9]*`, node: "event.context?.stop_block_count > 0" },
};
