import { contractOf } from "../../../catalog/catalog.ts";
import { translationOf } from "../../../dialects/translations.ts";
import { shellLine } from "../../../lib/shell-words.ts";
import type { Lose } from "../loss.ts";
import type { Fit, Fitted, Runnable, Target } from "../targets/target.ts";
import { loseCondition } from "./lose-condition.ts";

/** The program speaks the target's dialect, or nobody wants an adapter. */
export function asItIs(hook: Runnable, target: Target, isNative: boolean, lose: Lose): Fit {
  const isSaid = hook.tool === null || target.saysTool(hook.tool);
  if (!isSaid) loseCondition(target, { key: "tool_name", pattern: hook.tool ?? "" }, lose);
  const conditions = isNative ? hook.conditions.filter(({ key }) => key !== "") : [];
  for (const condition of hook.conditions)
    if (!isNative || condition.key === "") loseCondition(target, condition, lose);
  const isAgentSaid = isNative && target.dialect === "docker-agent";
  const agentKey = isNative && contractOf(hook.event).matcherFields.agent_name;
  if (hook.agent && isAgentSaid && !hook.agent.isDefault) {
    const what =
      "An agent that stands alone in a file of docker-agent is its first, which events without a name mean, too.";
    lose("scope", "agents", what, `It also runs for events that name no agent.`);
  }
  if (hook.agent && !isAgentSaid && agentKey)
    conditions.push({ key: "agent_name", path: agentKey, pattern: hook.agent.name });
  else if (hook.agent && !isAgentSaid)
    lose("scope", "agents", `${target.dialect} cannot say for which agent a hook is.`, "It runs for every agent.");
  if (!target.hasEnv && Object.keys(hook.env).length > 0)
    lose("place", "env", `${target.dialect} cannot set variables for a hook.`, "They are not set.");
  if (!target.hasCwd && hook.cwd !== null)
    lose("place", "working_dir", `${target.dialect} cannot say where a hook runs.`, "It runs where the agent works.");
  return {
    runs: inFormOf(target, hook.runs, isNative),
    tool: isSaid ? hook.tool : null,
    conditions,
    agent: isAgentSaid ? (hook.agent?.name ?? null) : null,
    env: target.hasEnv ? { ...hook.env, ...(isAgentSaid && hook.runs.kind !== "builtin" && hook.borrowedEnv) } : {},
    cwd: target.hasCwd ? hook.cwd : null,
  };
}

function inFormOf(target: Target, runs: Fitted["runs"], isNative: boolean): Fitted["runs"] {
  if (isNative || runs.kind === "builtin" || runs.kind === "prompt") return runs;
  const usesShell = translationOf(target.dialect)?.usesShell;
  if (usesShell && runs.kind === "program") return { kind: "shell", text: shellLine(runs.words) };
  if (!usesShell && runs.kind === "shell") return { kind: "program", words: ["/bin/sh", "-c", runs.text] };
  return runs;
}
