import { defineEvent } from "./contract.ts";
import { contextBlocks, control, hostBlock, sessionBlock, text, turnBlock, whole } from "./fields.ts";

const compaction = {
  ...sessionBlock,
  ...turnBlock,
  ...hostBlock,
  trigger: text,
  reason: text,
  strategy: text,
  summary: text,
};
const tokens = { input_tokens: whole, output_tokens: whole, context_limit: whole };
const patch = { ...control, reason: text, strategy: text, context_blocks: contextBlocks };

export const contextPreCompact = defineEvent({
  name: "context.pre_compact",
  family: "context",
  summary: "The conversation is about to be shortened.",
  firedBy:
    "`/compact`, more than nine tenths of the context used (before a model call or after tools), and a model's refusal of a conversation as too long.",
  payload: ["ContextPreCompactPayload", { ...compaction, context_blocks: contextBlocks, custom_instructions: text }],
  patch: ["ContextPreCompactPatch", patch],
  deny: "refuses",
  powers: ["add-context"],
});

export const contextPostCompact = defineEvent({
  name: "context.post_compact",
  family: "context",
  summary: "The conversation has been shortened.",
  firedBy: "A conversation that was shortened.",
  payload: ["ContextPostCompactPayload", { ...compaction, ...tokens, context_blocks: contextBlocks }],
  patch: ["ContextPostCompactPatch", patch],
  deny: "stops-chain",
});

export const contextCompacting = defineEvent({
  name: "context.compacting",
  family: "context",
  summary: "A compaction was let through and is about to ask for a summary; a hook may veto it or bring its own.",
  firedBy: "The same, once `context.pre_compact` has let it through.",
  payload: ["ContextCompactingPayload", { ...compaction, ...tokens }],
  patch: ["ContextCompactingPatch", { ...control, summary: text }],
  deny: "refuses",
});
