import { contracts, type EventName, isEventName } from "../catalog/catalog.ts";
import { agentHookEvents } from "../dialects/agent-hooks/events.ts";
import { claudeEvents } from "../dialects/claude/events.ts";
import { dockerEvents } from "../dialects/docker-agent/events.ts";

export const dialectNames = ["agh", "docker-agent", "claude", "agent-hooks"] as const;
export type DialectName = (typeof dialectNames)[number];

/** One event as a dialect calls it, and where it stands in our catalog. */
export interface DialectEvent {
  readonly name: string;
  /** Another way the dialect spells it; null when there is none. */
  readonly alias: string | null;
  /** False for events that only files of another program may name. */
  readonly isDeclarable: boolean;
  /** One, or two where the dialect does not tell success and failure apart. */
  readonly events: readonly [EventName, ...EventName[]];
}

/** The events that a dialect speaks, in the order of its documentation. */
export function eventsOfDialect(dialect: DialectName): readonly DialectEvent[] {
  return tables[dialect];
}

/** The event of that name, which may be ours or that of any dialect; null when nobody calls an event so. */
export function eventNamed(word: string): EventName | null {
  if (isEventName(word)) return word;
  return bySpelling().get(word) ?? null;
}

/** Every spelling that `eventNamed` understands. */
export function eventSpellings(): readonly string[] {
  return [...bySpelling().keys()];
}

/** Moments that nothing here fires have no place in the tables. */
function listOf(
  name: string,
  events: readonly EventName[],
  { alias = null, isDeclarable = true }: Partial<Pick<DialectEvent, "alias" | "isDeclarable">> = {},
): readonly DialectEvent[] {
  const [first, ...rest] = events;
  return first === undefined ? [] : [{ name, alias, isDeclarable, events: [first, ...rest] }];
}

const tables: Readonly<Record<DialectName, readonly DialectEvent[]>> = {
  agh: contracts.flatMap(({ name }) => listOf(name, [name])),
  "docker-agent": dockerEvents.flatMap(({ name, events }) => listOf(name, events)),
  // Those without a shape of Agentao's are for the settings files of Claude Code.
  claude: claudeEvents.flatMap(({ name, event, shape }) => listOf(name, [event], { isDeclarable: shape !== null })),
  "agent-hooks": agentHookEvents.flatMap(({ name, alias, event }) =>
    listOf(name, event === null ? [] : [event], { alias }),
  ),
};

let spellings: ReadonlyMap<string, EventName> | null = null;

function bySpelling(): ReadonlyMap<string, EventName> {
  spellings ??= new Map(
    dialectNames.flatMap((dialect) =>
      tables[dialect].flatMap(({ name, alias, events: [event] }) =>
        [name, ...(alias === null ? [] : [alias])].map((spelling) => [spelling, event] as const),
      ),
    ),
  );
  return spellings;
}
