export const steeringLimit = 5;
export const followUpLimit = 20;

/** Messages that wait until the agent can take them. */
export interface MessageQueues {
  /** For the agent while it works; false when the queue is full. */
  readonly steer: (text: string) => boolean;
  /** For the end of the turn; false when the queue is full. */
  readonly followUp: (text: string) => boolean;
  /** All that was said to the agent while it worked, as it was typed. */
  readonly drainSteering: () => readonly string[];
  /** The next message for the end of a turn, one at a time; null when none waits. */
  readonly nextFollowUp: () => string | null;
  /** Messages that were not taken in after all; they are the next ones again. */
  readonly giveBackSteering: (texts: readonly string[]) => void;
  readonly giveBackFollowUp: (text: string) => void;
  readonly waiting: () => { readonly steering: number; readonly followUps: number };
}

export function createMessageQueues(): MessageQueues {
  const steering: string[] = [];
  const followUps: string[] = [];
  return {
    steer: (text) => addTo(steering, steeringLimit, text),
    followUp: (text) => addTo(followUps, followUpLimit, text),
    drainSteering: () => steering.splice(0),
    nextFollowUp: () => followUps.shift() ?? null,
    giveBackSteering: (texts) => void steering.unshift(...texts),
    giveBackFollowUp: (text) => void followUps.unshift(text),
    waiting: () => ({ steering: steering.length, followUps: followUps.length }),
  };
}

/** Steering messages as the model reads them: one user message each, and a line's end between them. */
export function asUserMessages(texts: readonly string[]): string[] {
  return texts.map((text, at) => (at < texts.length - 1 ? `${text}\n` : text));
}

function addTo(queue: string[], limit: number, text: string): boolean {
  if (queue.length >= limit) return false;
  queue.push(text);
  return true;
}
