import type { Dispatch } from "./dispatch-state.ts";
import { describeRun, type Ending, noOpinion, recordRun } from "./ending.ts";
import type { Hook } from "./hook.ts";
import type { Plan } from "./plan.ts";
import type { Run } from "./run.ts";

/*
 * What became of each hook of one dispatch, and how long it took.
 *
 * Reading the clock takes longer than many an in-process hook. A plan whose whole chain has been quick many times in a
 * row is therefore timed as a whole, each run being given its share; the first slow chain ends that. Every other chain,
 * one with a process in it above all, is timed hook by hook.
 */

const none: never[] = [];
const quickMs = 0.05;
const provenAfter = 16;

export class Ledger {
  /** How many hooks of the chain have ended. */
  private count = 0;
  /** Of the chain's hooks, in plan order; the last ones are left out as long as they have no opinion. */
  private endings: Ending[] = none;
  /** Of the chain's hooks, in plan order, or one share for all of them. */
  private tookMs: number[] | number = 0;
  /** Hooks that are not part of the chain, or did not get their turn. */
  private others: Run[] = none;
  private readAt: number;
  private readonly startedAt: number;
  private readonly isTimedAsAWhole: boolean;

  constructor(plan: Plan, startedAt: number) {
    this.startedAt = startedAt;
    this.readAt = startedAt;
    this.isTimedAsAWhole = plan.pace.quickInARow >= provenAfter;
  }

  /** Notes that the next hook of the chain has ended. */
  end(state: Dispatch, ended: Ending): void {
    this.put(ended);
    if (this.isTimedAsAWhole) return;
    const now = state.ports.clock.now();
    this.took(state, now - this.readAt, state.runId);
    this.readAt = now;
  }

  /** Notes that the next hook of the chain, which ran beside others, has ended after so long. */
  endAfter(state: Dispatch, ended: Ending, tookMs: number, runId: string): void {
    this.put(ended);
    this.took(state, tookMs, runId);
  }

  /** Leaves out the time that went to runs which were timed by themselves. */
  skipTo(now: number): void {
    this.readAt = now;
  }

  /** Notes a hook that did not get its turn. */
  miss(state: Dispatch, hook: Hook, ended: Ending, runId: string): void {
    this.others = [...this.others, describeRun(state, hook, ended, 0)];
    recordRun(state, hook, ended, 0, runId);
  }

  /** The chain is over. */
  close(state: Dispatch): void {
    const { pace } = state.plan;
    if (this.isTimedAsAWhole) this.readAt = state.ports.clock.now();
    const took = this.readAt - this.startedAt;
    if (took > quickMs) pace.quickInARow = 0;
    else if (pace.quickInARow < provenAfter) pace.quickInARow++;
    if (this.isTimedAsAWhole) this.share(state, took / this.count);
  }

  describe(state: Dispatch): Run[] {
    const chain = state.plan.sync.slice(0, this.count).map((hook, at) => {
      const tookMs = typeof this.tookMs === "number" ? this.tookMs : (this.tookMs[at] as number);
      return describeRun(state, hook, this.endings[at] ?? noOpinion, tookMs);
    });
    return [...chain, ...this.others];
  }

  private put(ended: Ending): void {
    const at = this.count++;
    if (ended === noOpinion) return;
    if (this.endings === none) this.endings = [];
    this.endings[at] = ended;
  }

  private share(state: Dispatch, tookMs: number): void {
    this.tookMs = tookMs;
    if (state.ports.record === null) return;
    for (let at = 0; at < this.count; at++) this.record(state, at, tookMs, state.ports.nextRunId());
  }

  private took(state: Dispatch, tookMs: number, runId: string): void {
    if (typeof this.tookMs === "number") this.tookMs = [];
    this.tookMs.push(tookMs);
    if (state.ports.record !== null) this.record(state, this.count - 1, tookMs, runId);
  }

  private record(state: Dispatch, at: number, tookMs: number, runId: string): void {
    recordRun(state, state.plan.sync[at] as Hook, this.endings[at] ?? noOpinion, tookMs, runId);
  }
}
