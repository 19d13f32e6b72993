import type { Where } from "../programs/named-program.ts";

/** A word for a shell that means exactly this text. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export type TextPlace = Pick<Extract<Where, { in: "args" }>, "spans" | "quoted">;

/** A word of a shell text, and the text that the shell should get for it. */
export interface Replacement extends TextPlace {
  readonly by: string;
}

/** Puts other words in the places of some, also where these stand in a text that is quoted in the text. */
export function replaceWords(text: string, replacements: readonly Replacement[]): string {
  const byStart = Map.groupBy(
    replacements.filter(({ spans }) => spans.length > 0),
    ({ spans }) => spans[0]?.[0] ?? 0,
  );
  let replaced = text;
  // From the end, so that places before it stay where they are.
  for (const [start, here] of [...byStart].sort(([a], [b]) => b - a)) {
    const [first] = here;
    const end = first?.spans[0]?.[1] ?? start;
    const whole = here.find(({ spans }) => spans.length === 1);
    const inner = whole === undefined ? innerText(here) : whole.by;
    replaced = replaced.slice(0, start) + shellQuote(inner) + replaced.slice(end);
  }
  return replaced;
}

function innerText(replacements: readonly Replacement[]): string {
  const text = replacements[0]?.quoted[0] ?? "";
  return replaceWords(
    text,
    replacements.map(({ spans, quoted, by }) => ({ spans: spans.slice(1), quoted: quoted.slice(1), by })),
  );
}
