import type { SystemEntry, TranscriptEntry } from "../agent/transcript.ts";
import { printable, printableLine } from "../lib/printable.ts";
import { costText } from "./cost-text.ts";
import { sourceWords } from "./run/words.ts";
import { paint, type Style, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

export interface TranscriptOptions {
  /** All of every text, not its beginning. */
  readonly full: boolean;
}

/** One entry as people read it: who or what, and what was said or done. */
interface Line {
  readonly label: string;
  readonly style: Style | null;
  readonly text: string;
}

const labelWidth = 12;
const indent = " ".repeat(labelWidth);
/** How much of a text is shown when not all of it is wanted. */
const shown = { lines: 6, characters: 600 };

/** Writes a transcript down for a terminal, turn by turn. */
export function renderTranscript(
  terminal: Pick<Terminal, "width" | "color">,
  entries: readonly TranscriptEntry[],
  { full }: TranscriptOptions,
): string {
  return entries
    .map((entry) => {
      const block = renderLine(terminal, lineOf(entry), full);
      return entry.type === "user_message" || entry.type === "session_stopped" ? `\n${block}` : block;
    })
    .join("\n")
    .replace(/^\n/, "");
}

function renderLine(terminal: Pick<Terminal, "width" | "color">, { label, style, text }: Line, full: boolean): string {
  const room = Math.max(20, terminal.width - labelWidth);
  const body = printable(full ? text : shortened(text)).split("\n");
  const name = printableLine(label).slice(0, labelWidth - 1);
  return body
    .flatMap((line) => wrap(line, room))
    .map((line, at) => (at === 0 ? paint(terminal, style, name) + " ".repeat(labelWidth - name.length) : indent) + line)
    .map((line) => line.trimEnd())
    .join("\n");
}

function shortened(text: string): string {
  const lines = text.trimEnd().split("\n");
  const start = lines.slice(0, shown.lines).join("\n").slice(0, shown.characters);
  const left = text.trimEnd().length - start.length;
  return left <= 0 ? text.trimEnd() : `${start}\n… ${left} more characters; --full shows them`;
}

function lineOf(entry: TranscriptEntry): Line {
  switch (entry.type) {
    case "user_message": {
      const { origin, typed, text } = entry.content;
      return { label: origin, style: "bold", text: typed || text };
    }
    case "agent_message": {
      const { agent, text, is_partial } = entry.content;
      return { label: agent, style: "cyan", text: is_partial ? `${text} [cut off]` : text };
    }
    case "thought":
      return { label: "thought", style: "dim", text: entry.content.text };
    case "tool_call": {
      const { tool_name, arguments: input } = entry.content;
      return { label: "call", style: "yellow", text: `${tool_name} ${input}` };
    }
    case "permission": {
      const { decision, source, reason, tool_input } = entry.content;
      const changed = tool_input === undefined ? "" : `, run with ${JSON.stringify(tool_input)}`;
      const label = { allow: "allowed", deny: "denied", canceled: "canceled" }[decision];
      const text = `${sourceWords(source)}${reason ? `: ${reason}` : ""}${changed}`;
      return { label, style: decision === "allow" ? "dim" : "red", text };
    }
    case "tool_result": {
      const { outcome, is_error, text } = entry.content;
      if (outcome !== "ran") return { label: outcome, style: "red", text };
      return { label: is_error ? "error" : "result", style: is_error ? "red" : "green", text };
    }
    case "usage": {
      const { model, usage, cost } = entry.content;
      const tokens = usage ? `${usage.input_tokens} tokens in, ${usage.output_tokens} out` : "tokens not known";
      return { label: "usage", style: "dim", text: `${model}: ${tokens}${cost === null ? "" : `, ${costText(cost)}`}` };
    }
    case "system":
      return { label: "system", style: "dim", text: systemText(entry.content) };
    case "error":
      return { label: "error", style: "red", text: `${entry.content.message} (${entry.content.code})` };
    case "done":
      return { label: "turn ended", style: "dim", text: entry.content.reason };
    case "session_stopped":
      return { label: "stopped", style: "dim", text: entry.content.reason };
  }
}

function systemText(entry: SystemEntry): string {
  switch (entry.kind) {
    case "compaction":
      return `The conversation was shortened (${entry.reason}). Summary: ${entry.summary}`;
    case "cleared":
      return "The conversation begins anew here.";
    case "agent_switched":
      return `${entry.to} takes over from ${entry.from} (${entry.how}).`;
    case "subagent":
      return `${entry.agent} was given a task in session ${entry.session_id}: ${entry.task}`;
    case "result_replaced":
      return `${entry.by} changed what the agent reads of call ${entry.tool_call_id}: ${entry.text}`;
    case "recovered": {
      const calls = entry.interrupted_calls.length;
      const lost = calls === 0 ? "" : calls === 1 ? " 1 call was interrupted." : ` ${calls} calls were interrupted.`;
      return `The process that ran this session had been killed.${lost}`;
    }
  }
}
