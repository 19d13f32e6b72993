import stringWidth from "string-width";

/** Breaks text into lines of at most `width` cells: at blanks, else after `-._/:` and between wordsJoinedLikeThis, else anywhere. */
export function wrap(text: string, width: number): string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  // A word that fits on a line of its own is kept whole, so that names and paths can be copied.
  const words = text.split(/(?<=\s)(?=\S)/);
  const pieces = words.flatMap((word) => (stringWidth(word.trimEnd()) <= width ? word : piecesOf(word)));
  for (const piece of pieces) {
    if (stringWidth((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = "";
    for (const char of piece) {
      if (stringWidth(line + char) > width) {
        lines.push(line);
        line = "";
      }
      line += char;
    }
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

/** The parts of a text that should not be torn. */
export function piecesOf(text: string): string[] {
  return text.split(/(?<=[\s\-._/:,=])|(?<=[a-z])(?=[A-Z])/);
}
