import { closest } from "../../lib/closest.ts";
import { renderFields } from "../table.ts";
import type { Page } from "./written.ts";

/** Something that a line beginning with a slash does. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  /** What may follow, for the help; e.g. `[id]`. */
  readonly argument?: string;
  readonly summary: string;
  /** Refused while the agent works. */
  readonly needsPause?: boolean;
  /**
   * Does it. The answer is shown as it is, in colours if it likes, so texts of others in it must be printable. What it throws
   * is shown as an error.
   */
  readonly run: (argument: string) => Promise<string>;
}

/** The commands that a screen is given by whoever can undo, list snapshots and so on. They go before its own of the same name. */
export type SlashCommands = readonly SlashCommand[];

/** Reads a typed line. Null: it is a message for the agent, such as one that begins with a path. */
export function readSlash(line: string): { readonly name: string; readonly argument: string } | null {
  const found = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim());
  return found ? { name: (found[1] ?? "").toLowerCase(), argument: (found[2] ?? "").trim() } : null;
}

/** Joins commands; the first of a name counts. */
export function joinCommands(...lists: readonly SlashCommands[]): SlashCommands {
  const byName = new Map<string, SlashCommand>();
  for (const command of lists.flat()) if (!byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()];
}

export function unknownCommand(name: string, commands: SlashCommands): string {
  const near = closest(
    name,
    commands.map((command) => command.name),
  );
  return `There is no command /${name}; ${near === null ? "/help lists them." : `did you mean /${near}?`}`;
}

/** What can be typed and pressed. */
export function helpText(page: Page, commands: SlashCommands): string {
  return renderFields(page, [
    ...commands.map(
      ({ name, argument, summary }) => [argument ? `/${name} ${argument}` : `/${name}`, summary] as const,
    ),
    ...keys,
  ]);
}

const keys = [
  ["Enter", "sends the line; while the agent works, the line reaches it at its next step"],
  ["Alt-Enter", "keeps the line for when the agent is done, like /queue"],
  ["Ctrl-J", "begins a new line; so does Shift-Enter where the terminal can tell it from Enter"],
  ["Up, Down", "earlier lines"],
  ["Esc", "cancels the turn"],
  ["Ctrl-C", "cancels the turn; twice within two seconds ends the session"],
  ["Ctrl-D", "ends the session when the line is empty"],
] as const;
