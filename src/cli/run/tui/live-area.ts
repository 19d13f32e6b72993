import type { Component } from "@earendil-works/pi-tui";
import { printable, printableLine } from "../../../lib/printable.ts";
import { paint } from "../../terminal.ts";
import { besideMargin, blockLines } from "../block-lines.ts";
import { restOf } from "../open-message.ts";
import type { Queued } from "../pilot.ts";
import { cutLine } from "../shorten.ts";
import type { OpenCall, ViewState } from "../view-state.ts";
import { type Page, written } from "../written.ts";
import { fitted } from "./scrollback.ts";

export interface LiveFacts {
  readonly view: ViewState;
  readonly queued: readonly Queued[];
  readonly isBusy: boolean;
  readonly isAsking: boolean;
  readonly isCanceling: boolean;
  readonly busyForMs: number;
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;
const shownOutput = 4;

/** What is going on right now: the line that is being written, tools that run, messages that wait. */
export class LiveArea implements Component {
  private readonly facts: () => LiveFacts;
  private readonly color: boolean;

  constructor(facts: () => LiveFacts, color: boolean) {
    this.facts = facts;
    this.color = color;
  }

  render(width: number): string[] {
    const page: Page = { width, color: this.color };
    const facts = this.facts();
    return fitted(
      [...messageRows(page, facts.view), ...callRows(page, facts), ...workRow(page, facts), ...queueRows(page, facts)],
      width,
    );
  }

  invalidate(): void {}
}

function messageRows(page: Page, { messages }: ViewState): string[] {
  return [...messages.values()].flatMap(restOf).flatMap((block) => blockLines(page, block));
}

function callRows(page: Page, { view, isAsking }: LiveFacts): string[] {
  return [...view.calls.values()].flatMap((call) => (isAsking && call.output === "" ? [] : outputRows(page, call)));
}

function outputRows(page: Page, { from, output, tool, title }: OpenCall): string[] {
  const { room, margin } = besideMargin(page, from);
  const lines = printable(output).trimEnd().split("\n").slice(-shownOutput);
  const head = cutLine(`${printableLine(tool)}  ${printableLine(title)}`, Math.max(10, room.width - 4));
  return [
    `${margin}  ${paint(page, "yellow", "◦")} ${paint(page, "dim", head)}`,
    ...lines
      .filter((line) => line !== "")
      .flatMap((line) =>
        written(room, cutLine(line, 200), { lead: "  │ ", leadStyle: "dim", style: "dim" }).slice(0, 1),
      )
      .map((line) => margin + line),
  ];
}

function workRow(page: Page, { view, isBusy, isAsking, isCanceling, busyForMs }: LiveFacts): string[] {
  if (!isBusy && !view.isCompacting) return [];
  if (isAsking) return [];
  const frame = frames[Math.floor(busyForMs / frameMs) % frames.length] ?? "";
  const what = isCanceling ? "canceling" : view.isCompacting ? "shortening the conversation" : "working";
  const since = `${Math.floor(busyForMs / 1000)} s`;
  const hint = isCanceling ? "" : "  Esc cancels, Enter sends a message meanwhile";
  return ["", `${paint(page, "cyan", frame)} ${what}… ${paint(page, "dim", `${since}${hint}`)}`];
}

function queueRows(page: Page, { queued }: LiveFacts): string[] {
  return queued.flatMap(({ kind, text }) => {
    const lead = kind === "steering" ? "queued for the next step: " : "queued for afterwards: ";
    return written(page, cutLine(printableLine(text), 300), { lead, leadStyle: "yellow", style: "dim" });
  });
}
