/** Writes words as one command line that a POSIX shell reads back as exactly these words. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

const plainWord = /^[\w@%+=:,./-]+$/;

function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A line that ends is the end of a command, so that only blanks stand between words. */
const word = /[ \t]*((?:[\w@%+=:,./-]+|'[^']*'|\\')+)(?=[ \t]|$)/y;

/**
 * Reads a command line of the form that `shellLine` writes; null for every other one. It is no shell: a line with variables,
 * pipes or double quotes means more than a list of words.
 */
export function wordsOfLine(line: string): readonly string[] | null {
  const text = line.trim();
  const words: string[] = [];
  word.lastIndex = 0;
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (!found) return null;
    words.push(unquoted(found[1] as string));
  }
  return words.length > 0 ? words : null;
}

function unquoted(text: string): string {
  return text.replaceAll(/'([^']*)'|\\(')/g, (_whole, inside: string | undefined, quote: string | undefined) =>
    String(inside ?? quote),
  );
}
