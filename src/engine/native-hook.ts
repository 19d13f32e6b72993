import { contractOf, type EventName, type EventPatch, type EventPayload } from "../catalog/catalog.ts";
import { Problem } from "../errors/problem.ts";
import type { Effects } from "./effects.ts";
import { defaultPriority, type Hook, type HookMode, type Lane } from "./hook.ts";
import { type Condition, compileCondition, everywhere } from "./matcher.ts";
import type { NativeContext, NativeFunction } from "./ports.ts";

/** Effects whose patch is checked against the event. */
export interface EffectsOn<N extends EventName> extends Effects {
  readonly patch?: EventPatch<N>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement is the commonest kind.
type ReplyOn<N extends EventName> = EffectsOn<N> | undefined | void;

export interface NativeHookDefinition<N extends EventName> {
  readonly name: string;
  readonly event: N;
  readonly run: (payload: EventPayload<N>, context: NativeContext) => ReplyOn<N> | Promise<ReplyOn<N>>;
  /** `sync` where the event allows it, unless said otherwise. */
  readonly mode?: HookMode;
  readonly required?: boolean;
  readonly onFailure?: "open" | "block";
  readonly priority?: number;
  readonly timeoutMs?: number;
  /** Matcher keys of the event's family (`docs/events.md`), with exact values or wildcards. */
  readonly matcher?: Readonly<Record<string, string | boolean>>;
  readonly together?: boolean;
  readonly lane?: Lane;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Makes a hook out of a function of the embedding program. */
export function nativeHook<N extends EventName>(definition: NativeHookDefinition<N>): Hook {
  const contract = contractOf(definition.event);
  const name = definition.name.trim();
  const invalid = (why: string) => new Problem("HOOK_DEFINITION_INVALID", { hook: name, why });
  if (name === "") throw invalid("its name is empty");
  if (typeof definition.run !== "function") throw invalid("it has no function to run");
  const mode = definition.mode ?? (contract.sync ? "sync" : "async");
  if (mode === "sync" && !contract.sync) throw invalid(`${contract.name} takes async hooks only`);
  const onFailure = definition.onFailure ?? (definition.required ? "block" : "open");
  if (mode === "async" && (definition.required || onFailure === "block"))
    throw invalid("an async hook cannot be required");

  const conditions = Object.entries(definition.matcher ?? {}).map(([key, pattern]): Condition => {
    const path = contract.matcherFields[key];
    if (path === undefined) throw invalid(`${contract.name} has no matcher field ${JSON.stringify(key)}`);
    const condition = compileCondition(key, path, pattern);
    if ("bad" in condition) throw invalid(`the pattern of ${key} is bad: ${condition.bad}`);
    return condition;
  });
  return {
    name,
    event: definition.event,
    dialect: "native",
    source: "native",
    skillSource: null,
    mode,
    required: definition.required ?? false,
    onFailure,
    priority: definition.priority ?? defaultPriority.native,
    timeoutMs: definition.timeoutMs ?? 0,
    matcher: { conditions },
    scope: everywhere,
    tieBreak: "name",
    lane: definition.lane ?? "default",
    together: definition.together ?? false,
    // The engine hands a hook only payloads of its own event, which the compiler cannot know.
    executor: { kind: "native", run: definition.run as unknown as NativeFunction },
    wire: null,
    metadata: definition.metadata ?? {},
    origin: { file: null, line: null },
  };
}
