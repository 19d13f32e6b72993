import { AsyncLocalStorage } from "node:async_hooks";

/** A dispatch and those that enclose it. */
export interface Nesting {
  readonly depth: number;
  readonly event: string;
  readonly outer: Nesting | null;
}

/** A hook may fire events, whose hooks may fire events; the fourth level is refused, so that no loop is endless. */
export const maxDepth = 3;

/** The event names down to this dispatch, outermost first. */
export function chainOf(nesting: Nesting): string[] {
  return [...(nesting.outer ? chainOf(nesting.outer) : []), nesting.event];
}

/*
 * How a nested dispatch knows its depth. A hook that fires before its first `await`, or says from which context, is known
 * exactly and for nothing. Following a hook across an `await` takes an async context, which costs as much as five hooks;
 * it is used only while so many dispatches are under way that one of them may be a loop. Such a loop is cut off a few
 * levels later than the limit says, but it is cut off.
 */
const followed = new AsyncLocalStorage<Nesting>();
let current: Nesting | null = null;
let underWay = 0;

export function currentNesting(): Nesting | null {
  return current ?? (underWay < maxDepth ? null : (followed.getStore() ?? null));
}

/** Says that hooks of this level are called from here on; answers with what `leaveLevel` needs. */
export function enterLevel(level: Nesting): Nesting | null {
  const outer = current;
  current = level;
  return outer;
}

export function leaveLevel(outer: Nesting | null): void {
  current = outer;
}

/** Calls a function so that it is known to belong to this level also after it has waited, if there is reason to. */
export function callFollowed<P, C, T>(level: Nesting, call: (payload: P, context: C) => T, payload: P, context: C): T {
  return underWay < maxDepth ? call(payload, context) : followed.run(level, call, payload, context);
}

export function dispatchBegins(): void {
  underWay++;
}

export function dispatchEnds(): void {
  underWay--;
}
