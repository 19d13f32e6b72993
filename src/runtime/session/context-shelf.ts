import type { Verdict } from "../../engine/verdict.ts";
import { dialectOfHook } from "../dialect-of-hook.ts";

/**
 * What hooks want the model to know, kept beside the transcript. `session`: in every call until the session ends, one text for
 * each hook. `input`: from a user's message until the next one. `step`: for one model call. `next`: for the next model call.
 */
export interface ContextShelf {
  /** Takes what hooks of `session.start` said; a hook that speaks again replaces what it said before. */
  readonly forSession: (verdict: Verdict) => void;
  /** Forgets everything: what was said of one conversation means nothing in the next. */
  readonly clear: () => void;
  readonly forInput: (texts: readonly string[]) => void;
  readonly forStep: (texts: readonly string[]) => void;
  readonly forNextCall: (texts: readonly string[]) => void;
  /** Puts contexts where their lifetime says, and answers with those that are for now. */
  readonly sort: (contexts: Verdict["contexts"]) => string[];
  /** What to tell the model with this call, in order. */
  readonly forCall: () => readonly string[];
  /** The model has answered: what was meant for one call comes off the shelf. */
  readonly callAnswered: () => void;
}

export function createContextShelf(): ContextShelf {
  const session = new Map<string, string[]>();
  let input: readonly string[] = [];
  let step: readonly string[] = [];
  let next: string[] = [];

  function sort(contexts: Verdict["contexts"]): string[] {
    const lasting = contexts.filter(({ lifetime }) => lifetime === "session");
    for (const { hook } of lasting) session.delete(hook);
    for (const { hook, text } of lasting) session.set(hook, [...(session.get(hook) ?? []), text]);
    return contexts.filter(({ lifetime }) => lifetime !== "session").map(({ text }) => text);
  }

  return {
    sort,
    forSession: ({ contexts }) => void sort(contexts.map((context) => ({ ...context, lifetime: "session" as const }))),
    clear: () => {
      session.clear();
      input = [];
      step = [];
      next = [];
    },
    forInput: (texts) => {
      input = texts;
    },
    forStep: (texts) => {
      step = texts;
    },
    forNextCall: (texts) => {
      next.push(...texts);
    },
    forCall: () => {
      const slots = [[...session.values()].flat(), input, step, next];
      return slots.filter((texts) => texts.length > 0).map((texts) => texts.join("\n"));
    },
    callAnswered: () => {
      next = [];
    },
  };
}

/** The contexts of Claude-shaped hooks, which belong into the text of the message itself, and those of all others. */
export function splitByPlace(verdict: Verdict): {
  readonly inText: readonly string[];
  readonly beside: Verdict["contexts"];
} {
  const isClaude = ({ hook }: { readonly hook: string }) => dialectOfHook(verdict, hook) === "claude";
  return {
    inText: verdict.contexts.filter(isClaude).map(({ text }) => text),
    beside: verdict.contexts.filter((context) => !isClaude(context)),
  };
}
