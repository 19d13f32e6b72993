import { isEventName } from "../../catalog/catalog.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { isTable, type KeyPath, keyOf, type SourceDocument } from "../../lib/source-document.ts";
import { type Draft, draftAt, spoilt } from "./draft.ts";

/** No hook list stands deeper than this. */
const deepest = 6;

/**
 * Finds declarations that stand where nobody looks for them, because a key above them is misspelt. A guard must not
 * disappear without a word, so they come back as declarations that cannot run.
 */
export function misplacedDrafts(
  file: string,
  document: SourceDocument,
  expected: readonly KeyPath[],
  findings: Finding[],
): Draft[] {
  const known = new Set(expected.map(keyOf));
  const [place = []] = expected;
  return declarationsIn(document.value, [], known).map(({ path, table }) => {
    const draft = draftAt(file, document, path, table);
    const key = path.filter((step) => typeof step === "string").join(".");
    const problem = finding("HOOK_MISPLACED", { file, line: draft.line }, { key, expected: place.join(".") });
    findings.push(problem);
    return spoilt(draft, problem);
  });
}

interface Found {
  readonly path: KeyPath;
  readonly table: Readonly<Record<string, unknown>>;
}

function declarationsIn(value: unknown, path: KeyPath, known: ReadonlySet<string>): Found[] {
  if (path.length > deepest || known.has(keyOf(path))) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => declarationsIn(item, [...path, index], known));
  if (!isTable(value)) return [];
  if (isDeclaration(value)) return [{ path, table: value }];
  return Object.keys(value).flatMap((key) => declarationsIn(value[key], [...path, key], known));
}

/**
 * Other programs' tables have events and commands too, but not one of our events together with more that we know, nor our
 * words for a guard that must hold.
 */
function isDeclaration(table: Readonly<Record<string, unknown>>): boolean {
  const { event, required, on_failure } = table;
  const has = (key: string) => table[key] !== undefined;
  if (typeof event === "string" && isEventName(event.trim())) return telling.some(has);
  return (required === true || on_failure === "block") && ["event", "command", "executor", "mode"].some(has);
}

const telling = ["command", "executor", "required", "on_failure", "mode"];
