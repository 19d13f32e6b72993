import { defineEvent } from "./contract.ts";
import { contextBlocks, control, sessionBlock, text, trimmed, turnBlock } from "./fields.ts";

export const promptPostAssemble = defineEvent({
  name: "prompt.post_assemble",
  family: "prompt",
  summary: "The prompt is complete and about to be handed to the agent.",
  firedBy: "Every turn, after `turn.start` and before the message is recorded.",
  payload: [
    "PromptPayload",
    { ...sessionBlock, ...turnBlock, input_class: text, prompt: text, context_blocks: contextBlocks },
  ],
  patch: ["PromptPatch", { ...control, prompt: trimmed, context_blocks: contextBlocks }],
  deny: "refuses",
  powers: ["add-context"],
});
