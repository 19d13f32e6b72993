import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { brokenHook, standInFor } from "../../engine/broken-hook.ts";
import type { BrokenHook, Hook } from "../../engine/hook.ts";
import { type Matcher, matchesEverything } from "../../engine/matcher.ts";
import type { Finding } from "../../errors/problem.ts";
import { agentHookEvent, agentHookEvents } from "./events.ts";
import { type Owner, scopeOf } from "./owner.ts";

export const dialect = "agent-hooks";

/** Describes a HOOK.md that cannot run. */
export function describeBroken(
  file: string,
  line: number,
  name: string | null,
  event: EventName | null,
  reasons: readonly Finding[],
): BrokenHook {
  return brokenHook({ name, event, dialect, file, line }, reasons);
}

/** Whether what somebody wrote as `on_failure` means that the hook must not fail open. All but "open" is taken to. */
export function mustHold(onFailure: unknown): boolean {
  return onFailure !== undefined && onFailure !== null && onFailure !== "open";
}

/** Hooks that refuse in place of a broken guard. One whose trigger nobody can tell guards everything that can be refused. */
export function standIns(broken: BrokenHook, owner: Owner, matcher: Matcher = matchesEverything): Hook[] {
  const events = broken.event === null ? agentHookEvents.map(({ event }) => event) : [broken.event];
  return events.flatMap((event) => {
    if (event === null) return [];
    const contract = contractOf(event);
    const place = {
      source: "config",
      skillSource: null,
      scope: scopeOf(contract, owner),
      tieBreak: "declaration",
      matcher,
    } as const;
    return standInFor(broken, contract, place) ?? [];
  });
}

/** What a text that cannot be parsed seems to say. */
export function guess(text: string): { readonly event: EventName | null; readonly mustHold: boolean } {
  const front = frontOf(text);
  const said = (key: string) => {
    const written = new RegExp(`(?:^|[{,])[ \\t]*["']?${key}["']?[ \\t]*:[ \\t]*["']?([\\w-]+)`, "gm");
    return [...front.matchAll(written)].map(([, word]) => word);
  };
  const events = new Set(said("trigger").map((word) => agentHookEvent(word ?? "")?.event ?? null));
  const [event = null] = events;
  return { event: events.size === 1 ? event : null, mustHold: said("on_failure").some(mustHold) };
}

/** What stands below the frontmatter only talks about hooks. */
function frontOf(text: string): string {
  return /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\n---[ \t]*\r?(?:\n|$)/.exec(text)?.[1] ?? text;
}
