/** A tool call as far as the detector of endless loops looks at it. */
export interface SeenCall {
  readonly name: string;
  /** JSON text as the model wrote it; it need not be valid. */
  readonly arguments: string;
  /** Only looks whether something has changed, which may well take many calls. */
  readonly isPolling: boolean;
}

export interface LoopDetector {
  /** How often in a row is too often. */
  readonly threshold: number;
  /** True when the model has asked for this very batch so often in a row that it gets nowhere. Begins anew afterwards. */
  readonly sees: (batch: readonly SeenCall[]) => boolean;
}

/** Makes a detector that trips when the same batch of calls comes `threshold` times in a row; 0 turns it off. */
export function createLoopDetector({ threshold = 5 }: { readonly threshold?: number } = {}): LoopDetector {
  let previous: string | null = null;
  let repetitions = 0;
  return {
    threshold,
    sees: (batch) => {
      const counted = batch.filter(({ isPolling }) => !isPolling);
      // A look in between must not hide that the same thing is tried over and over.
      if (counted.length === 0) return false;
      const signature = JSON.stringify(counted.map((call) => [call.name, canonicalJson(call.arguments)]));
      repetitions = signature === previous ? repetitions + 1 : 1;
      previous = signature;
      if (threshold <= 0 || repetitions < threshold) return false;
      previous = null;
      repetitions = 0;
      return true;
    },
  };
}

/** The same text for the same arguments, in whatever order their keys and with whatever blanks they were written. */
function canonicalJson(text: string): string {
  try {
    return JSON.stringify(inOrder(JSON.parse(text.trim() || "{}")));
  } catch {
    // Not JSON, or nested too deeply to look at: then only the same text counts as the same.
    return text;
  }
}

/** Objects become lists of their entries, because an object could not hold every key as its own. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([key, inner]) => [key, inOrder(inner)]) };
}
