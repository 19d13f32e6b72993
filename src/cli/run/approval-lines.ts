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

/** The command, the change of a file, or else everything that the call is given. Whatever else it is given stands beside it. */
function inputLines(page: Page, { title, tool_input }: ConfirmationRequest): string[] {
  const commandKey = ["cmd", "command"].find((key) => typeof tool_input[key] === "string");
  if (commandKey !== undefined) {
    const [first = "", ...more] = visible(String(tool_input[commandKey])).split("\n");
    return [
      ...written(page, first, { lead: "  $ ", leadStyle: "cyan", style: "bold" }),
      ...more.flatMap((one) => written(page, one, { lead: "    ", style: "bold" })),
      ...restLines(page, without(tool_input, [commandKey])),
    ];
  }
  const { content, edits } = tool_input;
  if (typeof content === "string") {
    const added = visible(content.replace(/\n$/, ""))
      .split("\n")
      .map((one) => `+${one}`);
    return [
      ...titleLines(page, title),
      ...restLines(page, without(tool_input, ["content"])),
      ...changeLines(page, added),
    ];
  }
  const changes = (Array.isArray(edits) ? edits : [tool_input]).map(replacementOf);
  if (!changes.every((change) => change !== null)) return [...titleLines(page, title), ...restLines(page, tool_input)];
  const others = Array.isArray(edits) ? without(tool_input, ["edits"]) : {};
  return [
    ...titleLines(page, title),
    ...restLines(page, others),
    ...changes.flatMap(({ before, after, rest }) => [
      ...restLines(page, rest),
      ...changeLines(page, unifiedDiff(visible(before), visible(after))),
    ]),
  ];
}

const replacementKeys = [
  ["old_text", "new_text"],
  ["oldText", "newText"],
  ["old_string", "new_string"],
] as const;

interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly rest: Readonly<Record<string, unknown>>;
}

/** What text a call would put in the place of what other text; null when it is not that kind of call. */
function replacementOf(value: unknown): Replacement | null {
  if (typeof value !== "object" || value === null) return null;
  const input: Readonly<Record<string, unknown>> = { ...value };
  for (const keys of replacementKeys) {
    const [before, after] = keys.map((key) => input[key]);
    if (typeof before === "string" && typeof after === "string") return { before, after, rest: without(input, keys) };
  }
  return null;
}

function without(input: Readonly<Record<string, unknown>>, keys: readonly string[]): Readonly<Record<string, unknown>> {
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
