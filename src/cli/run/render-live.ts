import type { LiveEvent } from "../../agent/live-event.ts";
import type { Terminal } from "../terminal.ts";
import type { Block } from "./block.ts";
import { blockLines } from "./block-lines.ts";
import { type OpenMessage, restOf } from "./open-message.ts";
import { summaryTable } from "./summary-table.ts";
import { emptyView, follow, type ViewOptions, type ViewState } from "./view-state.ts";

/** Prints a session as it happens, line after line, for people who only read. */
export interface LivePrinter {
  readonly show: (event: LiveEvent) => void;
  /** Ends a line that is being written and prints what the hooks did. */
  readonly finish: () => void;
  readonly view: () => ViewState;
}

export function renderLive(
  terminal: Pick<Terminal, "out" | "width" | "color">,
  options: ViewOptions = { isVerbose: false },
): LivePrinter {
  let view = emptyView;
  let isFresh = true;
  /** How many rows of the line that is being written are printed already. */
  let printedRows = 0;

  function print(lines: readonly string[]): void {
    // A page does not begin with an empty line.
    const shown = isFresh && lines[0] === "" ? lines.slice(1) : lines;
    if (shown.length === 0) return;
    isFresh = false;
    terminal.out(`${shown.join("\n")}\n`);
  }

  function printBlock(block: Block): void {
    const lines = blockLines(terminal, block);
    const ahead = block.kind === "text" ? printedRows : 0;
    print(lines.slice(ahead));
    printedRows -= ahead;
  }

  /** Prints the rows of an unfinished line that no further word can change. */
  function printAhead(message: OpenMessage): void {
    const settled = message.rest.slice(0, message.rest.search(/\S+\s*$/));
    const block: Block = {
      from: message.from,
      kind: "text",
      voice: message.voice,
      line: settled,
      isFirst: message.isFirst,
    };
    const complete = blockLines(terminal, block).slice(0, -1);
    if (settled === "" || complete.length <= printedRows) return;
    print(complete.slice(printedRows));
    printedRows = complete.length;
  }

  return {
    show: (event) => {
      const followed = follow(view, event, options);
      view = followed.view;
      for (const block of followed.blocks) printBlock(block);
      const [message, ...others] = [...view.messages.values()].filter(({ rest }) => rest !== "");
      if (message && others.length === 0) printAhead(message);
    },
    finish: () => {
      for (const block of [...view.messages.values()].flatMap(restOf)) printBlock(block);
      print(["", ...summaryTable(terminal, view.tally).split("\n")]);
    },
    view: () => view,
  };
}
