import type { TurnEndReason } from "../../agent/live-event.ts";
import type { EventPayload } from "../../catalog/catalog.ts";
import { inBlocks } from "../../hosts/agentao/markers.ts";
import type { TurnOutcome } from "../agent-session.ts";
import { splitByPlace } from "../session/context-shelf.ts";
import { compactWhenNeeded } from "./compaction.ts";
import { blockedBecause, despiteStore, raiseError, tellTurnEnd } from "./fan-out.ts";
import { mayGoOn } from "./iteration-limit.ts";
import { runStep } from "./run-step.ts";
import { takeSteering } from "./take-input.ts";
import type { StepOutcome, Turn } from "./turn.ts";

type Ending = { readonly reason: TurnEndReason; readonly error: string | null };

/** Runs a turn that has an id but has not begun. Whatever ends it, it ends once, and with everything closed. */
export async function runTurn(turn: Turn): Promise<TurnOutcome> {
  const { desk } = turn;
  const submitted = turn.origin === "task" ? asItIs(turn) : await submit(turn);
  if ("reason" in submitted) {
    await despiteStore(desk, () => desk.write({ type: "done", content: { reason: submitted.reason } }));
    return finished(turn, submitted);
  }
  desk.tally({ turns: 1 });
  desk.tell({ kind: "turn_started", message: submitted.message, origin: turn.origin });
  let ending: Ending = { reason: "error", error: "The turn broke off." };
  try {
    ending = await begin(turn, submitted);
    return finished(turn, ending);
  } catch (error) {
    // Our own fault, or the store's; hooks and the user must not be left with a turn that never ended.
    const message = error instanceof Error ? error.message : String(error);
    ending = { reason: turn.signal.aborted ? "canceled" : "error", error: message };
    await raiseError(desk, turn.inputClass, "internal", message);
    return finished(turn, ending);
  } finally {
    await close(turn, submitted.message, ending);
  }
}

interface Submitted {
  readonly message: string;
  readonly blocks: ContextBlocks;
  readonly inText: readonly string[];
  readonly beside: readonly string[];
}
type ContextBlocks = NonNullable<EventPayload<"prompt.post_assemble">["context_blocks"]>;

/** Asks the hooks about the message. A refusal ends it before there is a turn. */
async function submit(turn: Turn): Promise<Submitted | Ending> {
  const { desk, inputClass, signal } = turn;
  const verdict = await desk.hooks.fire(
    "input.pre_submit",
    { input_class: inputClass, message: turn.userMessage, context_blocks: [] },
    { signal },
  );
  if (signal.aborted) return { reason: "canceled", error: null };
  if (verdict.decision === "deny" || verdict.stop) {
    const why = blockedBecause("input.pre_submit", verdict);
    await raiseError(desk, inputClass, "hook_blocked", why);
    return { reason: "hook_blocked", error: why };
  }
  const { inText, beside } = splitByPlace(verdict);
  return {
    message: verdict.payload.message ?? turn.userMessage,
    blocks: verdict.payload.context_blocks ?? [],
    inText,
    beside: desk.contexts.sort(beside),
  };
}

function asItIs(turn: Turn): Submitted {
  return { message: turn.userMessage, blocks: [], inText: [], beside: [] };
}

async function begin(turn: Turn, { message, blocks, inText, beside }: Submitted): Promise<Ending> {
  const { desk, inputClass, signal } = turn;
  turn.progress.lastUserMessage = message;
  const started = await desk.hooks.fire("turn.start", { input_class: inputClass, user_message: message }, { signal });
  const failed = started.problems.find(({ code }) => code === "HOOK_REQUIRED_FAILED");
  if (failed) return refused(turn, failed.what);
  const assembled = await desk.hooks.fire(
    "prompt.post_assemble",
    { input_class: inputClass, prompt: message, context_blocks: [...blocks] },
    { signal },
  );
  if (assembled.decision === "deny") return refused(turn, blockedBecause("prompt.post_assemble", assembled));
  const { prompt, context_blocks } = assembled.payload;
  const told = (context_blocks ?? []).map(({ text }) => text?.trim() ?? "").filter((text) => text !== "");
  desk.contexts.forInput([...beside, ...told, ...desk.contexts.sort(assembled.contexts)]);
  const text = prompt ?? message;
  await desk.write({
    type: "user_message",
    content: {
      text: inText.length === 0 ? text : `${inBlocks("user-prompt-submit-hook", inText)}\n${text}`,
      typed: message,
      origin: turn.origin,
      input_class: inputClass,
    },
  });
  // A list of sessions should say what each of them is about, also when nobody thought of a name.
  if (desk.record().name === "") await desk.change({ name: firstLine(message) });
  return loop(turn);
}

const longestName = 60;

function firstLine(message: string): string {
  const [line = ""] = message.trim().split("\n");
  return line.length > longestName ? `${line.slice(0, longestName - 1).trimEnd()}…` : line.trim();
}

async function loop(turn: Turn): Promise<Ending> {
  const { progress, signal } = turn;
  let outcome: StepOutcome = { next: "step" };
  while (outcome.next === "step") {
    if (signal.aborted) return { reason: "canceled", error: null };
    if (!(await mayGoOn(turn))) {
      return signal.aborted
        ? { reason: "canceled", error: null }
        : { reason: "max_iterations", error: limitText(turn) };
    }
    progress.iteration++;
    await compactWhenNeeded(turn, "auto");
    const steered = await takeSteering(turn);
    if (typeof steered === "object") return refused(turn, steered.blocked);
    if (signal.aborted) return { reason: "canceled", error: null };
    outcome = await runStep(turn);
  }
  return { reason: outcome.reason, error: outcome.error };
}

async function refused(turn: Turn, why: string): Promise<Ending> {
  if (turn.signal.aborted) return { reason: "canceled", error: null };
  await raiseError(turn.desk, turn.inputClass, "hook_blocked", why);
  return { reason: "hook_blocked", error: why };
}

/** What must happen however a turn ended; nothing here can be canceled. */
async function close(turn: Turn, message: string, { reason }: Ending): Promise<void> {
  const { desk, progress } = turn;
  progress.isOver = true;
  await despiteStore(desk, () => desk.write({ type: "done", content: { reason } }));
  const { steps, answer } = progress;
  await tellTurnEnd(desk, { message, inputClass: turn.inputClass, steps, answer }, stopReasons[reason]);
  await despiteStore(desk, () => desk.change({}));
  desk.tell({ kind: "turn_ended", reason, answer: progress.answer });
}

const stopReasons: Readonly<Record<TurnEndReason, string>> = {
  normal: "final_response",
  error: "error",
  canceled: "canceled",
  hook_blocked: "hook_blocked",
  hook_stopped: "final_response",
  loop_detected: "loop_detected",
  max_iterations: "max_iterations",
};

function finished(turn: Turn, { reason, error }: Ending): TurnOutcome {
  return { turnId: turn.id, reason, answer: turn.progress.answer, error };
}

function limitText({ progress }: Turn): string {
  return `The turn used up its ${progress.maxIterations} model calls.`;
}
