/*
 * Absolute times wander with the machine, so every benchmark compares candidates that took turns in one run: each round
 * measures each candidate once, and only the medians over the rounds are compared.
 */

/** One thing to measure: does its work once and resolves to a number, usually milliseconds or operations per second. */
export type Candidate = () => number | Promise<number>;

export interface RoundsOptions {
  readonly rounds: number;
  /** Rounds that run first and are thrown away. */
  readonly warmUp?: number;
}

/** Measures all candidates in turn, round by round, and returns each one's median. */
export async function interleave<K extends string>(
  candidates: Readonly<Record<K, Candidate>>,
  { rounds, warmUp = 1 }: RoundsOptions,
): Promise<Record<K, number>> {
  const names = Object.keys(candidates) as K[];
  const seen = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    // The order turns with the round, so that no candidate always runs in the wake of the same neighbour.
    for (const name of rotated(names, round + warmUp)) {
      const value = await candidates[name]();
      if (round >= 0) seen.get(name)?.push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<K, number>;
}

/** Runs `work` `times` times, one after the other, and returns the median time of one run in milliseconds. */
export async function medianTime(times: number, work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < times; run++) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}

/** Keeps `concurrency` runs of `work` going until `times` have finished, and returns runs per second. */
export async function throughput(times: number, concurrency: number, work: () => Promise<unknown>): Promise<number> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (times * 1000) / (performance.now() - startedAt);
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

export interface Bar {
  /** What is compared, e.g. "process hook ÷ bare spawn". */
  readonly name: string;
  readonly ratio: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Prints one ratio with its bar and returns whether it holds. */
export function printBar({ name, ratio, atMost, atLeast }: Bar): boolean {
  const holds = (atMost === undefined || ratio <= atMost) && (atLeast === undefined || ratio >= atLeast);
  const bar = [
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
  ].join(", ");
  const judgement = bar === "" ? "" : `  (${bar}: ${holds ? "holds" : "MISSED"})`;
  print(`${name.padEnd(56)} ${ratio.toFixed(ratio < 10 ? 2 : 0).padStart(8)}×${judgement}`);
  return holds;
}

/** Prints one measured value for orientation; only ratios are compared. */
export function printValue(name: string, value: number, unit: string): void {
  print(`${name.padEnd(56)} ${value.toPrecision(3).padStart(8)} ${unit}`);
}

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
