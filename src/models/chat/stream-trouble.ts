/** The connection is open, but nothing comes. */
export class Stalled extends Error {
  override readonly name = "Stalled";
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`nothing came for ${afterMs / 1000} s`);
    this.afterMs = afterMs;
  }
}

/** The answer stopped before its end, without an error. */
export class CutOff extends Error {
  override readonly name = "CutOff";
  /** False when nothing at all came that a model sends. */
  readonly hasBegun: boolean;
  constructor(hasBegun: boolean) {
    super("the answer stopped before its end");
    this.hasBegun = hasBegun;
  }
}

/** The provider sent an error in place of the rest of its answer. */
export class ErrorInStream extends Error {
  override readonly name = "ErrorInStream";
  readonly error: unknown;
  constructor(error: unknown) {
    super("the provider sent an error", { cause: error });
    this.error = error;
  }
}
