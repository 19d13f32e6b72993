import { type Component, visibleWidth } from "@earendil-works/pi-tui";
import { printableLine } from "../../../lib/printable.ts";
import { paint } from "../../terminal.ts";
import type { Queued } from "../pilot.ts";
import { costText, tokenText } from "../spent.ts";
import type { ViewState } from "../view-state.ts";
import { fitted } from "./scrollback.ts";

export interface StatusFacts {
  readonly view: ViewState;
  readonly agent: string;
  /** The model that will be asked, as long as none has been. */
  readonly firstModel: ViewState["model"];
  readonly isYolo: boolean;
  readonly queued: readonly Queued[];
}

/** The last line of the screen. */
export class StatusLine implements Component {
  private readonly facts: () => StatusFacts;
  private readonly color: boolean;

  constructor(facts: () => StatusFacts, color: boolean) {
    this.facts = facts;
    this.color = color;
  }

  render(width: number): string[] {
    const page = { color: this.color };
    const parts = thoseThatFit(statusParts(this.facts()), width).map(({ text, isLoud }) =>
      paint(page, isLoud ? "yellow" : "dim", text),
    );
    return fitted([parts.join(paint(page, "dim", " · "))], width);
  }

  invalidate(): void {}
}

interface Part {
  readonly text: string;
  readonly isLoud: boolean;
}

/** What the line says. Things that somebody should not overlook are loud. */
export function statusParts({ view, agent, firstModel, isYolo, queued }: StatusFacts): Part[] {
  const { context, total } = view;
  const model = view.model ?? firstModel;
  const steering = queued.filter(({ kind }) => kind === "steering").length;
  const later = queued.length - steering;
  const limit = context.limit === null ? "" : `/${tokenText(context.limit)}`;
  const quiet = (text: string): Part => ({ text, isLoud: false });
  const loud = (text: string): Part => ({ text, isLoud: true });
  return [
    ...(isYolo ? [loud("YOLO: every call is approved")] : []),
    quiet(printableLine(view.agent ?? agent)),
    ...(model === null ? [] : [quiet(printableLine(model.name))]),
    ...(model?.isScripted ? [loud("scripted model")] : []),
    quiet(`${tokenText(context.used)}${limit} tokens in context`),
    quiet(costText(total.cost)),
    ...(steering > 0 ? [loud(`${steering} for the next step`)] : []),
    ...(later > 0 ? [loud(`${later} for afterwards`)] : []),
  ];
}

/** On a narrow screen the last of the quiet things go first; what is loud stays. */
export function thoseThatFit(parts: readonly Part[], width: number): readonly Part[] {
  const isTooWide = visibleWidth(parts.map(({ text }) => text).join(" · ")) > width;
  const last = parts.findLastIndex(({ isLoud }) => !isLoud);
  return isTooWide && last > 0 && parts.length > 1 ? thoseThatFit(parts.toSpliced(last, 1), width) : parts;
}
