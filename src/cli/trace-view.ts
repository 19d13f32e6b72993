import type { ExplainedStep } from "../app/explain-run.ts";
import { printable, printableJson, printableLine } from "../lib/printable.ts";
import { durationText } from "./duration-text.ts";
import { outcomeStyle } from "./outcome-style.ts";
import { paint, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

type Page = Pick<Terminal, "width" | "color">;

export interface TraceViewOptions {
  /** Shows texts as they are instead of their beginning. */
  readonly full: boolean;
}

/** What happened inside a dispatch, for people: each hook with what it got, what it said and what came of it. */
export function renderTrace(page: Page, steps: readonly ExplainedStep[], options: TraceViewOptions): string {
  return steps.map((step, index) => stepLines(page, step, index + 1, options).join("\n")).join("\n\n");
}

function stepLines(page: Page, step: ExplainedStep, number: number, options: TraceViewOptions): string[] {
  const tags = [step.dialect, step.mode, ...(step.executor === "process" ? [] : [step.executor])];
  const took = step.duration_ms === null ? "" : paint(page, "dim", `  ${durationText(step.duration_ms)}`);
  const name = paint(page, "bold", printableLine(step.hook));
  const outcome = paint(page, outcomeStyle[step.outcome], step.outcome);
  return [
    `${number}. ${name} (${tags.join(", ")})  ${outcome}${took}`,
    ...note(page, "got", step.input ?? "nothing: it could not be written for this hook", options),
    ...replyLines(page, step, options),
    ...readLines(page, step, options),
    ...(step.error === null ? [] : note(page, "error", step.error, { full: true })),
    ...note(page, "after", afterText(step, options), { full: true }),
  ];
}

function replyLines(page: Page, { reply }: ExplainedStep, options: TraceViewOptions): string[] {
  switch (reply.kind) {
    case "output":
      return [
        ...note(page, "exit", String(reply.exit_code), options),
        ...note(page, "stdout", reply.stdout.trim() === "" ? "(empty)" : reply.stdout, options),
        ...(reply.stderr.trim() === "" ? [] : note(page, "stderr", reply.stderr, options)),
      ];
    case "failure":
      return note(page, "failed", `${reply.failure}: ${reply.detail}`, { full: true });
    case "effects":
      return [];
  }
}

/** What the dialect made of the answer, part by part. */
function readLines(page: Page, { effects }: ExplainedStep, options: TraceViewOptions): string[] {
  if (effects === null) return [];
  const { decision, reason, patch, contexts, messages, metadata, stop, final, usage, unread } = effects;
  const parts: readonly (readonly [string, unknown])[] = [
    ["decision", decision],
    ["reason", reason],
    ["patch", patch],
    ...(contexts ?? []).map(({ text }) => ["context", text] as const),
    ...(messages ?? []).map(({ level, text }) => [level, text] as const),
    ["metadata", metadata],
    ["one more turn", effects.continue?.message],
    ["stop", stop?.reason],
    ["ends the chain", final],
    ["usage", usage],
    ["not understood", unread?.join(", ")],
  ];
  const said = parts.filter(([, value]) => value !== undefined);
  if (said.length === 0) return note(page, "read as", "no opinion", options);
  return said.flatMap(([label, value]) => note(page, "read as", `${label}: ${textOf(value)}`, options));
}

function afterText({ after }: ExplainedStep, options: TraceViewOptions): string {
  if (after === null) return "nothing changes: an async hook has no say in the verdict";
  const changes = Object.entries(after.changed).map(
    ([field, value]) => `${field} is now ${cut(printableJson(value), options)}`,
  );
  const reason = after.reason === null ? "" : ` (${after.reason})`;
  return [`decision ${after.decision}${reason}`, ...(changes.length > 0 ? changes : ["payload unchanged"])].join("; ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : printableJson(value);
}

const excerptLength = 300;

/** By default one line of what may be many. */
function cut(text: string, { full }: TraceViewOptions): string {
  if (full) return printable(text.trimEnd());
  const line = printableLine(text);
  const rest = line.length - excerptLength;
  return rest <= 0 ? line : `${line.slice(0, excerptLength)}… (${rest} more characters; --full shows them)`;
}

const labelWidth = 9;

function note(page: Page, label: string, text: string, options: TraceViewOptions): string[] {
  const indent = " ".repeat(labelWidth + 3);
  const lines = cut(text, options)
    .split("\n")
    .flatMap((line) => wrap(line, Math.max(20, page.width - indent.length)));
  const [first = "", ...rest] = lines;
  return [`   ${paint(page, "cyan", label.padEnd(labelWidth))}${first}`, ...rest.map((line) => indent + line)];
}
