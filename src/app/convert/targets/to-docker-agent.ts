import { dump } from "js-yaml";
import type { EventName } from "../../../catalog/catalog.ts";
import { failsClosed } from "../../../dialects/docker-agent/broken.ts";
import { displayName } from "../../../dialects/docker-agent/display-name.ts";
import { type DockerEvent, dockerEvent, dockerEvents } from "../../../dialects/docker-agent/events.ts";
import { shellLine } from "../../../lib/shell-words.ts";
import type { Fitted, Target } from "./target.ts";

type Table = Record<string, unknown>;

/** docker-agent's `hooks:`. */
export const toDockerAgent: Target = {
  dialect: "docker-agent",
  runs: ["program", "shell", "builtin"],
  hasAsync: false,
  hasEnv: true,
  hasCwd: true,
  hasMetadata: false,
  hasDescription: false,
  priorities: null,
  nearestTimeout: (ms) => Math.max(1, Math.ceil(ms / 1000)) * 1000,
  saysTool: () => true,
  skipsFailures: false,
  failsClosed: (event) => failsClosed(eventOf(event)),
  canBlock: (event) => eventOf(event).blocks,
  nameFor: (name) => name,
  print(hooks, level) {
    const byAgent = Map.groupBy(merged(hooks), ({ agent }) => agent);
    const agents = [...byAgent].filter(([agent]) => agent !== null);
    const everybody = byAgent.get(null) ?? [];
    const file = {
      ...(agents.length > 0 && {
        agents: Object.fromEntries(agents.map(([agent, own]) => [agent, { hooks: tableOf(own) }])),
      }),
      ...(everybody.length > 0 && { hooks: tableOf(everybody) }),
    };
    const path = level === "workspace" ? "hookline.yaml" : "hooks.d/converted.yaml";
    return [{ path, text: dump(file, { lineWidth: -1 }), isExecutable: false }];
  },
};

function eventOf(name: EventName): DockerEvent {
  const event = dockerEvents.find(({ events }) => events.includes(name));
  if (!event) throw new TypeError(`docker-agent has no event for ${name}.`);
  return event;
}

/** What listens to both events of which docker-agent makes one is one hook. */
function merged(hooks: readonly Fitted[]): readonly Fitted[] {
  const seen = new Set<string>();
  return hooks.filter((fitted) => {
    const { hook } = fitted;
    const key = JSON.stringify([fitted.agent, fitted.event, hookOf(fitted), fitted.tool, fitted.conditions, hook.lane]);
    const isOther = (other: string) => other !== hook.event;
    const twin = hooks.find((other) => other !== fitted && isOther(other.hook.event) && sameOrigin(other, fitted));
    if (twin === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function sameOrigin(one: Fitted, other: Fitted): boolean {
  return one.event === other.event && JSON.stringify(hookOf(one)) === JSON.stringify(hookOf(other));
}

/** Hooks on tools stand under entries with a matcher, all others in a list. */
function tableOf(hooks: readonly Fitted[]): Table {
  return Object.fromEntries(
    [...Map.groupBy(hooks, ({ event }) => event)].map(([event, own]) => {
      const isFlat = dockerEvent(event)?.toolPath === null;
      return [event, own.map((one) => (isFlat ? hookOf(one) : { ...entryOf(one), hooks: [hookOf(one)] }))];
    }),
  );
}

function entryOf({ tool, conditions, hook, isNative }: Fitted): Table {
  const matcher = tool ?? conditions.find(({ key }) => key === "tool_name")?.pattern;
  return {
    ...(matcher !== undefined && { matcher }),
    ...(hook.lane === "preempt" && isNative && { preempt_yolo: true }),
  };
}

const usualTimeoutMs = 60_000;

function hookOf(fitted: Fitted): Table {
  const { runs, env, cwd, name } = fitted;
  const command = commandOf(runs);
  return {
    ...(name !== displayName(command) && { name }),
    ...command,
    ...(Object.keys(env).length > 0 && { env }),
    ...(cwd !== null && { working_dir: cwd }),
    ...(fitted.timeoutMs !== usualTimeoutMs && { timeout: fitted.timeoutMs / 1000 }),
    ...(fitted.isNative ? ownRules(fitted) : policyOf(fitted)),
  };
}

function commandOf(runs: Fitted["runs"]): Table {
  switch (runs.kind) {
    case "shell":
      return { type: "command", command: runs.text };
    case "program":
      return { type: "command", command: shellLine(runs.words) };
    case "builtin":
      return { type: "builtin", command: runs.name, ...(runs.args.length > 0 && { args: runs.args }) };
    case "prompt":
      throw new TypeError("docker-agent has no prompts.");
  }
}

/** docker-agent has a word of its own for a hook that must not fail, and none for one that may. */
function policyOf({ onFailure }: Fitted): Table {
  if (onFailure === null) return {};
  return onFailure === "block" ? { on_error: "block" } : { on_failure: "open" };
}

const ruleKeys: Readonly<Record<string, string>> = {
  "strict-exit": "strict_exit",
  "strict-output": "strict_output",
  "include-messages": "include_messages",
  "on-error": "on_error",
  "on-failure": "on_failure",
};

function ownRules({ hook }: Fitted): Table {
  return Object.fromEntries(
    Object.entries(hook.rules).flatMap(([flag, value]) => {
      const key = ruleKeys[flag];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}
