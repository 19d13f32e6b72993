import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Where output goes and what the place can show. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly width: number;
  readonly color: boolean;
}

/** Colours text when the terminal shows colours. */
export function paint(terminal: Pick<Terminal, "color">, style: Style | null, text: string): string {
  return style && terminal.color ? styleText(style, text, { validateStream: false }) : text;
}

const unbounded = 10_000;

interface StreamFacts {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** How wide to print: the terminal's own width, else $COLUMNS, else as wide as it takes, which suits grep and files. */
export function widthOf(stream: StreamFacts, env: Readonly<Record<string, string | undefined>>): number {
  const own = stream.isTTY ? stream.columns : undefined;
  const wanted = own || Number.parseInt(env.COLUMNS ?? "", 10);
  return Number.isFinite(wanted) && wanted > 0 ? Math.max(20, wanted) : unbounded;
}

/** Colour is for people at a terminal who did not ask for none. */
export function colorOf(stream: StreamFacts, env: Readonly<Record<string, string | undefined>>): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
