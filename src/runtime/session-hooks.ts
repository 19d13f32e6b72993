import type { LiveEventBody } from "../agent/live-event.ts";
import { contractOf, type EventName, type EventPayload, type FirePayload } from "../catalog/catalog.ts";
import type { Engine, FireOptions } from "../engine/engine.ts";
import { nothingRan, type Verdict } from "../engine/verdict.ts";

/** All that the runtime knows of hooks. Whoever wants to see every event fired leaves `listens` out. */
export type Hooks = Pick<Engine, "fire"> & Partial<Pick<Engine, "listens">>;

/** What every payload of a session says of it. Asked for with each event; another object when something has changed. */
export interface SessionFacts {
  readonly session: Readonly<Record<string, unknown>>;
  readonly turnId: string | null;
  readonly host: Readonly<Record<string, unknown>>;
}

/** The hooks of one session: events are fired with what the session knows filled in, and watchers are told what came of it. */
export interface SessionHooks {
  /** Comes without a promise when nobody listens; `await` suits both. */
  readonly fire: <N extends EventName>(
    event: N,
    fields: FirePayload<N>,
    options?: FireOptions,
  ) => Verdict<N> | Promise<Verdict<N>>;
}

export function createSessionHooks(
  hooks: Hooks,
  facts: () => SessionFacts,
  tell: (event: LiveEventBody) => void,
  isWatched: () => boolean = () => true,
): SessionHooks {
  let known: SessionFacts | null = null;
  const common = new Map<EventName, Readonly<Record<string, unknown>>>();

  /** What the payloads of an event have in common until the session changes. */
  function commonOf(event: EventName): Readonly<Record<string, unknown>> {
    const now = facts();
    if (now !== known) common.clear();
    known = now;
    let fields = common.get(event);
    if (fields === undefined) {
      fields = commonFields(now, event);
      common.set(event, fields);
    }
    return fields;
  }
  const complete = <N extends EventName>(event: N, fields: FirePayload<N>): FirePayload<N> => ({
    ...commonOf(event),
    ...fields,
  });

  const listens = (event: EventName): boolean => hooks.listens?.(event) ?? true;

  async function fire<N extends EventName>(
    event: N,
    fields: FirePayload<N>,
    options?: FireOptions,
  ): Promise<Verdict<N>> {
    const verdict = await hooks.fire(event, complete(event, fields), options);
    // A verdict describes its runs when somebody looks at them, so they are left alone when nobody wants to know.
    if (!isWatched()) return verdict;
    const { decision, reason, runs, contexts, messages, problems, continue: again } = verdict;
    if (runs.length > 0 || problems.length > 0) {
      tell({ kind: "hooks_ran", event, decision, reason, runs, contexts, messages, problems, continue: again });
    }
    return verdict;
  }

  return {
    // A session fires some twenty events for every tool call, and most of them concern nobody.
    fire: (event, fields, options) =>
      listens(event) ? fire(event, fields, options) : nothingRan(event, fields as EventPayload<typeof event>),
  };
}

function commonFields({ session, turnId, host }: SessionFacts, event: EventName): Readonly<Record<string, unknown>> {
  const { payloadFields } = contractOf(event);
  return {
    ...session,
    ...(turnId !== null && payloadFields.has("turn_id") && { turn_id: turnId }),
    ...(payloadFields.has("cwd") && host),
  };
}
