/** How long and how much a model may take. */
export interface ChatLimits {
  /** What the pauses before further attempts may add up to, for one model. */
  readonly patienceMs: number;
  /** The pause before the second attempt, when the provider does not ask for one; it doubles with each further one. */
  readonly firstPauseMs: number;
  /** Until the first byte of an answer. Models on small machines think long before they speak. */
  readonly beginMs: number;
  /** Between two bytes of an answer. */
  readonly idleMs: number;
  /** For the text, the thoughts and the tool calls of an answer together. */
  readonly answerBytes: number;
}

export const defaultLimits: ChatLimits = Object.freeze({
  patienceMs: 120_000,
  firstPauseMs: 500,
  // Node's own fetch gives up after the same time.
  beginMs: 300_000,
  idleMs: 120_000,
  answerBytes: 8 * 1024 * 1024,
});
