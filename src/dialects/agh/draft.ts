import { type Finding, finding, type ProblemCode } from "../../errors/problem.ts";
import type { KeyPath, SourceDocument } from "../../lib/source-document.ts";

/** One declaration as it stands in a file, before anything about it has been checked. */
export interface Draft {
  readonly file: string;
  readonly document: SourceDocument;
  /** Where the declaration stands in the document. */
  readonly path: KeyPath;
  readonly line: number;
  readonly table: unknown;
  /** The trimmed name, if there is one. */
  readonly name: string | null;
  /** Something wrong with the whole file, on account of which this declaration must not run. */
  readonly spoiltBy: Finding | null;
}

/** States a problem at a key of the declaration; which hook it is about goes without saying. */
export type Tell = <C extends ProblemCode>(
  code: C,
  at: KeyPath,
  params: Omit<Parameters<typeof finding<C>>[2], "hook">,
) => void;

/** Lists the entries of a list of declarations. */
export function draftsIn(file: string, document: SourceDocument, path: KeyPath, entries: readonly unknown[]): Draft[] {
  return entries.map((table, index) => draftAt(file, document, [...path, index], table));
}

/** The declaration at one place of a document. */
export function draftAt(file: string, document: SourceDocument, path: KeyPath, table: unknown): Draft {
  return { file, document, path, line: document.lineOf(path), table, name: nameOf(table), spoiltBy: null };
}

/** Marks a declaration that must not run because of something else in its file. */
export function spoilt(draft: Draft, by: Finding): Draft {
  return { ...draft, spoiltBy: by };
}

export function tellAbout(draft: Draft, name: string | null, findings: Finding[]): Tell {
  return (code, at, params) => {
    const line = at.length === 0 ? draft.line : draft.document.lineOf([...draft.path, ...at]);
    const all = { ...params, hook: labelOf(draft, name) } as Parameters<typeof finding<typeof code>>[2];
    findings.push(finding(code, { file: draft.file, line }, all));
  };
}

/** How messages speak of a declaration: by its name and its place. */
function labelOf(draft: Draft, name: string | null): string {
  const place = placeOf(draft.path);
  return name === null ? `The hook ${place}` : `Hook ${JSON.stringify(name)} (${place})`;
}

function nameOf(table: unknown): string | null {
  const name = (table as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}

function placeOf(path: KeyPath): string {
  return path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}
