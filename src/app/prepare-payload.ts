import { isAbsolute } from "node:path";
import { contractOf, type EventName, type FirePayload } from "../catalog/catalog.ts";
import { checkPayload, type UnknownField } from "../catalog/check-payload.ts";
import type { EventContract } from "../catalog/contract.ts";
import { Problem } from "../errors/problem.ts";
import { samePlace } from "../sources/workspace.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the caller knows besides the payload. */
export interface FiringContext {
  readonly workspace: { readonly id: string; readonly root: string };
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

export interface PreparedPayload {
  readonly event: EventName;
  readonly payload: FirePayload<EventName>;
  /** Fields the contract does not know; kept, but worth a word: they may be typos. */
  readonly unknownFields: readonly UnknownField[];
}

/** Completes a payload with what the context knows and checks it. Throws a Problem that names the field that does not fit. */
export function preparePayload(event: EventName, given: Fields, context: FiringContext): PreparedPayload {
  const contract = contractOf(event);
  const checked = checkPayload(contract, {
    ...defaults(contract, given, context),
    ...given,
    ...rootOf(given, context),
    ...named(contract, context),
  });
  if (!checked.ok) {
    const fields = checked.issues.map((issue) => issue.problem).join("; ");
    throw new Problem("PAYLOAD_INVALID", { event, fields });
  }
  return { event, payload: checked.payload as FirePayload<EventName>, unknownFields: checked.unknownFields };
}

function defaults(contract: EventContract, given: Fields, { workspace }: FiringContext): Fields {
  const fields = contract.payload.shape;
  const isOpen = (name: string) => name in fields && given[name] === undefined;
  // Before a session exists its workspace is known by id or by path, never both.
  const either = contract.guard === "session-workspace";
  if (either && (given.workspace_id !== undefined || given.workspace !== undefined)) return stamp(contract);
  return {
    ...stamp(contract),
    ...(isOpen("workspace_id") && !either ? { workspace_id: workspace.id } : {}),
    ...(isOpen("workspace") ? { workspace: workspace.root } : {}),
  };
}

/** A workspace has one path for its hooks: spelt any other way, it would pass for another workspace and theirs not run. */
function rootOf({ workspace: path }: Fields, { workspace }: FiringContext): Fields {
  const isOurs = typeof path === "string" && isAbsolute(path) && samePlace(path, workspace.root);
  return isOurs ? { workspace: workspace.root } : {};
}

/** The engine would add these too, but not when no hook runs, and then the verdict's payload would lack them. */
function stamp(contract: EventContract): Fields {
  return contract.stamped ? { event: contract.name, timestamp: new Date().toISOString() } : {};
}

/** What was asked for by name wins over the payload. */
function named(contract: EventContract, { session, agent }: FiringContext): Fields {
  return {
    ...(session === undefined ? {} : { [contract.sessionField]: session }),
    ...(agent === undefined ? {} : { agent_name: agent }),
  };
}
