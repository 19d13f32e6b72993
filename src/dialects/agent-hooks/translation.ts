import { dirname, resolve } from "node:path";
import { adaptedCwd } from "../adapted-cwd.ts";
import type { Translation } from "../translation.ts";
import { type AgentHookEvent, agentHookEvent, agentHookEvents } from "./events.ts";
import { patternCondition, toolCondition } from "./matcher.ts";
import { providerKeyNames } from "./provider-keys.ts";
import { readAgentHookPayload } from "./read-payload.ts";
import { hookVariables, variableFields } from "./variables.ts";
import { agentHooksWire, defaultOutputLimit } from "./wire.ts";
import { writeAgentHookReply } from "./write-reply.ts";

/** Agent Hooks, for hooks that run elsewhere and for agents that speak it. */
export const agentHooksTranslation: Translation = {
  name: "agent-hooks",
  usesShell: false,
  eventsOf(name) {
    const event = agentHookEvent(name)?.event;
    return event ? [event] : [];
  },
  nameOf: (event) => agentHookEvents.find((known) => known.event === event)?.name ?? null,
  wireOf: ({ event, rules }, name, { cwd, outputLimit }) =>
    agentHooksWire({
      event: knownEvent(event),
      hook: name,
      trigger: event,
      failsClosed: rules["on-failure"] === "block",
      debug: false,
      plainStdoutAsContext: false,
      workDir: cwd,
      outputLimit: outputLimit ?? defaultOutputLimit,
    }),
  executorOf(call, name, outer, { cwd }) {
    // Where the agent works may change from event to event; where the hook lies does not.
    const words = call.command.map((word) => (/^\.[^\s]*\//.test(word) ? resolve(cwd, word) : word));
    const directory = dirname(dirname(words.at(-1) ?? ""));
    return {
      kind: "process",
      command: words[0] ?? "",
      args: words.slice(1),
      env: { ...outer.env, ...hookVariables(name, directory, cwd), ...call.env },
      envFields: variableFields,
      inherits: "everything",
      without: providerKeyNames,
      cwd: adaptedCwd(call, outer),
      cwdField: { name: "cwd|workspace", below: call.cwd ?? "" },
    };
  },
  conditionOf(_contract, key, pattern) {
    if (key !== "tool" && key !== "pattern") return null;
    const condition = key === "tool" ? toolCondition(pattern) : patternCondition(pattern);
    return "bad" in condition ? null : condition;
  },
  blocksOnFailure: (_event, rules) => rules["on-failure"] === "block",
  readPayload: readAgentHookPayload,
  writeReply: writeAgentHookReply,
};

function knownEvent(name: string): AgentHookEvent {
  const event = agentHookEvent(name);
  if (!event) throw new TypeError(`Agent Hooks has no trigger ${JSON.stringify(name)}.`);
  return event;
}
