import type { ConfirmationRequest } from "../../agent/live-event.ts";
import { unifiedDiff } from "../../lib/line-diff.ts";
import { printableJson, printableLine, visible } from "../../lib/printable.ts";
import type { Style } from "../terminal.ts";
import { excerptOf } from "./shorten.ts";
import { type Page, withTail, written } from "./written.ts";

/**
 * What somebody has to know to decide on a call. Characters that would be invisible are shown, because what is approved must be
 * what was seen.
 */
export function approvalLines(page: Page, request: ConfirmationRequest): string[] {
  const { blast_radius, category, reason, ...others } = request.metadata;
  const head = written(page, `May ${printableLine(request.tool_name)} do this?`, { style: "bold" });
  const why = request.reason ?? (typeof reason === "string" ? reason : null);
  return [
    ...withTail(page, head, ...radiusBadge(blast_radius)),
    ...field(page, "class", request.decision_class),
    ...(category === undefined ? [] : field(page, "category", textOf(category))),
    ...(why === null || why === "" ? [] : field(page, "reason", why)),
    ...(typeof reason === "string" && request.reason !== null && reason !== request.reason
      ? field(page, "note", reason)
      : []),
    ...Object.entries(others).flatMap(([key, value]) => field(page, printableLine(key), textOf(value))),
    ...inputLines(page, request),
  ];
}

function radiusBadge(radius: unknown): [text: string, style: Style] {
  const word = typeof radius === "string" && radius !== "" ? printableLine(radius) : "unknown";
  return [`  [blast radius: ${word}]`, radiusStyle[word] ?? "dim"];
}

const radiusStyle: Readonly<Record<string, Style>> = { low: "green", medium: "yellow", high: "red" };

function field(page: Page, name: string, value: string): string[] {
  return written(page, printableLine(value), { lead: `  ${name}: `, leadStyle: "dim" });
}

/** The command, the change of a file, or else everything that the call is given. */
function inputLines(page: Page, { title, tool_input }: ConfirmationRequest): string[] {
  const { cmd, command, content, edits, ...others } = tool_input;
  const line = typeof cmd === "string" ? cmd : command;
  if (typeof line === "string") {
    const [first = "", ...more] = visible(line).split("\n");
    return [
      ...written(page, first, { lead: "  $ ", leadStyle: "cyan", style: "bold" }),
      ...more.flatMap((one) => written(page, one, { lead: "    ", style: "bold" })),
      ...restLines(page, others),
    ];
  }
  if (typeof content === "string") {
    const added = visible(content.replace(/\n$/, ""))
      .split("\n")
      .map((one) => `+${one}`);
    return [...titleLines(page, title), ...restLines(page, others), ...changeLines(page, added)];
  }
  const changes = (Array.isArray(edits) ? edits : [tool_input]).map(replacementOf);
  if (!changes.every((change) => change !== null)) return [...titleLines(page, title), ...restLines(page, tool_input)];
  return [
    ...titleLines(page, title),
    ...restLines(page, withoutReplacement(others)),
    ...changes.flatMap(([before, after]) => changeLines(page, unifiedDiff(visible(before), visible(after)))),
  ];
}

const replacementKeys = [
  ["old_text", "new_text"],
  ["oldText", "newText"],
  ["old_string", "new_string"],
] as const;

/** What text a call would put in the place of what other text; null when it is not that kind of call. */
function replacementOf(value: unknown): readonly [before: string, after: string] | null {
  if (typeof value !== "object" || value === null) return null;
  const input: Readonly<Record<string, unknown>> = { ...value };
  for (const [before, after] of replacementKeys) {
    const [old, next] = [input[before], input[after]];
    if (typeof old === "string" && typeof next === "string") return [old, next];
  }
  return null;
}

function withoutReplacement(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys: readonly string[] = replacementKeys.flat();
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}

function titleLines(page: Page, title: string): string[] {
  return title === "" ? [] : written(page, visible(title), { lead: "  ", style: "bold" });
}

function changeLines(page: Page, lines: readonly string[]): string[] {
  const { head, hidden, tail } = excerptOf(lines.join("\n"), { head: 16, tail: 4 });
  const shown = (line: string) => written(page, line, { lead: "    ", ...styleOf(line) });
  return [
    ...head.flatMap(shown),
    ...(hidden > 0 ? written(page, `… ${hidden} lines left out …`, { lead: "    ", style: "dim" }) : []),
    ...tail.flatMap(shown),
  ];
}

function styleOf(line: string): { readonly style?: Style } {
  if (line.startsWith("+")) return { style: "green" };
  if (line.startsWith("-")) return { style: "red" };
  return {};
}

function restLines(page: Page, input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([key, value]) => {
    const text = visible(typeof value === "string" ? value : printableJson(value));
    const { head, hidden } = excerptOf(text, { head: 6, tail: 0 });
    const more = hidden > 0 ? ` … (${hidden} more lines)` : "";
    return written(page, `${head.join(" ↵ ")}${more}`, { lead: `  ${printableLine(key)}: `, leadStyle: "dim" });
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : printableJson(value);
}
