import type { LiveEvent } from "../../../src/agent/live-event.ts";
import type { TranscriptEntry } from "../../../src/agent/transcript.ts";
import type { EventName } from "../../../src/catalog/catalog.ts";
import type { Verdict } from "../../../src/engine/verdict.ts";
import type { Instant } from "./plan.ts";

/** Something that happened while a session ran, seen from outside. */
export type Happening =
  | FiredEvent
  | { readonly kind: "told"; readonly event: LiveEvent }
  /** A tool did something. */
  | {
      readonly kind: "ran";
      readonly session: string;
      readonly id: string;
      readonly tool: string;
      readonly wasCanceled: boolean;
    }
  /** A person was asked about a call; `isRefused` unless they approved. */
  | { readonly kind: "asked"; readonly id: string; readonly isRefused: boolean }
  /** A model was asked and may call these tools. */
  | { readonly kind: "offered"; readonly session: string; readonly tools: ReadonlySet<string> }
  | { readonly kind: "kept"; readonly entry: TranscriptEntry }
  /** The store did not take something, on purpose or for this reason. */
  | { readonly kind: "not-kept"; readonly isPlanned: boolean; readonly why: string };

export interface FiredEvent {
  readonly kind: "fired";
  readonly event: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Null while hooks are still asked. */
  verdict: Verdict | null;
}

/** All that happened in the life of one process, in its order. */
export interface Log {
  readonly happenings: readonly Happening[];
  readonly add: (happening: Happening) => void;
  /** Calls `does` at an instant, once. */
  readonly at: (instant: Instant, does: () => void) => void;
  /** Nothing happens after that. */
  readonly die: () => void;
  readonly isDead: () => boolean;
  readonly death: Promise<void>;
}

export function createLog(): Log {
  const happenings: Happening[] = [];
  const planned = new Map<string, (() => void)[]>();
  const counts = new Map<string, number>();
  let isDead = false;
  let died = () => {};
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  return {
    happenings,
    add: (happening) => {
      if (isDead) return;
      happenings.push(happening);
      const name = nameOf(happening);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      for (const key of [`${happenings.length}`, `${count} ${name}`]) for (const does of planned.get(key) ?? []) does();
    },
    at: ({ at, of }, does) => {
      const key = of === null ? `${at}` : `${at} ${of}`;
      planned.set(key, [...(planned.get(key) ?? []), does]);
    },
    die: () => {
      isDead = true;
      died();
    },
    isDead: () => isDead,
    death,
  };
}

function nameOf(happening: Happening): string {
  switch (happening.kind) {
    case "fired":
      return happening.event;
    case "told":
      return happening.event.kind;
    case "kept":
      return `kept ${happening.entry.type}`;
    case "ran":
    case "asked":
    case "offered":
    case "not-kept":
      return happening.kind;
  }
}
