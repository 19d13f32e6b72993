import type { Checkpoint } from "./checkpoints.ts";
import type { FileState } from "./diff-trees.ts";

/** What to go back over. `to` goes back to before that checkpoint; `keep` leaves that many of the oldest. */
export type Choice =
  | { readonly kind: "steps"; readonly steps: number }
  | { readonly kind: "to"; readonly id: string }
  | { readonly kind: "keep"; readonly keep: number };

export interface Chosen {
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** What each file would have to be; only files that the chosen checkpoints changed. */
  readonly wanted: ReadonlyMap<string, FileState>;
  /** Files that somebody else has changed since, or in between. */
  readonly conflicts: readonly string[];
}

/**
 * Goes back through the history as far as was asked for, from the files as they are now. Checkpoints that would change
 * nothing any more do not count as a step.
 */
export function chooseCheckpoints(
  history: readonly Checkpoint[],
  choice: Choice,
  current: ReadonlyMap<string, NonNullable<FileState>>,
): Chosen {
  const wanted = new Map<string, FileState>();
  const conflicts = new Set<string>();
  const chosen: Checkpoint[] = [];
  const stateOf = (path: string) => (wanted.has(path) ? (wanted.get(path) ?? null) : (current.get(path) ?? null));
  let steps = 0;
  for (const checkpoint of candidates(history, choice)) {
    const isDone = choice.kind === "steps" && steps >= choice.steps;
    // Part of a larger change that is undone as a whole.
    const isPart = chosen.some((larger) => contains(larger, checkpoint));
    const hasEffect = !isPart && checkpoint.files.some(({ path, before }) => stateOf(path) !== before);
    if (isDone && !isPart) break;
    chosen.push(checkpoint);
    if (!hasEffect) continue;
    steps++;
    for (const { path, before, after } of checkpoint.files) {
      const state = stateOf(path);
      if (state === before) continue;
      // Bringing a file back takes nothing from anybody; overwriting one that is not as we left it does.
      if (state !== after && state !== null) conflicts.add(path);
      wanted.set(path, before);
    }
  }
  return { checkpoints: chosen, wanted, conflicts: [...conflicts] };
}

function candidates(history: readonly Checkpoint[], choice: Choice): Checkpoint[] {
  switch (choice.kind) {
    case "steps":
      // Otherwise a second undo would only take back the first.
      return history.filter(({ kind }) => kind === "change").toReversed();
    case "to": {
      const from = history.findIndex(({ id }) => id === choice.id);
      return from < 0 ? [] : history.slice(from).toReversed();
    }
    case "keep":
      return history
        .filter(({ kind }) => kind === "change")
        .slice(choice.keep)
        .toReversed();
  }
}

function contains(larger: Checkpoint, smaller: Checkpoint): boolean {
  return (
    larger.kind === "change" &&
    smaller.kind === "change" &&
    larger.session === smaller.session &&
    larger.id !== smaller.id &&
    larger.since < smaller.since &&
    smaller.at <= larger.at
  );
}
