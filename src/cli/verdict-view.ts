import { contractOf } from "../catalog/catalog.ts";
import type { Run } from "../engine/run.ts";
import type { Verdict } from "../engine/verdict.ts";
import { printableJson, printableLine } from "../lib/printable.ts";
import { durationText } from "./duration-text.ts";
import { decisionWords, outcomeStyle } from "./outcome-style.ts";
import { paint, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

type Page = Pick<Terminal, "width" | "color">;

/** A verdict for people: what was decided, what each hook did and why, and what did not go as declared. */
export function renderVerdict(page: Page, verdict: Verdict, before: Readonly<Record<string, unknown>>): string {
  const [words, style] = decisionWords(verdict);
  const head = `${paint(page, "bold", verdict.event)}  ${paint(page, style, words)}`;
  return [
    verdict.reason === null ? head : `${head}  ${printableLine(verdict.reason)}`,
    ...verdict.runs.flatMap((run) => runLines(page, run)),
    ...changeLines(page, verdict, before),
    ...verdict.contexts.flatMap(({ hook, text }) => note(page, "context", `${text} (${hook})`)),
    ...verdict.messages.flatMap(({ hook, level, text }) => note(page, level, `${text} (${hook})`)),
    ...Object.entries(verdict.metadata).flatMap(([key, value]) => note(page, "note", `${key}: ${textOf(value)}`)),
    ...(verdict.continue ? note(page, "one more turn", verdict.continue.message) : []),
    ...(verdict.stop ? note(page, "stop", verdict.stop.reason) : []),
    ...verdict.problems.flatMap(({ what, fix }) => [...note(page, "problem", what), ...note(page, "fix", fix)]),
  ].join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : printableJson(value);
}

function runLines(page: Page, run: Run): string[] {
  const outcome = paint(page, outcomeStyle[run.outcome], run.outcome.padEnd(8));
  const tags = [run.mode === "async" ? "async" : "", run.required ? "required" : ""].filter((tag) => tag !== "");
  const line = `  ${outcome}  ${printableLine(run.hook_name)}${tags.length > 0 ? ` (${tags.join(", ")})` : ""}`;
  const took = run.duration_ms > 0 ? paint(page, "dim", `  ${durationText(run.duration_ms)}`) : "";
  const did = run.outcome === "applied" ? whatItDid(run) : "";
  return [
    line + took + (did === "" ? "" : paint(page, "dim", `  ${did}`)),
    ...(run.error === null ? [] : indented(page, printableLine(run.error), 12)),
  ];
}

/** Tells a hook without an opinion from one that changed something, where the run keeps what the hook answered. */
function whatItDid(run: Run): string {
  if (run.mode === "async" || !contractOf(run.event).keepsPatch) return "";
  const { decision, ...patch }: { readonly decision?: unknown } = run.patch_applied ?? {};
  const said = decision === "allow" || decision === "ask" ? `${decision}s` : null;
  const fields = Object.keys(said === null ? (run.patch_applied ?? {}) : patch);
  const set = fields.length === 0 ? null : `set ${printableLine(fields.join(", "))}`;
  return [said, set].filter((part) => part !== null).join(", ") || "no opinion";
}

/** Top-level fields that hooks changed. */
function changeLines(page: Page, verdict: Verdict, before: Readonly<Record<string, unknown>>): string[] {
  const after = verdict.payload as Readonly<Record<string, unknown>>;
  const stamps = new Set(["event", "timestamp"]);
  return Object.keys(after)
    .filter((field) => !stamps.has(field) && JSON.stringify(after[field]) !== JSON.stringify(before[field]))
    .flatMap((field) => note(page, "changed", `${field} is now ${shortened(printableJson(after[field]))}`));
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}

function note(page: Page, label: string, text: string): string[] {
  const [first = "", ...rest] = indented(page, printableLine(text), 12);
  return [`  ${paint(page, "cyan", label.padEnd(8))}  ${first.trimStart()}`, ...rest];
}

function indented(page: Page, text: string, by: number): string[] {
  return wrap(text, Math.max(20, page.width - by)).map((line) => " ".repeat(by) + line);
}
