import { isUtf8 } from "node:buffer";

/** Takes apart what git prints with `-z`. Names that are not UTF-8 come apart from the rest, nothing else can name them. */
export function readNulList(output: Buffer): { readonly items: string[]; readonly unreadable: string[] } {
  const items = splitNul(output.toString("utf8"));
  if (isUtf8(output)) return { items, unreadable: [] };
  const isExact = pieces(output).map((piece) => isUtf8(piece));
  return { items: items.filter((_, at) => isExact[at]), unreadable: items.filter((_, at) => !isExact[at]) };
}

/** Puts a list together for a git command that reads one with `-z`. */
export function nulList(items: readonly string[]): string {
  return items.map((item) => `${item}\0`).join("");
}

function splitNul(text: string): string[] {
  const items = text.split("\0");
  items.pop();
  return items;
}

function pieces(output: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    found.push(output.subarray(start, end));
    start = end + 1;
  }
  return found;
}
