import { catalog } from "../catalog/catalog.ts";
import type { Hook, HookMode, HookSource, HookTrust } from "../engine/hook.ts";
import { inRunOrder } from "../engine/order.ts";

/** One active hook as every surface lists it. Its command and environment are left out, they may hold secrets. */
export interface CatalogEntry {
  /** The place in the run order of its event, from 1, among the hooks listed. */
  readonly order: number;
  readonly name: string;
  readonly event: string;
  readonly source: HookSource;
  readonly skill_source?: string;
  readonly mode: HookMode;
  readonly required: boolean;
  readonly priority: number;
  readonly timeout_ms?: number;
  readonly executor_kind: string;
  /** As its author wrote it; fields of `autonomy` are nested. */
  readonly matcher: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly dialect: string;
  /** For hooks that run through `hookline adapt`: the dialect that the program speaks, and what that calls the event. */
  readonly adapted?: { readonly dialect: string; readonly event: string };
  /** For hooks of a workspace: whether it is as somebody has trusted it. */
  readonly trust?: HookTrust["state"];
  /** Why it does not run although it is declared, as part of a sentence. */
  readonly refusal?: string;
  /** Where the hook applies because of where it is declared. */
  readonly scope?: { readonly agent_name?: string; readonly workspace_id?: string; readonly workspace_root?: string };
  readonly file: string | null;
  readonly line: number | null;
}

export interface HookFilter {
  readonly event?: string | undefined;
  readonly source?: string | undefined;
  readonly mode?: string | undefined;
  readonly agent?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly workspaceRoot?: string | undefined;
}

/** Lists the hooks that pass the filter, event by event in canonical order, each in run order. */
export function listHooks(hooks: readonly Hook[], filter: HookFilter = {}): CatalogEntry[] {
  const byEvent = Map.groupBy(
    hooks.filter((hook) => passes(hook, filter)),
    (hook) => hook.event,
  );
  return catalog.flatMap(({ name }) =>
    inRunOrder(byEvent.get(name) ?? []).map((hook, position) => entryOf(hook, position + 1)),
  );
}

function passes(hook: Hook, filter: HookFilter): boolean {
  return (
    (!filter.event || hook.event === filter.event) &&
    (!filter.source || hook.source === filter.source) &&
    (!filter.mode || hook.mode === filter.mode) &&
    couldApply(hook, "agent_name", hook.scope.agentName, filter.agent) &&
    couldApply(hook, "workspace_id", hook.scope.workspaceId, filter.workspaceId) &&
    couldApply(hook, "workspace_root", hook.scope.workspaceRoot, filter.workspaceRoot)
  );
}

/** A hook that says nothing about agents applies to every agent, so either side may be empty. */
function couldApply(hook: Hook, key: string, scope: string | null, wanted: string | undefined): boolean {
  if (!wanted) return true;
  if (scope !== null && scope !== wanted) return false;
  return hook.matcher.conditions.every((condition) => condition.key !== key || condition.test(wanted));
}

/** Describes one hook. */
export function entryOf(hook: Hook, order: number): CatalogEntry {
  const scope = scopeOf(hook);
  return {
    order,
    name: hook.name,
    event: hook.event,
    source: hook.source,
    ...(hook.skillSource === null ? {} : { skill_source: hook.skillSource }),
    mode: hook.mode,
    required: hook.required,
    priority: hook.priority,
    ...(hook.timeoutMs > 0 ? { timeout_ms: hook.timeoutMs } : {}),
    // Hook files call it so; inside it is one of several kinds of process.
    executor_kind: hook.executor.kind === "process" ? "subprocess" : hook.executor.kind,
    matcher: matcherOf(hook),
    ...(Object.keys(hook.metadata).length > 0 ? { metadata: hook.metadata } : {}),
    dialect: hook.dialect,
    ...(hook.adapted && { adapted: { dialect: hook.adapted.dialect, event: hook.adapted.event } }),
    ...(hook.trust && { trust: hook.trust.state }),
    ...(typeof hook.trust?.refusal === "string" && { refusal: hook.trust.refusal }),
    ...(Object.keys(scope).length > 0 ? { scope } : {}),
    file: hook.origin.file,
    line: hook.origin.line,
  };
}

function matcherOf(hook: Hook): Record<string, unknown> {
  const matcher: Record<string, unknown> = {};
  const autonomy: Record<string, unknown> = {};
  for (const { key, pattern } of hook.matcher.conditions) {
    if (key.startsWith("autonomy.")) autonomy[key.slice("autonomy.".length)] = pattern;
    else matcher[key] = pattern;
  }
  return Object.keys(autonomy).length > 0 ? { ...matcher, autonomy } : matcher;
}

function scopeOf({ scope }: Hook): NonNullable<CatalogEntry["scope"]> {
  return {
    ...(scope.agentName === null ? {} : { agent_name: scope.agentName }),
    ...(scope.workspaceId === null ? {} : { workspace_id: scope.workspaceId }),
    ...(scope.workspaceRoot === null ? {} : { workspace_root: scope.workspaceRoot }),
  };
}
