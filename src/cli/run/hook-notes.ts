import type { LiveEvent } from "../../agent/live-event.ts";
import { contractOf, type EventName } from "../../catalog/catalog.ts";
import type { Run } from "../../engine/run.ts";
import type { VerdictProblem } from "../../engine/verdict.ts";

export type HooksRan = Extract<LiveEvent, { readonly kind: "hooks_ran" }>;

/** What one hook did, as one line tells it. */
export interface HookNote {
  readonly what: HookDeed;
  /** Null when it cannot be said which hook it was. */
  readonly hook: string | null;
  readonly dialect: string | null;
  readonly event: EventName;
  readonly text: string;
  readonly fix: string | null;
  readonly tookMs: number | null;
}

/** `none`: it ran and had no opinion, which is not the same as `allow`. `continue`: it does not let the agent stop yet. */
export type HookDeed =
  | "deny"
  | "ask"
  | "allow"
  | "context"
  | "change"
  | "continue"
  | "info"
  | "warning"
  | "error"
  | "failed"
  | "skipped"
  | "dropped"
  | "rejected"
  | "problem"
  | "none";

/** Tells what the hooks of one dispatch did, in the order in which they ran. */
export function hookNotes(ran: HooksRan): HookNote[] {
  const told = ran.runs.flatMap((run) => notesOfRun(ran, run));
  const names = new Set(ran.runs.map((run) => run.hook_name));
  const strangers = new Set(
    [...ran.contexts, ...ran.messages].map(({ hook }) => hook).filter((hook) => !names.has(hook)),
  );
  return [
    ...told,
    ...[...strangers].flatMap((hook) => saidBy(ran, hook, null)),
    ...ran.problems.filter((problem) => !isToldWithRun(ran, problem)).map((problem) => problemNote(ran, problem)),
    ...unclaimedDecision(ran, told),
    ...(ran.runs.length === 1 ? [] : sentBack(ran, null)),
  ];
}

function notesOfRun(ran: HooksRan, run: Run): HookNote[] {
  switch (run.outcome) {
    case "denied":
      return [note(ran, run, "deny", denialText(ran, run)), ...saidBy(ran, run.hook_name, run)];
    case "failed":
    case "skipped":
    case "dropped":
    case "rejected":
      return [failureNote(ran, run, run.outcome), ...saidBy(ran, run.hook_name, run)];
    case "applied": {
      const notes = [...decisionNotes(ran, run), ...sentBack(ran, run), ...saidBy(ran, run.hook_name, run)];
      return notes.length > 0 ? notes : [note(ran, run, "none", "no opinion")];
    }
  }
}

function denialText(ran: HooksRan, run: Run): string {
  const own = fieldsOf(run.patch_applied).deny_reason;
  const reason = typeof own === "string" && own !== "" ? own : (ran.reason ?? "gave no reason");
  // After the fact nothing can be refused any more; whoever reads "deny" must not think that it was.
  return contractOf(run.event).deny === "stops-chain" ? `${reason} (only stops later hooks)` : reason;
}

function failureNote(ran: HooksRan, run: Run, what: "failed" | "skipped" | "dropped" | "rejected"): HookNote {
  const problem = ran.problems.find((one) => one.hook === run.hook_name);
  const text = problem?.what ?? run.error ?? run.failure ?? what;
  return { ...note(ran, run, what, text), fix: problem?.fix ?? null };
}

function decisionNotes(ran: HooksRan, run: Run): HookNote[] {
  const { decision, ...fields } = fieldsOf(run.patch_applied);
  const said = decision === "allow" || decision === "ask" ? decision : decidesAlone(ran, run);
  const changed = Object.keys(said === null && decision !== undefined ? { decision, ...fields } : fields);
  return [
    ...(said === null ? [] : [note(ran, run, said, ran.decision === said ? (ran.reason ?? "") : "")]),
    ...(changed.length === 0 ? [] : [note(ran, run, "change", `set ${changed.join(", ")}`)]),
  ];
}

/** Not every event keeps what a hook answered; where one hook ran, the verdict is its own. */
function decidesAlone(ran: HooksRan, run: Run): "allow" | "ask" | null {
  if (ran.runs.length !== 1 || run.patch_applied !== null) return null;
  return ran.decision === "allow" || ran.decision === "ask" ? ran.decision : null;
}

/** Where one hook ran, the wish is its own; otherwise the verdict does not say whose it is. */
function sentBack(ran: HooksRan, run: Run | null): HookNote[] {
  if (ran.continue === null || (run !== null && ran.runs.length !== 1)) return [];
  const { message } = ran.continue;
  if (run !== null) return [note(ran, run, "continue", message)];
  return [{ what: "continue", hook: null, dialect: null, event: ran.event, text: message, fix: null, tookMs: null }];
}

function saidBy(ran: HooksRan, hook: string, run: Run | null): HookNote[] {
  return [
    ...ran.contexts.filter((one) => one.hook === hook).map(({ text }) => note(ran, run ?? hook, "context", text)),
    ...ran.messages.filter((one) => one.hook === hook).map(({ level, text }) => note(ran, run ?? hook, level, text)),
  ];
}

function isToldWithRun(ran: HooksRan, problem: VerdictProblem): boolean {
  const run = ran.runs.find((one) => one.hook_name === problem.hook);
  if (!run || run.outcome === "applied" || run.outcome === "denied") return false;
  return ran.problems.find((one) => one.hook === problem.hook) === problem;
}

function problemNote(ran: HooksRan, problem: VerdictProblem): HookNote {
  const { hook, what, fix } = problem;
  const run = ran.runs.find((one) => one.hook_name === hook);
  return { what: "problem", hook, dialect: run?.dialect ?? null, event: ran.event, text: what, fix, tookMs: null };
}

/** A verdict that no run accounts for: a required hook failed, or the records do not keep who it was. */
function unclaimedDecision(ran: HooksRan, told: readonly HookNote[]): HookNote[] {
  const { decision, event } = ran;
  if (decision === "none" || told.some(({ what }) => what === decision)) return [];
  const text = ran.reason ?? (decision === "deny" ? "refused" : "");
  return [{ what: decision, hook: null, dialect: null, event, text, fix: null, tookMs: null }];
}

function note(ran: HooksRan, by: Run | string, what: HookDeed, text: string): HookNote {
  const run = typeof by === "string" ? null : by;
  return {
    what,
    hook: run?.hook_name ?? String(by),
    dialect: run?.dialect ?? null,
    event: ran.event,
    text,
    fix: null,
    tookMs: run?.duration_ms ?? null,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
