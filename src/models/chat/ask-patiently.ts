import { setTimeout as delay } from "node:timers/promises";
import type { ModelEvent } from "../../agent/chat-model.ts";
import type { ChatLimits } from "./chat-limits.ts";
import { canceled } from "./model-failure.ts";
import { pauseBefore } from "./pause-before.ts";

export interface PatientOptions {
  readonly signal: AbortSignal;
  readonly limits: Pick<ChatLimits, "patienceMs" | "firstPauseMs">;
  readonly random: () => number;
}

/** Asks one model, and again when an attempt failed in a way that may pass. Throws what the last attempt threw. */
export async function* askPatiently(
  model: string,
  ask: () => AsyncIterable<ModelEvent>,
  { signal, limits, random }: PatientOptions,
): AsyncGenerator<ModelEvent, void> {
  let leftMs = limits.patienceMs;
  for (let retries = 0; ; retries++) {
    try {
      yield* ask();
      return;
    } catch (error) {
      if (signal.aborted) throw canceled(model);
      const afterMs = pauseBefore(error, { retries, leftMs, firstPauseMs: limits.firstPauseMs, random });
      if (afterMs === null) throw error;
      leftMs -= afterMs;
      yield { kind: "retry", model, afterMs, reason: error instanceof Error ? error.message : String(error) };
      await delay(afterMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw canceled(model);
    }
  }
}
