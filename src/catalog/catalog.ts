import type { z } from "zod";
import type { EventContract } from "./contract.ts";
import { toolPostCall, toolPostError, toolPreCall } from "./tool.ts";

/** Every event, in canonical order. Everything else that is said about events is derived from this list. */
export const catalog = [toolPreCall, toolPostCall, toolPostError] as const;

type Contract = (typeof catalog)[number];
export type EventName = Contract["name"];
type ContractOf<N extends EventName> = Extract<Contract, { name: N }>;

/** The payload as hooks see it, with `event` and `timestamp` filled in. */
export type EventPayload<N extends EventName = EventName> = z.output<ContractOf<N>["payload"]>;
export type EventPatch<N extends EventName = EventName> = z.output<ContractOf<N>["patch"]>;

type Stamp = "event" | "timestamp";
/** What a caller hands to `fire`: the payload, where the engine's own two fields may be left out. */
export type FirePayload<N extends EventName> = "timestamp" extends keyof EventPayload<N>
  ? Omit<EventPayload<N>, Stamp> & Partial<Pick<EventPayload<N>, Stamp & keyof EventPayload<N>>>
  : EventPayload<N>;

const byName: ReadonlyMap<string, EventContract> = new Map(
  catalog.map((contract) => [contract.name, contract as unknown as EventContract]),
);

export function isEventName(name: string): name is EventName {
  return byName.has(name);
}

export function contractOf(name: EventName): EventContract {
  const contract = byName.get(name);
  if (!contract) throw new TypeError(`No contract for event ${JSON.stringify(name)}.`);
  return contract;
}
