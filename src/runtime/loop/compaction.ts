import { type CompactionTrigger, compact } from "../compaction/compact.ts";
import { needsCompaction } from "../compaction/limits.ts";
import { tokensInUse } from "../compaction/tokens-in-use.ts";
import { prepareCall } from "./prepare-call.ts";
import type { Turn } from "./turn.ts";

/** Shortens the conversation when it takes more than nine tenths of what the model can read. */
export async function compactWhenNeeded(turn: Turn, trigger: "auto" | "tool_overflow"): Promise<void> {
  const limit = contextLimitOf(turn);
  if (limit === null || turn.progress.hasGivenUpCompacting) return;
  if (!needsCompaction({ ...tokensInUse(turn.desk.entries()), limit })) return;
  // What a hook or the model refused would be refused again before every call of this turn.
  if ((await compactNow(turn, trigger)) !== "applied") turn.progress.hasGivenUpCompacting = true;
}

/** Shortens the conversation, unless a hook does not want it. */
export async function compactNow(
  turn: Turn,
  trigger: CompactionTrigger,
  instructions = "",
): Promise<"applied" | "skipped" | "failed"> {
  const { desk, signal } = turn;
  const agent = turn.agent();
  const about = { iteration: turn.progress.iteration, model_id: turn.modelsOf(agent)[0] ?? "" };
  const { inputTokens, outputTokens } = tokensInUse(desk.entries());
  const result = await compact(
    {
      trigger,
      entries: desk.entries(),
      sessionId: desk.record().id,
      agent: agent.name,
      models: turn.modelsOf(agent),
      contextLimit: contextLimitOf(turn),
      inputTokens,
      outputTokens,
      instructions,
      signal,
    },
    {
      hooks: desk.hooks,
      models: desk.world.models,
      prepare: (messages) => prepareCall(turn, about, messages),
      answered: async ({ model, usage, cost }, text) => {
        await desk.hooks.fire("model.post_call", {
          ...about,
          model_id: model,
          response: text,
          ...(usage !== null && { usage }),
          ...(cost !== null && { cost }),
        });
        desk.tally({ input_tokens: usage?.input_tokens ?? 0, output_tokens: usage?.output_tokens ?? 0, cost });
      },
      tell: desk.tell,
      apply: async (content) => void (await desk.write({ type: "system", content })),
    },
  );
  if (result.outcome === "failed") {
    // The user has been told; hooks that look at what users are told have not.
    const notice = { level: "warning", code: "compaction_failed", message: result.reason };
    await desk.hooks.fire("notice.raised", notice);
  }
  if (result.outcome === "applied") await turn.begin("compact");
  return result.outcome;
}

/** What the model can read, in tokens: what the agent's file says, else what is known of the model. */
export function contextLimitOf(turn: Turn): number | null {
  const agent = turn.agent();
  if (agent.contextLimit !== null) return agent.contextLimit;
  const facts = turn.desk.world.models.describe(turn.modelsOf(agent)[0] ?? "");
  return "bad" in facts ? null : facts.contextLimit;
}
