import { ModelError, type ModelErrorCode } from "../../agent/chat-model.ts";

/** Whether and when the same model may be asked again. */
export interface Retry {
  /** What the provider asked for, in milliseconds; null when it did not. */
  readonly afterMs: number | null;
  /** How often in a row this kind of failure is answered with another attempt. */
  readonly most: number;
}

/** One attempt failed; `retry` is null when another one would fail as well. */
export class ModelFailure extends ModelError {
  readonly retry: Retry | null;
  constructor(code: ModelErrorCode, model: string, message: string, retry: Retry | null, options?: ErrorOptions) {
    super(code, model, message, options);
    this.retry = retry;
  }
}

export function canceled(model: string): ModelError {
  return new ModelError("canceled", model, `The call of ${model} was canceled.`);
}
