import type { ConfirmationAnswer, ConfirmationRequest, Operator } from "../../agent/live-event.ts";

/** A question that waits for whoever sits at the terminal. */
export type Question =
  | {
      readonly kind: "confirm";
      readonly request: ConfirmationRequest;
      readonly answer: (answer: ConfirmationAnswer) => void;
    }
  | { readonly kind: "extend"; readonly maxIterations: number; readonly answer: (isGranted: boolean) => void };

/**
 * Where a session's questions wait until somebody answers them, one after the other. A session is given the operator when it
 * is made; the screen that shows the questions may come later.
 */
export interface OperatorDesk {
  readonly operator: Operator;
  /** The question that is to be answered next. */
  readonly current: () => Question | null;
  readonly waiting: () => number;
  /** Calls `listener` whenever there is another current question, or none; the answer stops it. */
  readonly onChange: (listener: () => void) => () => void;
}

export function createOperatorDesk(): OperatorDesk {
  const questions: Question[] = [];
  const listeners = new Set<() => void>();

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function ask<A>(signal: AbortSignal, question: (answer: (answer: A) => void) => Question): Promise<A> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const asked = question((answer) => {
        if (leave(asked)) resolve(answer);
      });
      const leave = (one: Question): boolean => {
        const at = questions.indexOf(one);
        if (at < 0) return false;
        questions.splice(at, 1);
        signal.removeEventListener("abort", giveUp);
        changed();
        return true;
      };
      const giveUp = () => {
        if (leave(asked)) reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      questions.push(asked);
      changed();
    });
  }

  return {
    operator: {
      confirm: (request, signal) => ask(signal, (answer) => ({ kind: "confirm", request, answer })),
      extendLimit: ({ maxIterations }, signal) => ask(signal, (answer) => ({ kind: "extend", maxIterations, answer })),
    },
    current: () => questions[0] ?? null,
    waiting: () => questions.length,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
