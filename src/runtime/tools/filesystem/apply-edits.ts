export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replace_all: boolean;
}

export type EditFailure =
  | { readonly kind: "not-found"; readonly index: number; readonly text: string; readonly wanted: string }
  | { readonly kind: "not-unique"; readonly index: number; readonly count: number; readonly lines: readonly number[] }
  | { readonly kind: "empty" | "no-change"; readonly index: number };

/** Applies edits in turn, each to what the one before it made: all of them or none. Line breaks stay what they are in the text. */
export function applyEdits(text: string, edits: readonly Edit[]): { readonly text: string } | EditFailure {
  const usesCrlf = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  let current = text;
  for (const [index, edit] of edits.entries()) {
    // Models write plain line feeds, whatever the file has.
    const { oldText, newText } = usesCrlf ? withCrlf(edit) : fitting(current, edit);
    if (oldText === "") return { kind: "empty", index };
    if (oldText === newText) return { kind: "no-change", index };
    const places = placesOf(current, oldText);
    if (places.length === 0) return { kind: "not-found", index, text: current, wanted: oldText };
    if (places.length > 1 && !edit.replace_all) {
      return { kind: "not-unique", index, count: places.length, lines: linesAt(current, places) };
    }
    current = replaceAt(current, places, oldText.length, newText);
  }
  return { text: current };
}

/** In a text with both kinds of line breaks: as written, or with CRLF when only that is found. */
function fitting(text: string, edit: Edit): Pick<Edit, "oldText" | "newText"> {
  if (text.includes(edit.oldText) || !text.includes("\r\n")) return edit;
  const converted = withCrlf(edit);
  return text.includes(converted.oldText) ? converted : edit;
}

function withCrlf({ oldText, newText }: Edit): Pick<Edit, "oldText" | "newText"> {
  return { oldText: toCrlf(oldText), newText: toCrlf(newText) };
}

function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

/** Where the text begins that is looked for; places that overlap an earlier one do not count. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}

const mostLinesNamed = 20;

function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1;
  let from = 0;
  return places.slice(0, mostLinesNamed).map((place) => {
    for (let at = text.indexOf("\n", from); at !== -1 && at < place; at = text.indexOf("\n", from)) {
      line++;
      from = at + 1;
    }
    return line;
  });
}

function replaceAt(text: string, places: readonly number[], length: number, newText: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(text.slice(from, place), newText);
    from = place + length;
  }
  return [...parts, text.slice(from)].join("");
}
