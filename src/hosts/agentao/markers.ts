/*
 * Texts with which hooks show up in a conversation. What a hook says may quote anything, also our own tags; those are
 * written so that no text can end the block it stands in.
 */

export const preventedContinuation = "Hook prevented continuation";

/** What a chat call returns instead of an answer, or a tool instead of a result, when a hook blocked it. */
export function blockedByHook(error: string): string {
  return `[Blocked by hook] ${error}`;
}

/** What a chat call returns when a hook did not want it to go on. */
export function stoppedByHook(reason: string | null): string {
  return `[Hook stopped] ${reason || preventedContinuation}`;
}

/** Puts every context into a block of its own. */
export function inBlocks(tag: "user-prompt-submit-hook" | "stop-hook", contexts: readonly string[]): string {
  return contexts.map((text) => `<${tag}>\n${withoutTag(tag, text)}\n</${tag}>`).join("\n");
}

/** The line that says where a follow-up comes from, and the follow-up. */
export function followUp(message: string): string {
  return `<system-reminder>A Stop hook asked for one more pass; what follows was written by it, not by the user.</system-reminder>\n${withoutTag("system-reminder", message)}`;
}

function withoutTag(tag: string, text: string): string {
  return text.replaceAll(new RegExp(`<(?=\\s*/?\\s*${tag})`, "gi"), "&lt;");
}
