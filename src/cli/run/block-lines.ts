import stringWidth from "string-width";
import { printable, printableJson, printableLine } from "../../lib/printable.ts";
import { durationText } from "../duration-text.ts";
import { paint, type Style } from "../terminal.ts";
import { approvalLines } from "./approval-lines.ts";
import type { Block, Speaker } from "./block.ts";
import { diffLines } from "./diff-lines.ts";
import type { HookDeed, HookNote } from "./hook-notes.ts";
import { cutLine, excerptOf } from "./shorten.ts";
import { spentText } from "./spent.ts";
import { originWords, sourceWords, turnEndWords } from "./words.ts";
import { firstCells, type Page, rows, withTail, written } from "./written.ts";

/** The lines of a block, none wider than the page, safe to print. */
export function blockLines(page: Page, block: Block): string[] {
  const { room, margin } = besideMargin(page, block.from);
  return contentLines(room, block).map((line) => margin + line);
}

/** Lines of a sub-agent carry its name, which leaves them at least half of the page. */
export function besideMargin(page: Page, { depth, agent }: Speaker): { readonly room: Page; readonly margin: string } {
  if (depth === 0) return { room: page, margin: "" };
  const most = Math.floor(page.width / 2);
  const indent = "  ".repeat(Math.min(depth - 1, Math.floor(most / 4)));
  const name = firstCells(printableLine(agent ?? "agent"), Math.min(24, most - indent.length - bar.length));
  const margin = `${indent}${name}${bar}`;
  return { room: { ...page, width: page.width - stringWidth(margin) }, margin: paint(page, "cyan", margin) };
}

const bar = " │ ";

/** That the user left, or the run was over, goes without saying. */
function whyEnded(reason: string): string {
  return reason === "other" || reason === "prompt_input_exit" ? "" : ` (${reason.replaceAll("_", " ")})`;
}

function contentLines(page: Page, block: Block): string[] {
  switch (block.kind) {
    case "session-started":
      return written(page, `Session ${block.id} (${block.source}), agent ${block.agent}`, { style: "dim" });
    case "session-ended":
      return [
        "",
        ...written(page, `Session ended${whyEnded(block.reason)}: ${spentText(block.spent)}`, { style: "dim" }),
      ];
    case "input":
      return ["", ...inputLines(page, block)];
    case "model":
      return written(page, `${block.agent} asks ${modelText(block)}`, { style: "dim" });
    case "text":
      return [...(block.isFirst ? [""] : []), ...textRows(page, block)];
    case "text-replaced":
      return block.text === ""
        ? written(page, "(That answer was cut off and does not count.)", { style: "yellow" })
        : [
            ...written(page, "(The answer was changed after it was shown. It now reads:)", { style: "yellow" }),
            ...printable(block.text)
              .split("\n")
              .flatMap((line) => rows(page, line)),
          ];
    case "tool-called":
      return ["", ...written(page, block.title, { lead: `▸ ${printableLine(block.tool)}  `, leadStyle: "bold" })];
    case "asked":
      return approvalLines(page, block.request);
    case "permission":
      return permissionLines(page, block);
    case "tool-returned":
      return returnedLines(page, block);
    case "hook":
      return hookLines(page, block.note);
    case "notice":
      return written(page, block.message, { lead: `! ${block.level}: `, leadStyle: noticeStyle[block.level] });
    case "compaction-started":
      return written(page, `Shortening the conversation (${block.reason})…`, { style: "dim" });
    case "compaction-ended":
      return compactionLines(page, block);
    case "agent-switched":
      return written(page, `${block.before} → ${block.after} (${block.how.replaceAll("_", " ")})`, {
        lead: "⇄ ",
        leadStyle: "cyan",
      });
    case "subagent-started":
      return ["", ...written(page, block.task, { lead: `▼ ${printableLine(block.agent)}  `, leadStyle: "cyan" })];
    case "subagent-stopped":
      return subagentEnd(page, block);
    case "turn-ended":
      return turnEndLines(page, block);
  }
}

export function modelText({ model, isScripted }: { readonly model: string; readonly isScripted: boolean }): string {
  return isScripted ? `${printableLine(model)} (scripted model)` : printableLine(model);
}

/** The rows of a line of an answer. */
export function textRows(
  page: Page,
  { voice, line }: { readonly voice: "text" | "thought"; readonly line: string },
): string[] {
  return rows(page, printable(line)).map((row) => (voice === "thought" ? paint(page, "dim", row) : row));
}

/** Tells the model who speaks, as the words before the message tell it to people. */
const reminder = /^<system-reminder>[^<]*<\/system-reminder>\n/;

function inputLines(page: Page, { origin, text }: Extract<Block, { kind: "input" }>): string[] {
  const words = originWords[origin];
  const lead = words === "" ? "› " : `› ${words}: `;
  return printable(text.replace(reminder, ""))
    .trimEnd()
    .split("\n")
    .flatMap((line, at) => written(page, line, { lead: at === 0 ? lead : "  ", leadStyle: "cyan", style: "bold" }));
}

function permissionLines(page: Page, block: Extract<Block, { kind: "permission" }>): string[] {
  const [word, style] = permissionWords[block.decision];
  const which = block.title === null ? "" : `${block.title}: `;
  const changed = block.changedInput;
  // What the hook said stands in a line of its own, and that a rule allows is all there is to say about it.
  const isSaid = block.source.endsWith("_hook_deny") || (block.decision === "allow" && ruleSource.test(block.source));
  const reason = isSaid ? null : block.reason;
  return [
    ...written(page, because(`${which}${word} (${sourceWords(block.source)})`, reason), { lead: "  ", style }),
    ...(changed === null
      ? []
      : written(page, `hooks changed the input to ${cutLine(printableJson(changed), 300)}`, {
          lead: "  ",
          style: "yellow",
        })),
  ];
}

const ruleSource = /_permissions_allow$/;

const permissionWords: Readonly<Record<"allow" | "deny" | "canceled", readonly [string, Style]>> = {
  allow: ["allowed", "dim"],
  deny: ["refused", "red"],
  canceled: ["canceled", "yellow"],
};

function returnedLines(page: Page, block: Extract<Block, { kind: "tool-returned" }>): string[] {
  const { head, hidden, tail } = excerptOf(printable(block.text), { head: 4, tail: 3 });
  const shown = (line: string) => written(page, cutLine(line, 400), { lead: "  │ ", leadStyle: "dim", style: "dim" });
  const mark = block.isError ? "✗" : "✓";
  const outcome = block.outcome === "ran" ? (block.isError ? "failed" : "done") : block.outcome.replaceAll("-", " ");
  const which = block.title === null ? "" : `${block.title}: `;
  return [
    ...written(page, `${which}${outcome}`, { lead: `  ${mark} `, style: block.isError ? "red" : "green" }),
    ...block.changes.flatMap((change) => diffLines(page, change)),
    // A change that is shown needs no words beside it.
    ...(block.changes.length > 0 && !block.isError
      ? []
      : [...head.flatMap(shown), ...(hidden > 0 ? shown(`… ${hidden} lines left out …`) : []), ...tail.flatMap(shown)]),
  ];
}

/** `● deny  block-secret-file-edits (agh)  Protected secret file path.` */
function hookLines(page: Page, note: HookNote): string[] {
  const style = deedStyle[note.what];
  const who =
    note.hook === null ? "" : `${printableLine(note.hook)}${note.dialect === null ? "" : ` (${note.dialect})`}  `;
  const took = note.tookMs !== null && note.tookMs > 0 ? `, ${durationText(note.tookMs)}` : "";
  const lines = written(page, cutLine(printableLine(note.text), 300), {
    lead: `● ${deedWords[note.what]}  `,
    leadStyle: style,
    after: who,
  });
  return [
    ...withTail(page, lines, `  ${note.event}${took}`, "dim"),
    ...(note.fix === null ? [] : written(page, note.fix, { lead: "  → ", leadStyle: "yellow" })),
  ];
}

const deedWords: Readonly<Record<HookDeed, string>> = {
  deny: "deny",
  ask: "ask",
  allow: "allow",
  context: "context",
  change: "change",
  continue: "go on",
  info: "says",
  warning: "warns",
  error: "error",
  failed: "failed",
  skipped: "skipped",
  dropped: "dropped",
  rejected: "rejected",
  problem: "problem",
  none: "no opinion",
};

const deedStyle: Readonly<Record<HookDeed, Style>> = {
  deny: "red",
  ask: "yellow",
  allow: "green",
  context: "cyan",
  change: "cyan",
  continue: "yellow",
  info: "cyan",
  warning: "yellow",
  error: "red",
  failed: "red",
  skipped: "yellow",
  dropped: "yellow",
  rejected: "yellow",
  problem: "yellow",
  none: "dim",
};

const noticeStyle = { info: "cyan", warning: "yellow", error: "red" } as const;

function compactionLines(page: Page, { outcome, summary }: Extract<Block, { kind: "compaction-ended" }>): string[] {
  const words = {
    applied: "The conversation was shortened; the agent goes on from this summary:",
    skipped: "The conversation stays as it is.",
    failed: "The conversation could not be shortened and stays as it is.",
  }[outcome];
  const { head, hidden } = excerptOf(printable(outcome === "applied" ? (summary ?? "") : ""), { head: 6, tail: 0 });
  return [
    ...written(page, words, { style: outcome === "failed" ? "red" : "dim" }),
    ...head.flatMap((line) => written(page, line, { lead: "  │ ", leadStyle: "dim", style: "dim" })),
    ...(hidden > 0 ? written(page, `… ${hidden} more lines`, { lead: "  │ ", leadStyle: "dim", style: "dim" }) : []),
  ];
}

function subagentEnd(page: Page, { agent, response, error }: Extract<Block, { kind: "subagent-stopped" }>): string[] {
  const name = printableLine(agent);
  if (error !== null) return written(page, error, { lead: `▲ ${name} failed  `, leadStyle: "red" });
  const line = printableLine(response);
  return written(page, cutLine(line === "" ? "(no answer)" : line, 200), {
    lead: `▲ ${name} is done  `,
    leadStyle: "cyan",
  });
}

function turnEndLines(page: Page, { reason, spent, isScripted }: Extract<Block, { kind: "turn-ended" }>): string[] {
  const words = turnEndWords[reason];
  const script = isScripted ? " · scripted model" : "";
  return [
    "",
    ...written(page, `${spentText(spent)}${script}`, {
      lead: `${words}  `,
      leadStyle: reason === "normal" ? "green" : reason === "canceled" ? "yellow" : "red",
      style: "dim",
    }),
  ];
}

function because(text: string, reason: string | null): string {
  return reason === null || reason === "" ? text : `${text}: ${reason}`;
}
