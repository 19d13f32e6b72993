import type { Severity } from "./problem.ts";

interface Entry<P> {
  readonly severity: Severity;
  readonly say: (params: P) => { what: string; fix: string };
}

const error = <P>(say: Entry<P>["say"]): Entry<P> => ({ severity: "error", say });

/** Every coded problem, in one place. `docs/errors.md` is printed from this table. */
export const problems = {
  EVENT_UNKNOWN: error((p: { event: string; suggestion: string | null }) => ({
    what: `There is no event ${JSON.stringify(p.event)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Run "hookline events" to see all events.`,
  })),
} as const;
