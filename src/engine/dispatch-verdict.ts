import type { EventName } from "../catalog/catalog.ts";
import type { Dispatch } from "./dispatch-state.ts";
import type { Run } from "./run.ts";
import { type Verdict, verdictWith } from "./verdict.ts";

/** The verdict of a dispatch in which hooks ran. Its runs are described when somebody looks: most look at the decision alone. */
export class DispatchVerdict implements Verdict {
  readonly event: EventName;
  readonly decision: Verdict["decision"];
  readonly reason: string | null;
  readonly payload: Verdict["payload"];
  readonly contexts: Verdict["contexts"];
  readonly messages: Verdict["messages"];
  readonly metadata: Verdict["metadata"];
  readonly continue: Verdict["continue"];
  readonly stop: Verdict["stop"];
  readonly problems: Verdict["problems"];
  /** The runs, or what they can be described from. One field instead of two: this is made for every dispatch. */
  #runs: readonly Run[] | Dispatch;

  constructor(state: Dispatch) {
    this.event = state.contract.name as EventName;
    this.decision = state.decision;
    this.reason = state.reason;
    this.payload = state.payload as Verdict["payload"];
    this.contexts = state.contexts;
    this.messages = state.messages;
    this.metadata = state.metadata;
    this.continue = state.continue;
    this.stop = state.stop;
    this.problems = state.problems;
    this.#runs = state;
  }

  get runs(): readonly Run[] {
    if (!Array.isArray(this.#runs)) this.#runs = (this.#runs as Dispatch).ledger.describe(this.#runs as Dispatch);
    return this.#runs as readonly Run[];
  }

  toJSON(): Verdict {
    return verdictWith(this, this.runs);
  }
}
