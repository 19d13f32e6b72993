import { type Finding, finding } from "../../errors/problem.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type SourceDocument, type Unparsed } from "../../lib/source-document.ts";
import { type Draft, draftAt, draftsIn, spoilt } from "./draft.ts";

/** The declarations of one file, and what is wrong with the file itself. */
export interface HookFile {
  readonly file: string;
  readonly drafts: readonly Draft[];
  readonly findings: readonly Finding[];
  /** Why nothing at all could be read; one of `findings`. */
  readonly unreadable: Finding | null;
}

/** The result for a file whose text is not valid in its format. */
export function unparsedFile(file: string, format: string, { bad, line }: Unparsed): HookFile {
  const problem = finding("FILE_SYNTAX", { file, line }, { format, why: bad });
  return { file, drafts: [], findings: [problem], unreadable: problem };
}

/** Lists the declarations under a key; anything but a list is an error, and one hook without a list cannot run. */
export function listDrafts(
  file: string,
  document: SourceDocument,
  path: readonly string[],
  value: unknown,
  findings: Finding[],
): Draft[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return draftsIn(file, document, path, value);
  const place = { file, line: document.lineOf(path) };
  const problem = finding("HOOK_LIST_INVALID", place, { key: path.join("."), got: describeValue(value) });
  findings.push(problem);
  const isOne = isTable(value) && Object.keys(value).length > 0;
  return isOne ? [spoilt(draftAt(file, document, path, value), problem)] : [];
}
