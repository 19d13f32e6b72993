import type { AgentaoHooks } from "../../src/app/agentao-hooks.ts";
import { freshStopGate, type StopOutcome, type TurnEndReason } from "../../src/hosts/agentao/stop-gate.ts";
import { toolTurn } from "../../src/hosts/agentao/tool-turn.ts";

export interface ChatMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
}

/** What the model says: a text, or a call of a tool. */
export type ModelSays = string | { readonly tool: string; readonly input: unknown };

export interface ScriptedAgent {
  /** What the model says, call by call; the last is said again and again. */
  readonly model: readonly ModelSays[];
  readonly maxIterations?: number;
  /** The same call so often in a row is a doom loop. */
  readonly doomLoopAfter?: number;
  readonly confirm?: (reason: string | null) => boolean;
  /** Throws to fail. */
  readonly runTool?: (name: string, input: unknown) => string;
}

export interface Chat {
  readonly history: ChatMessage[];
  /** Of every exit that was tried. */
  readonly outcomes: StopOutcome[];
  readonly warnings: string[];
  /** What a user interface would be told, in order. */
  readonly log: string[];
  readonly modelCalls: () => number;
  readonly send: (message: string) => Promise<string>;
}

/** A chat loop as small as can be that asks hooks at every place where Agentao's does. */
export function startChat(hooks: AgentaoHooks, agent: ScriptedAgent): Chat {
  const { model, maxIterations = 10, doomLoopAfter = 3 } = agent;
  const history: ChatMessage[] = [];
  const outcomes: StopOutcome[] = [];
  const warnings: string[] = [];
  const log: string[] = [];
  let calls = 0;

  async function callTool(toolName: string, toolInput: unknown): Promise<string> {
    const { result, verdict } = await hooks.preToolUse({ toolName, toolInput, toolUseId: `call-${calls}` });
    const turn = toolTurn(result, { canConfirm: agent.confirm !== undefined });
    log.push(`decided:${turn.kind}`);
    if (turn.kind === "blocked") return turn.toolResult;
    if (turn.kind === "confirm" && !agent.confirm?.(turn.reason)) return "[Canceled by user]";
    log.push(`started:${toolName}`);
    const call = { toolName, toolInput: verdict.payload.tool_input, toolUseId: `call-${calls}` };
    try {
      const toolOutput = agent.runTool?.(toolName, call.toolInput) ?? "done";
      await hooks.postToolUse({ ...call, toolOutput });
      return toolOutput;
    } catch (error) {
      await hooks.postToolUseFailure({ ...call, error: String(error) });
      return String(error);
    }
  }

  async function send(message: string): Promise<string> {
    const { turn } = await hooks.userPromptSubmit({ message });
    if (turn.kind === "intercepted") return turn.answer;
    history.push({ role: "user", content: turn.message });
    let gate = freshStopGate;
    let left = maxIterations;
    let sameCall = { text: "", count: 0 };
    for (;;) {
      let exit: { reason: TurnEndReason; answer: string } | null = null;
      if (left-- === 0) {
        exit = { reason: "max_iterations", answer: "" };
      } else {
        const said = model[Math.min(calls, model.length - 1)] as ModelSays;
        calls++;
        if (typeof said === "string") exit = { reason: "final_response", answer: said };
        else {
          const text = JSON.stringify(said);
          sameCall = { text, count: sameCall.text === text ? sameCall.count + 1 : 1 };
          if (sameCall.count >= doomLoopAfter) exit = { reason: "doom_loop", answer: "" };
          else history.push({ role: "tool", content: await callTool(said.tool, said.input) });
        }
      }
      if (exit === null) continue;
      const { passage } = await hooks.stop(exit, gate);
      gate = passage.state;
      outcomes.push(passage.outcome);
      if (passage.warning !== null) warnings.push(passage.warning);
      if (passage.answer !== null) {
        history.push({ role: "assistant", content: passage.answer });
        return passage.answer;
      }
      history.push(...passage.history);
      left = Math.max(left, 0) + passage.extraIterations;
      sameCall = { text: "", count: 0 };
    }
  }

  return { history, outcomes, warnings, log, modelCalls: () => calls, send };
}
