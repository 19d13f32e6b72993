import { z } from "zod";
import { type FamilyName, families } from "./families.ts";

/** What a hook may do on an event. Anything else it asks for is reported and not obeyed. */
export type Power = "deny" | "ask" | "allow" | "patch" | "add-context" | "continue" | "stop" | "message";

/**
 * What a deny means for the operation the event belongs to.
 * `refuses`: the operation does not happen. `stops-chain`: later hooks do not run, the operation stands.
 * `none`: the patch has no deny field, so nobody can say it.
 */
export type DenyEffect = "refuses" | "stops-chain" | "none";

/** A check that a patch must pass before it is applied; `engine/guards.ts` holds the functions. */
export type GuardName = "session-workspace" | "permission-escalation" | "claim-narrowing" | "spawn-narrowing";

type Shape = z.ZodRawShape;

interface EventDefinition<N extends string, P extends Shape, Q extends Shape> {
  readonly name: N;
  readonly family: FamilyName;
  /** When it fires, as a sentence for the reference. */
  readonly summary: string;
  /** The schema's public name and its fields. */
  readonly payload: readonly [schema: string, fields: P];
  readonly patch: readonly [schema: string, fields: Q];
  /** False for events that only async hooks may observe. */
  readonly sync?: boolean;
  readonly deny?: DenyEffect;
  /** Powers besides `deny` and `patch`, which follow from `deny` and from the patch fields. */
  readonly powers?: readonly Exclude<Power, "deny" | "patch">[];
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
  readonly apply?: (
    payload: Readonly<Record<string, unknown>>,
    patch: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
}

export interface EventContract<N extends string = string, P extends Shape = Shape, Q extends Shape = Shape> {
  readonly name: N;
  readonly family: FamilyName;
  readonly summary: string;
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
  /** Matcher key → path of the payload value it reads. */
  readonly matcherFields: Readonly<Record<string, string>>;
  /** True when the run record keeps what the hook answered. */
  readonly keepsPatch: boolean;
  /** True when the payload carries the event's name and time. */
  readonly stamped: boolean;
  readonly apply: EventDefinition<N, P, Q>["apply"] | null;
}

const controlFields = new Set(["deny", "deny_reason", "cancel"]);

/** Completes a definition with what follows from its family and its schemas. */
export function defineEvent<const N extends string, P extends Shape, Q extends Shape>(
  definition: EventDefinition<N, P, Q>,
): EventContract<N, P, Q> {
  const [payloadSchema, payloadFields] = definition.payload;
  const [patchSchema, patchFields] = definition.patch;
  const family = families[definition.family];
  const deny = definition.deny ?? "none";
  const sync = definition.sync ?? true;
  const patches =
    sync &&
    Object.keys(patchFields).some((field) => !controlFields.has(field) && (definition.apply || field in payloadFields));
  return {
    name: definition.name,
    family: definition.family,
    summary: definition.summary,
    payload: z.object(payloadFields),
    payloadSchema,
    patch: z.object(patchFields),
    patchSchema,
    sync,
    deny,
    powers: [
      ...(deny === "none" ? [] : (["deny"] as const)),
      ...(patches ? (["patch"] as const) : []),
      ...(definition.powers ?? []),
    ],
    guard: definition.guard ?? null,
    detached: definition.detached ?? false,
    failsClosedIn: definition.failsClosedIn ?? [],
    nullReplaces: definition.nullReplaces ?? [],
    marksDenial: definition.marksDenial ?? false,
    sessionField: definition.sessionField ?? "session_id",
    matcherFields: family.matcherFields,
    keepsPatch: family.keepsPatch,
    stamped: "timestamp" in payloadFields,
    apply: definition.apply ?? null,
  };
}
