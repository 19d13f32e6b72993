/** The block between the two `---` lines at the head of a Markdown file. */
export interface Frontmatter {
  readonly text: string;
  /** The line of the file on which `text` begins. */
  readonly firstLine: number;
  /** What follows the block, without blank lines around it. */
  readonly body: string;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /^---[ \t]*\r?$/m;

/** Cuts the frontmatter out of a file: `missing` when the file has none, `unclosed` when the second fence is not there. */
export function splitFrontmatter(file: string): Frontmatter | "missing" | "unclosed" {
  const start = opening.exec(file)?.[0].length;
  if (start === undefined) return "missing";
  const rest = file.slice(start);
  const end = closing.exec(rest);
  if (!end) return "unclosed";
  return { text: rest.slice(0, end.index), firstLine: 2, body: rest.slice(end.index + end[0].length).trim() };
}
