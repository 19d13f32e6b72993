import type { AgentSession } from "../../runtime/agent-session.ts";
import { paint } from "../terminal.ts";
import { helpText, type SlashCommands } from "./slash-commands.ts";
import { spentOf, spentText } from "./spent.ts";
import { summaryTable } from "./summary-table.ts";
import type { ViewState } from "./view-state.ts";
import type { Page } from "./written.ts";

export interface OwnCommandsPorts {
  readonly session: AgentSession;
  readonly view: () => ViewState;
  readonly page: () => Page;
  readonly yolo: { readonly isOn: () => boolean; readonly set: (isOn: boolean) => void };
  /** Keeps a message for the end of the turn, or sends it when nothing runs. */
  readonly queue: (text: string) => void;
  readonly quit: () => void;
  readonly all: () => SlashCommands;
}

/** The commands that need nothing but the session. */
export function ownCommands(ports: OwnCommandsPorts): SlashCommands {
  const { session, view, page } = ports;
  return [
    { name: "help", summary: "shows this", run: async () => helpText(page(), ports.all()) },
    {
      name: "queue",
      argument: "TEXT",
      summary: "keeps a message for when the agent is done",
      run: async (text) => {
        if (text === "") return "Say what to keep: /queue TEXT";
        ports.queue(text);
        return "";
      },
    },
    {
      name: "compact",
      argument: "[INSTRUCTIONS]",
      summary: "shortens the conversation to a summary",
      needsPause: true,
      run: async (text) => {
        // What came of it is told as an event.
        await (text === "" ? session.compact() : session.compact(text));
        return "";
      },
    },
    {
      name: "clear",
      summary: "begins the conversation anew",
      needsPause: true,
      run: async () => {
        await session.clear();
        return "The conversation begins anew. What was said before is still in the session's transcript.";
      },
    },
    { name: "hooks", summary: "what the hooks did so far", run: async () => summaryTable(page(), view().tally) },
    {
      name: "cost",
      summary: "tokens and money spent so far",
      run: async () => {
        const { model } = view();
        const script = model?.isScripted ? ` · ${paint(page(), "yellow", "scripted model, so nothing was paid")}` : "";
        return `${spentText(spentOf(session.record().totals))}${script}`;
      },
    },
    {
      name: "yolo",
      argument: "[on|off]",
      summary: "approves every call without asking, or no longer",
      run: async (text) => {
        if (text !== "" && text !== "on" && text !== "off") return "Say /yolo on or /yolo off.";
        const isOn = text === "" ? !ports.yolo.isOn() : text === "on";
        ports.yolo.set(isOn);
        return isOn
          ? paint(
              page(),
              "yellow",
              "Every call is approved from now on. Hooks and deny rules still count. /yolo off ends it.",
            )
          : "You are asked again.";
      },
    },
    {
      name: "quit",
      summary: "ends the session",
      run: async () => {
        ports.quit();
        return "";
      },
    },
  ];
}
