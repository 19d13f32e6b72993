import type { Hook } from "./hook.ts";
import type { Condition } from "./matcher.ts";

type Payload = Readonly<Record<string, unknown>>;

/** Why a hook does not apply to a payload: the value that decided it. */
export interface Mismatch {
  readonly field: string;
  readonly pattern: string | boolean;
  readonly value: unknown;
}

/** Every test a hook puts to a payload: what its author wrote, then where it applies. */
export function conditionsOf(hook: Hook): readonly Condition[] {
  const { agentName, workspaceId, workspaceRoot } = hook.scope;
  return [
    ...hook.matcher.conditions,
    ...(agentName === null ? [] : [scopeCondition("agent_name", "agent_name", agentName, "required")]),
    ...(workspaceId === null ? [] : [scopeCondition("workspace_id", "workspace_id", workspaceId, "if-known")]),
    ...(workspaceRoot === null ? [] : [scopeCondition("workspace", "workspace", workspaceRoot, "if-known")]),
  ];
}

/** Finds the first condition that fails, or null when the hook applies. */
export function mismatchOf(
  conditions: readonly Condition[],
  payload: Payload,
  only: "shallow" | "deep" | null = null,
): Mismatch | null {
  for (const condition of conditions) {
    if (only !== null && (only === "deep") !== (condition.deep ?? false)) continue;
    const value = valueAt(payload, condition.path);
    if (!condition.test(value)) return { field: condition.key, pattern: condition.pattern, value };
  }
  return null;
}

/** Reads `a.b` out of a payload, of `a|b` the first that is there; missing parts give undefined. */
export function valueAt(payload: Payload, path: string): unknown {
  const value = payload[path];
  if (value !== undefined) return value;
  if (path.includes("|")) {
    const found = path.split("|").map((one) => valueAt(payload, one));
    return found.find((one) => one !== undefined && one !== null && one !== "");
  }
  if (!path.includes(".")) return undefined;
  return path.split(".").reduce<unknown>((at, key) => (at as Payload | null | undefined)?.[key], payload);
}

/**
 * A scope is an exact value, not a pattern. A payload that does not say its workspace is taken to be of this one:
 * some events have no such field, and a guard must not drop out because of it.
 */
function scopeCondition(name: string, path: string, wanted: string, when: "required" | "if-known"): Condition {
  const literal = when === "required" ? wanted : null;
  const isUnknown = (value: unknown) => typeof value !== "string" || value === "";
  return {
    key: `scope.${name}`,
    path,
    pattern: wanted,
    literal,
    test: (value) => value === wanted || (when === "if-known" && isUnknown(value)),
  };
}
