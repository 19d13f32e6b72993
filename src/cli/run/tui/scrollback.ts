import { type Component, type TuiMainScreen, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";

/** How many rows above the screen are still known, for the case that the window grows. */
const keptAbove = 100;
/** Forgetting is done in heaps, because it is only worth its time then. */
const heap = 200;

interface Entry {
  readonly rowsAt: (width: number) => readonly string[];
  width: number;
  rows: readonly string[];
}

/**
 * What has been shown and does not change any more. Rows that have scrolled out of the screen belong to the terminal; they are
 * forgotten here, so that a long session costs no more than a short one.
 */
export class Scrollback implements Component {
  private entries: Entry[] = [];

  /** Adds lines that are made anew whenever the width changes. */
  add(rowsAt: (width: number) => readonly string[]): void {
    this.entries.push({ rowsAt, width: -1, rows: [] });
  }

  render(width: number): string[] {
    return this.entries.flatMap((entry) => rowsOf(entry, width));
  }

  invalidate(): void {
    for (const entry of this.entries) entry.width = -1;
  }

  /** Forgets what the terminal has scrolled away. This must be the first component of the screen. */
  forget(tui: TuiMainScreen): void {
    const state = tui.captureRenderState();
    // Right after a resize the rows on the screen are not those that would be made now.
    if (state.previousWidth !== tui.terminal.columns || state.previousHeight !== tui.terminal.rows) return;
    const spare = state.previousViewportTop - keptAbove;
    if (spare < heap) return;
    let rows = 0;
    let count = 0;
    for (const entry of this.entries) {
      if (entry.width !== state.previousWidth || rows + entry.rows.length > spare) break;
      rows += entry.rows.length;
      count++;
    }
    if (rows === 0) return;
    this.entries = this.entries.slice(count);
    tui.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(rows),
      cursorRow: state.cursorRow - rows,
      hardwareCursorRow: state.hardwareCursorRow - rows,
      maxLinesRendered: state.maxLinesRendered - rows,
      previousViewportTop: state.previousViewportTop - rows,
    });
  }
}

function rowsOf(entry: Entry, width: number): readonly string[] {
  if (entry.width !== width) {
    entry.rows = fitted(entry.rowsAt(width), width);
    entry.width = width;
  }
  return entry.rows;
}

/** The library ends the program over a row that is too wide, and it does not count every character as we do. */
export function fitted(rows: readonly string[], width: number): string[] {
  return rows.map((row) => (visibleWidth(row) > width ? truncateToWidth(row, width, "") : row));
}
