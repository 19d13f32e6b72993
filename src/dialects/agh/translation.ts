import { isEventName } from "../../catalog/catalog.ts";
import { compileCondition } from "../../engine/matcher.ts";
import { adaptedCwd } from "../adapted-cwd.ts";
import type { Translation } from "../translation.ts";
import { readAghPayload } from "./read-payload.ts";
import { aghWire } from "./wire.ts";
import { writeAghReply } from "./write-reply.ts";

/** AGH, for hooks that run elsewhere and for agents that speak it. */
export const aghTranslation: Translation = {
  name: "agh",
  usesShell: false,
  eventsOf: (event) => (isEventName(event) ? [event] : []),
  nameOf: (event) => event,
  wireOf: (_call, _name, { outputLimit }) => (outputLimit === null ? aghWire() : aghWire(outputLimit)),
  executorOf: (call, _name, outer) => ({
    kind: "process",
    command: call.command[0] ?? "",
    args: call.command.slice(1),
    env: { ...outer.env, ...call.env },
    inherits: "safe-names",
    cwd: adaptedCwd(call, outer),
  }),
  conditionOf(contract, key, pattern) {
    const path = Object.hasOwn(contract.matcherFields, key) ? contract.matcherFields[key] : undefined;
    if (path === undefined) return null;
    const condition = compileCondition(key, path, key === "tool_read_only" ? pattern === "true" : pattern);
    return "bad" in condition ? null : condition;
  },
  blocksOnFailure: (_event, rules) => rules["on-failure"] === "block",
  readPayload: readAghPayload,
  writeReply: writeAghReply,
};
