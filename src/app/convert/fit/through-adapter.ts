import { contractOf } from "../../../catalog/catalog.ts";
import { type AdapterCall, adapterLine, adapterWords } from "../../../dialects/adapter-call.ts";
import { translationOf } from "../../../dialects/translations.ts";
import type { Lose } from "../loss.ts";
import type { PortableHook } from "../portable/portable-hook.ts";
import type { Fit, Fitted, Runnable, Target } from "../targets/target.ts";
import { carries } from "./carries.ts";
import { loseCondition } from "./lose-condition.ts";

export interface AdapterWay {
  /** What the hook is called there. */
  readonly name: string;
  readonly onFailure: Fitted["onFailure"];
  /** The adapter keeps the time. */
  readonly isTimed: boolean;
}

/** What the target cannot say itself, the adapter is told. */
export function throughAdapter(
  hook: Runnable,
  target: Target,
  { name, onFailure, isTimed }: AdapterWay,
  lose: Lose,
): Fit {
  const isSaid = hook.tool === null || (target.saysTool(hook.tool) && contractOf(hook.event).family === "tool");
  const conditions = hook.conditions.filter(({ key, path, pattern }) => {
    const isKnown = translationOf(hook.dialect)?.conditionOf(contractOf(hook.event), key, pattern);
    if (!isKnown) loseCondition(target, { key, pattern }, lose);
    else if (!carries(target.dialect, hook.event, path)) {
      const what = `Agents that speak ${target.dialect} do not tell their hooks what ${key} is about.`;
      lose("matcher", key, what, "Hookline still looks at it. Under other agents the hook runs whatever it is.");
    }
    return isKnown;
  });
  tellAgent(hook, target, lose);
  const { runs } = hook;
  const call: AdapterCall = {
    dialect: hook.dialect,
    event: hook.ownEvent,
    name: name === hook.name ? null : hook.name,
    isAsync: hook.mode === "async" && !target.hasAsync,
    agent: hook.agent && !isFirstAgent(hook) ? hook.agent.name : null,
    tool: isSaid ? null : hook.tool,
    match: [
      ...conditions.map(({ key, pattern }) => [key, pattern] as const),
      ...(hook.agent && isFirstAgent(hook) ? [["agent_name", hook.agent.name] as const] : []),
    ],
    env: target.hasEnv ? {} : hook.env,
    cwd: target.hasCwd ? null : hook.cwd,
    timeoutMs: isTimed ? hook.timeoutMs : null,
    rules: hook.rules,
    ...wordsOf(runs),
  };
  return {
    runs: runnerFor(call, target, onFailure),
    tool: isSaid ? hook.tool : null,
    conditions: [],
    agent: null,
    env: target.hasEnv ? hook.env : {},
    cwd: target.hasCwd ? hook.cwd : null,
  };
}

function wordsOf(runs: Runnable["runs"]): Pick<AdapterCall, "runs" | "command"> {
  switch (runs.kind) {
    case "program":
      return { runs: "command", command: runs.words };
    case "shell":
      return { runs: "command", command: [runs.text] };
    case "builtin":
      return { runs: "builtin", command: [runs.name, ...runs.args] };
    case "prompt":
      return { runs: "prompt", command: [runs.text] };
  }
}

/** A guard that must hold refuses where Hookline is not installed, too. */
function runnerFor(call: AdapterCall, target: Target, onFailure: Fitted["onFailure"]): Fitted["runs"] {
  if (onFailure === "block" && target.skipsFailures) return { kind: "shell", text: `${adapterLine(call)} || exit 2` };
  const usesShell = translationOf(target.dialect)?.usesShell;
  return usesShell ? { kind: "shell", text: adapterLine(call) } : { kind: "program", words: adapterWords(call) };
}

/** docker-agent's first agent can be named in docker-agent's words, in which it is meant by events that name none. */
function isFirstAgent({ agent, dialect }: PortableHook): boolean {
  return agent?.isDefault === true && dialect === "docker-agent";
}

function tellAgent(hook: PortableHook, { dialect }: Target, lose: Lose): void {
  const { agent, event } = hook;
  if (agent === null) return;
  if (agent.isDefault && !isFirstAgent(hook)) {
    const what = `In docker-agent the first agent is also meant by events that name none; ${dialect} cannot say that.`;
    lose("scope", "agents", what, `It runs for events that name ${agent.name}.`);
  } else if (!carries(dialect, event, "agent_name")) {
    const what = `Agents that speak ${dialect} do not tell their hooks who they are.`;
    lose("scope", "agents", what, "Hookline still looks at it. Under other agents the hook runs for everybody.");
  }
}
