import type { Dispatch } from "./dispatch-state.ts";
import { describeRun, type Ending, recordRun } from "./ending.ts";
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
  /** Of the chain's hooks, in plan order. */
  private readonly endings: Ending[] = [];
  /** As long as `endings`, or one share for all of them. */
  private tookMs: number[] = none;
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
    this.endings.push(ended);
    if (this.isTimedAsAWhole) return;
    const now = state.ports.clock.now();
    this.took(state, now - this.readAt, state.runId);
    this.readAt = now;
  }

  /** Notes that the next hook of the chain, which ran beside others, has ended after so long. */
  endAfter(state: Dispatch, ended: Ending, tookMs: number, runId: string): void {
    this.endings.push(ended);
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
    if (this.isTimedAsAWhole) this.share(state, took / this.endings.length);
  }

  describe(state: Dispatch): Run[] {
    const chain = this.endings.map((ended, at) =>
      describeRun(state, state.plan.sync[at] as Hook, ended, (this.tookMs[at] ?? this.tookMs[0]) as number),
    );
    return [...chain, ...this.others];
  }

  private share(state: Dispatch, tookMs: number): void {
    this.tookMs = [tookMs];
    if (state.ports.record === null) return;
    for (const [at, ended] of this.endings.entries()) {
      recordRun(state, state.plan.sync[at] as Hook, ended, tookMs, state.ports.nextRunId());
    }
  }

  private took(state: Dispatch, tookMs: number, runId: string): void {
    if (this.tookMs === none) this.tookMs = [];
    const at = this.tookMs.push(tookMs) - 1;
    if (state.ports.record === null) return;
    recordRun(state, state.plan.sync[at] as Hook, this.endings[at] as Ending, tookMs, runId);
  }
}
