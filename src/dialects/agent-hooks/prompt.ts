import type { Hook } from "../../engine/hook.ts";
import { dialect } from "./broken.ts";

/** What an agent is told of a hook before any event fires. */
export interface PromptEntry {
  readonly name: string;
  readonly description: string;
  readonly trigger: string;
  /** The absolute path of its HOOK.md. */
  readonly location: string;
  readonly matcher?: { readonly tool?: string; readonly pattern?: string };
}

/** The Agent Hooks among some hooks. What is not trusted is left out: its description is a text from a repository. */
export function promptEntries(hooks: readonly Hook[]): PromptEntry[] {
  return hooks
    .filter((hook) => hook.dialect === dialect && hook.executor.kind === "process" && !hook.trust?.refusal)
    .map(({ name, metadata, origin, matcher: { conditions } }) => {
      const matcher = Object.fromEntries(conditions.map(({ key, pattern }) => [key, String(pattern)]));
      return {
        name,
        description: metadata.description ?? "",
        trigger: metadata.trigger ?? "",
        location: origin.file ?? "",
        ...(conditions.length > 0 && { matcher }),
      };
    });
}

/** Writes the block that stands in an agent's system prompt. */
export function promptBlock(entries: readonly PromptEntry[]): string {
  return ["<available_hooks>", ...entries.flatMap(hookLines), "</available_hooks>"].join("\n");
}

function hookLines({ name, description, trigger, location, matcher }: PromptEntry): string[] {
  const lines = [
    ...element("name", name),
    ...element("description", description),
    ...element("trigger", trigger),
    ...element("location", location),
    ...(matcher === undefined ? [] : ["<matcher>", ...matcherLines(matcher), "</matcher>"]),
  ];
  return ["<hook>", ...lines, "</hook>"];
}

function matcherLines({ tool, pattern }: NonNullable<PromptEntry["matcher"]>): string[] {
  return [
    ...(tool === undefined ? [] : element("tool", tool)),
    ...(pattern === undefined ? [] : element("pattern", pattern)),
  ];
}

function element(tag: string, value: string): string[] {
  return [`<${tag}>`, escapeHtml(value), `</${tag}>`];
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
