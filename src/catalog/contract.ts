import { z } from "zod";
import { type FamilyName, families } from "./families.ts";
import { type Base, base } from "./fields.ts";

/** What a hook may do on an event. Anything else it asks for is reported and not obeyed. */
export const powers = ["deny", "ask", "allow", "patch", "add-context", "continue", "stop", "message"] as const;
export type Power = (typeof powers)[number];

/**
 * What a deny means for the operation the event belongs to.
 * `refuses`: the operation does not happen. `stops-chain`: later hooks do not run, the operation stands.
 * `none`: the patch has no deny field, so nobody can say it.
 */
export type DenyEffect = "refuses" | "stops-chain" | "none";

/** A check that a patch must pass before it is applied; `engine/guards.ts` holds the functions. */
export type GuardName = "session-workspace" | "permission-escalation" | "claim-narrowing" | "spawn-narrowing";

/** A JSON object whose fields are not known to the compiler. */
export type Fields = Readonly<Record<string, unknown>>;

/** Answers with the whole payload as it is after `patch`; neither argument is changed. */
export type ApplyPatch = (payload: Fields, patch: Fields) => Record<string, unknown>;

type Shape = z.ZodRawShape;

interface EventDefinition<N extends string, P extends Shape, Q extends Shape> {
  readonly name: N;
  readonly family: FamilyName;
  /** When it fires, as a sentence for the reference. */
  readonly summary: string;
  /** What makes our own runtime fire it, as a sentence for the reference; null when nothing does yet. */
  readonly firedBy: string | null;
  /** The schema's public name and its fields. `event` and `timestamp` are added to the payload's. */
  readonly payload: readonly [schema: string, fields: P];
  readonly patch: readonly [schema: string, fields: Q];
  /** False for events that only async hooks may observe. */
  readonly sync?: boolean;
  readonly deny?: DenyEffect;
  /** Powers besides `deny`, `patch` and `message`, which follow from `deny`, the patch fields and `sync`. */
  readonly powers?: readonly Exclude<Power, "deny" | "patch" | "message">[];
  readonly guard?: GuardName;
  /** True when the hooks outlive the cancellation of the request that fired the event. */
  readonly detached?: boolean;
  /** Dialects in which a failed hook refuses the operation although nobody marked it as required. */
  readonly failsClosedIn?: readonly string[];
  /** Patch fields for which an explicit JSON null is a value rather than "no change". */
  readonly nullReplaces?: readonly (keyof Q & string)[];
  /** True when the payload carries `denied` and `deny_reason` as outputs of the chain. */
  readonly marksDenial?: boolean;
  /** Which payload field names the session a run belongs to. */
  readonly sessionField?: keyof P & string;
  /** How an accepted patch changes the payload; by default each field replaces the payload field of the same name. */
  readonly apply?: ApplyPatch;
}

export interface EventContract<N extends string = string, P extends Shape = Shape, Q extends Shape = Shape> {
  readonly name: N;
  readonly family: FamilyName;
  readonly summary: string;
  /** What makes our own runtime fire it; null when nothing does yet. */
  readonly firedBy: string | null;
  readonly payload: z.ZodObject<P>;
  readonly payloadSchema: string;
  readonly patch: z.ZodObject<Q>;
  readonly patchSchema: string;
  readonly sync: boolean;
  readonly deny: DenyEffect;
  readonly powers: readonly Power[];
  readonly guard: GuardName | null;
  readonly detached: boolean;
  readonly failsClosedIn: readonly string[];
  readonly nullReplaces: readonly string[];
  readonly marksDenial: boolean;
  readonly sessionField: string;
  /** The names of the payload's fields, without the trouble of making its schema. */
  readonly payloadFields: ReadonlySet<string>;
  /** Matcher key → path of the payload value it reads. */
  readonly matcherFields: Readonly<Record<string, string>>;
  /** True when the run record keeps what the hook answered. */
  readonly keepsPatch: boolean;
  /** True when the payload carries the event's name and time. */
  readonly stamped: boolean;
  readonly apply: ApplyPatch | null;
}

/** Completes a definition with what follows from its family and its schemas. */
export function defineEvent<const N extends string, P extends Shape, Q extends Shape>(
  definition: EventDefinition<N, P, Q>,
): EventContract<N, Base<N> & P, Q> {
  const payload = () => z.object({ ...base(definition.name), ...definition.payload[1] });
  return complete(definition, payload, true);
}

/** Like `defineEvent`, for payloads that carry neither the event's name nor its time. */
export function defineUnstampedEvent<const N extends string, P extends Shape, Q extends Shape>(
  definition: EventDefinition<N, P, Q>,
): EventContract<N, P, Q> {
  return complete(definition, () => z.object(definition.payload[1]), false);
}

function complete<N extends string, P extends Shape, Q extends Shape, F extends Shape>(
  definition: EventDefinition<N, P, Q>,
  makePayload: () => z.ZodObject<F>,
  stamped: boolean,
): EventContract<N, F, Q> {
  const family = families[definition.family];
  // Made on first use: most programs look at a handful of events, and 146 schemas are a good part of the start-up time.
  let payload: z.ZodObject<F> | undefined;
  let patch: z.ZodObject<Q> | undefined;
  return {
    name: definition.name,
    family: definition.family,
    summary: definition.summary,
    firedBy: definition.firedBy,
    get payload() {
      payload ??= makePayload();
      return payload;
    },
    payloadSchema: definition.payload[0],
    get patch() {
      patch ??= z.object(definition.patch[1]);
      return patch;
    },
    patchSchema: definition.patch[0],
    sync: definition.sync ?? true,
    deny: definition.deny ?? "none",
    powers: powersOf(definition),
    guard: definition.guard ?? null,
    detached: definition.detached ?? false,
    failsClosedIn: definition.failsClosedIn ?? [],
    nullReplaces: definition.nullReplaces ?? [],
    marksDenial: definition.marksDenial ?? false,
    sessionField: definition.sessionField ?? "session_id",
    payloadFields: new Set([...(stamped ? ["event", "timestamp"] : []), ...Object.keys(definition.payload[1])]),
    matcherFields: family.matcherFields,
    keepsPatch: family.keepsPatch,
    stamped,
    apply: definition.apply ?? null,
  };
}

const controlFields = new Set(["deny", "deny_reason", "cancel"]);

function powersOf<N extends string, P extends Shape, Q extends Shape>(
  definition: EventDefinition<N, P, Q>,
): readonly Power[] {
  // Nobody waits for an async hook, so whatever it answers comes too late.
  if (definition.sync === false) return [];
  const payloadFields = definition.payload[1];
  const patchFields = Object.keys(definition.patch[1]).filter((field) => !controlFields.has(field));
  const granted = new Set<Power>(definition.powers);
  granted.add("message");
  if (definition.deny && definition.deny !== "none") granted.add("deny");
  if (patchFields.some((field) => definition.apply !== undefined || field in payloadFields)) granted.add("patch");
  return powers.filter((power) => granted.has(power));
}
