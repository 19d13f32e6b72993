import { contractOf, type EventName } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import { claudeEvent } from "../../dialects/claude/events.ts";
import { dockerEvent } from "../../dialects/docker-agent/events.ts";
import type { DialectEvent, DialectName } from "../dialect-events.ts";
import { sampleOf } from "./samples.ts";

/**
 * What an example hook does: refuse something, take something out of a result, add to the conversation, or only watch.
 * The first of these that the event lets a hook of the dialect do makes the best example.
 */
export type HookKind = "guard" | "withhold" | "context" | "observe";

type Ability = Exclude<HookKind, "observe">;

/** Chooses what an example hook on an event does. */
export function kindOf(dialect: DialectName, { name, events: [event] }: DialectEvent): HookKind {
  const contract = contractOf(event);
  if (!contract.sync) return "observe";
  const isAble = abilities[dialect](name, contract);
  const hasSample = sampleOf(event) !== null;
  if (isAble.guard && hasSample) return "guard";
  if (isAble.withhold && hasSample) return "withhold";
  return isAble.context ? "context" : "observe";
}

type Abilities = Readonly<Record<Ability, boolean>>;

const refuses = ({ deny }: EventContract) => deny === "refuses";
const addsContext = ({ powers }: EventContract) => powers.includes("add-context");

const abilities: Readonly<Record<DialectName, (name: string, contract: EventContract) => Abilities>> = {
  agh: (_name, contract) => ({
    guard: refuses(contract),
    withhold: "tool_result" in contract.patch.shape && contract.powers.includes("patch"),
    context: "context_blocks" in contract.patch.shape,
  }),
  "docker-agent": (name, contract) => {
    const event = dockerEvent(name);
    return {
      guard: refuses(contract) && event?.blocks === true,
      withhold: event?.fields.includes("updated_tool_response") === true,
      context: event?.context !== null,
    };
  },
  claude: (name, contract) => {
    const isObserved = claudeEvent(name)?.onlyObservedIn === "agentao";
    return { guard: refuses(contract) && !isObserved, withhold: false, context: addsContext(contract) && !isObserved };
  },
  "agent-hooks": (_name, contract) => ({
    guard: refuses(contract),
    withhold: false,
    context: addsContext(contract),
  }),
};

/** True when a refusal sends the agent back to work instead of ending something. */
export function isGate(event: EventName): boolean {
  return contractOf(event).powers.includes("continue");
}
