import type { LiveEvent, LiveEventBody, Operator, TurnEndReason } from "../../agent/live-event.ts";
import type { AgentSession, StopResult } from "../../runtime/agent-session.ts";
import { live, sampleRecord } from "./live-events.fixture.ts";

/** What a scripted turn can do. */
export interface TurnStage {
  readonly message: string;
  readonly operator: Operator;
  readonly signal: AbortSignal;
  readonly tell: (body: LiveEventBody, session?: string) => void;
  /** Tells a whole answer, piece by piece. */
  readonly answer: (text: string) => void;
  /** What waits for the agent; told as taken. */
  readonly takeSteering: () => string[];
  /** Resolves once a message waits for the agent, or the turn is canceled. */
  readonly untilSteered: () => Promise<void>;
  readonly untilCanceled: () => Promise<void>;
}

export interface SessionScript {
  readonly turn: (stage: TurnStage) => Promise<void>;
  /** What a turn waits for after it has ended. */
  readonly close?: () => Promise<void>;
  /** Whether a hook lets it stop; by default it does. */
  readonly stop?: (force: boolean) => Promise<StopResult>;
}

export interface ScriptedSession extends AgentSession {
  /** Everything that was asked of it, in words. */
  readonly calls: readonly string[];
}

/** A session that does what a script says. It stands in for the runtime behind the same interface. */
export function scriptedSession(script: SessionScript, operator: Operator): ScriptedSession {
  const listeners = new Set<(event: LiveEvent) => void>();
  const calls: string[] = [];
  let steering: string[] = [];
  let followUps: string[] = [];
  let turn: AbortController | null = null;
  let wake = Promise.withResolvers<void>();
  let messages = 0;

  const tell = (body: LiveEventBody, session?: string) => {
    for (const listener of listeners) listener(live(body, session));
  };

  async function runTurn(message: string): Promise<TurnEndReason> {
    const controller = new AbortController();
    turn = controller;
    const canceled = new Promise<void>((resolve) => {
      controller.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    tell({ kind: "turn_started", message, origin: "user" });
    tell({ kind: "step_started", iteration: 1, agent: "root", model: "scripted/demo.yaml", is_scripted: true });
    let reason: TurnEndReason = "normal";
    try {
      await script.turn({
        message,
        operator,
        signal: controller.signal,
        tell,
        answer: (text) => {
          const id = `message-${++messages}`;
          tell({ kind: "message_started", message_id: id, agent: "root" });
          for (const piece of text.match(/.{1,7}/gs) ?? [])
            tell({ kind: "message_delta", message_id: id, delta: "text", text: piece });
          tell({ kind: "message_ended", message_id: id, text });
        },
        takeSteering: () => {
          const texts = steering;
          steering = [];
          wake = Promise.withResolvers();
          if (texts.length > 0) tell({ kind: "input_taken", origin: "steering", texts });
          return texts;
        },
        untilSteered: () => Promise.race([wake.promise, canceled]),
        untilCanceled: () => canceled,
      });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    if (controller.signal.aborted) reason = "canceled";
    for (const text of followUps.splice(0)) tell({ kind: "input_taken", origin: "followup", texts: [text] });
    turn = null;
    tell({ kind: "turn_ended", reason, answer: "" });
    return reason;
  }

  return {
    calls,
    record: () => sampleRecord,
    submit: async (text) => {
      calls.push(`submit ${text}`);
      const reason = await runTurn(text);
      await script.close?.();
      return { turnId: "turn-1", reason, answer: "", error: null };
    },
    steer: (text) => {
      calls.push(`steer ${text}`);
      if (steering.length >= 5) return false;
      steering = [...steering, text];
      wake.resolve();
      return true;
    },
    followUp: (text) => {
      calls.push(`follow up ${text}`);
      followUps = [...followUps, text];
      return true;
    },
    waiting: () => ({ steering: steering.length, followUps: followUps.length }),
    cancelTurn: () => {
      calls.push("cancel");
      turn?.abort(new Error("canceled"));
    },
    isBusy: () => turn !== null,
    compact: async (instructions) => {
      calls.push(`compact ${instructions ?? ""}`.trim());
      tell({ kind: "compaction_started", reason: "manual" });
      tell({ kind: "compaction_ended", reason: "manual", outcome: "applied", summary: "We built a bridge." });
      return "applied";
    },
    clear: async () => {
      calls.push("clear");
    },
    setYolo: (isOn) => {
      calls.push(`yolo ${isOn ? "on" : "off"}`);
    },
    stop: async (reason, { force = false } = {}) => {
      calls.push(force ? `force stop ${reason}` : `stop ${reason}`);
      turn?.abort(new Error("canceled"));
      return force ? { isStopped: true } : ((await script.stop?.(force)) ?? { isStopped: true });
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
