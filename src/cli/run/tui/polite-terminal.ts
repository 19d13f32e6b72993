import { ProcessTerminal } from "@earendil-works/pi-tui";

const clearEverything = "\u001b[2J\u001b[H\u001b[3J";
const clearScreen = "\u001b[2J\u001b[H";

/**
 * A terminal whose scrollback stays the user's: the library would empty it after each resize and print what it knows again, but
 * we let it forget what has scrolled away, and what was there before us was never ours.
 */
export class PoliteTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(data.includes(clearEverything) ? data.replaceAll(clearEverything, clearScreen) : data);
  }
}
