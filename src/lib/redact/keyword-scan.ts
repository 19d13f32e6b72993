/*
 * Finds every occurrence of many words in one pass over the text (Aho–Corasick, worked out into a full table). Each
 * character costs one look-up however many words there are, which keeps the search linear on any input.
 */

/** Called for each occurrence; true ends the scan. */
export type OnWord = (word: number, start: number) => boolean;

/** Compiles words of lower-case ASCII into a scanner that ignores case and calls back for each occurrence, by end position. */
export function compileWords(words: readonly string[]): (text: string, onWord: OnWord) => void {
  const { classOf, classes } = characterClasses(words);
  const { next, endings } = buildTable(words, classOf, classes);
  const lengths = words.map((word) => word.length);

  return (text, onWord) => {
    let row = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      row = next[row + (code < 128 ? (classOf[code] as number) : 0)] as number;
      if (row >= 0) continue;
      // Rows in which a word ends are stored inverted, so that the common case is a single comparison.
      row = ~row;
      for (const word of endings[row / classes] as number[]) {
        if (onWord(word, at + 1 - (lengths[word] as number))) return;
      }
    }
  };
}

/** Characters that no word contains share class 0. */
function characterClasses(words: readonly string[]): { classOf: Uint8Array; classes: number } {
  const classOf = new Uint8Array(128);
  let classes = 1;
  for (const char of new Set(words.join(""))) {
    classOf[char.charCodeAt(0)] = classes;
    classOf[char.toUpperCase().charCodeAt(0)] = classes;
    classes++;
  }
  return { classOf, classes };
}

/** The words as a tree, in columns: making thousands of objects takes longer than most texts take to search. */
interface Tree {
  readonly nodes: number;
  readonly firstChild: Int32Array;
  readonly sibling: Int32Array;
  /** The class of the character that leads to a node. */
  readonly classAt: Uint8Array;
  readonly endings: (number[] | undefined)[];
}

function buildTable(words: readonly string[], classOf: Uint8Array, classes: number) {
  const { nodes, firstChild, sibling, classAt, endings } = buildTree(words, classOf);
  const next = new Int32Array(nodes * classes);
  /** For each node the longest proper suffix that is also a beginning of some word. */
  const shorter = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  let queued = 1;
  for (let head = 0; head < queued; head++) {
    const node = queue[head] as number;
    const row = node * classes;
    // Where no word goes on, the scan goes on as in the shorter suffix.
    const suffixRow = (shorter[node] as number) * classes;
    if (node !== 0) next.copyWithin(row, suffixRow, suffixRow + classes);
    for (let child = firstChild[node] as number; child !== 0; child = sibling[child] as number) {
      const slot = row + (classAt[child] as number);
      const suffix = stateOf(next[slot] as number) / classes;
      shorter[child] = suffix;
      const inherited = endings[suffix];
      if (inherited) endings[child] = [...(endings[child] ?? []), ...inherited];
      next[slot] = endings[child] ? ~(child * classes) : child * classes;
      queue[queued++] = child;
    }
  }
  return { next, endings };
}

function stateOf(row: number): number {
  return row < 0 ? ~row : row;
}

function buildTree(words: readonly string[], classOf: Uint8Array): Tree {
  const capacity = words.reduce((sum, word) => sum + word.length, 1);
  const firstChild = new Int32Array(capacity);
  const sibling = new Int32Array(capacity);
  const classAt = new Uint8Array(capacity);
  const endings = new Array<number[] | undefined>(capacity);
  let nodes = 1;
  words.forEach((word, index) => {
    let node = 0;
    for (let at = 0; at < word.length; at++) {
      const char = classOf[word.charCodeAt(at)] as number;
      let child = firstChild[node] as number;
      while (child !== 0 && classAt[child] !== char) child = sibling[child] as number;
      if (child === 0) {
        child = nodes++;
        classAt[child] = char;
        sibling[child] = firstChild[node] as number;
        firstChild[node] = child;
      }
      node = child;
    }
    endings[node] = [...(endings[node] ?? []), index];
  });
  return { nodes, firstChild, sibling, classAt, endings };
}
