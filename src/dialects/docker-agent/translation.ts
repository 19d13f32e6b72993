import { adaptedCwd } from "../adapted-cwd.ts";
import type { AdapterRules } from "../adapter-call.ts";
import type { Translation } from "../translation.ts";
import { failsClosed, mustHold } from "./broken.ts";
import { type DockerEvent, dockerEvent, dockerEvents, inPreemptLane } from "./events.ts";
import { readDockerPayload } from "./read-payload.ts";
import { firstAgent } from "./scope.ts";
import { hookShell } from "./shell.ts";
import { compileToolMatcher } from "./tool-matcher.ts";
import { defaultOutputLimit, dockerAgentWire } from "./wire.ts";
import { writeDockerReply } from "./write-reply.ts";

/** docker-agent, for hooks that run elsewhere and for agents that speak it. */
export const dockerTranslation: Translation = {
  name: "docker-agent",
  usesShell: true,
  eventsOf: (event) => dockerEvent(event)?.events ?? [],
  nameOf: (event) => dockerEvents.find(({ events }) => events.includes(event))?.name ?? null,
  wireOf({ event, rules }, _name, { outputLimit, cwd }) {
    const known = knownEvent(event);
    return dockerAgentWire({
      event: rules.preempt === true ? inPreemptLane(known) : known,
      otherExit: otherExitOf(known, rules),
      strictExit: rules["strict-exit"] === true,
      strictOutput: rules["strict-output"] === true,
      includeMessages: rules["include-messages"] === true,
      cwd,
      outputLimit: outputLimit ?? defaultOutputLimit,
    });
  },
  executorOf(call, _name, outer, { environment, platform, isOnPath }) {
    const shell = hookShell(environment, platform, isOnPath);
    const { runsIn } = knownEvent(call.event);
    return {
      kind: "process",
      command: shell.command,
      args: [...shell.args, call.command.join(" ")],
      env: { ...outer.env, ...call.env },
      inherits: "everything",
      cwd: adaptedCwd(call, outer),
      ...(runsIn !== null && { cwdField: { name: runsIn, below: call.cwd ?? "." } }),
    };
  },
  conditionOf(contract, key, pattern) {
    // Where a declaration stands says it in docker-agent's own files.
    if (key === "agent_name") return firstAgent(pattern);
    const known = dockerEvents.find(({ events }) => events.some((name) => name === contract.name));
    if (key !== "tool_name" || !known || known.toolPath === null) return null;
    const compiled = compileToolMatcher(pattern, known.toolPath);
    return "bad" in compiled ? null : (compiled.conditions[0] ?? null);
  },
  blocksOnFailure: (event, rules) => mustHold(knownEvent(event), wordsOf(rules)),
  readPayload: readDockerPayload,
  writeReply: writeDockerReply,
};

function knownEvent(name: string): DockerEvent {
  const event = dockerEvent(name);
  if (!event) throw new TypeError(`docker-agent has no event ${JSON.stringify(name)}.`);
  return event;
}

function wordsOf(rules: AdapterRules) {
  return { on_error: rules["on-error"], on_failure: rules["on-failure"] };
}

/** As for a declaration of docker-agent's own. */
function otherExitOf(event: DockerEvent, rules: AdapterRules): "fails" | "warns" | "ignored" {
  const isAsked = rules["on-error"] === "block" || rules["on-failure"] !== undefined;
  if (isAsked || !failsClosed(event)) return "fails";
  return rules["on-error"] === "ignore" ? "ignored" : "warns";
}
