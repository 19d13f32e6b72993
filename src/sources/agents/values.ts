import { type Finding, finding, type ProblemCode } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath, type SourceDocument } from "../../lib/source-document.ts";

type Table = Readonly<Record<string, unknown>>;

/** One mapping of an agent's file; what does not fit is told and counts as missing. */
export interface Values {
  /** How messages name the mapping, such as `agents.root`; empty at the top. */
  readonly label: string;
  readonly keys: readonly string[];
  readonly raw: (key: string) => unknown;
  readonly text: (key: string) => string | null;
  /** A list of texts. */
  readonly texts: (key: string) => readonly string[] | null;
  readonly flag: (key: string) => boolean | null;
  readonly whole: (key: string) => number | null;
  readonly textMap: (key: string) => Readonly<Record<string, string>>;
  readonly table: (key: string) => Values | null;
  /** The mappings below a key, by their names; empty ones count. */
  readonly tables: (key: string) => readonly (readonly [name: string, values: Values])[];
  /** The entries of a list, each as a mapping. */
  readonly list: (key: string) => readonly Values[];
  readonly wrong: (key: string, expected: string) => null;
  readonly labelOf: (key: string) => string;
  readonly lineOf: (key?: string) => number;
  readonly tell: <C extends ProblemCode>(code: C, key: string | null, params: Parameters<typeof finding<C>>[2]) => void;
}

/** Reads a document from its top. */
export function valuesOf(file: string, document: SourceDocument, findings: Finding[]): Values {
  return valuesAt({ file, document, findings }, document.value, [], "");
}

interface Source {
  readonly file: string;
  readonly document: SourceDocument;
  readonly findings: Finding[];
}

function valuesAt(source: Source, table: Table, path: KeyPath, label: string): Values {
  const { file, document, findings } = source;
  const under = (key: string) => (label === "" ? key : `${label}.${key}`);
  const given = (key: string): unknown => (Object.hasOwn(table, key) ? (table[key] ?? undefined) : undefined);
  const report = (key: string, at: KeyPath, expected: string, value: unknown): null => {
    const place = { file, line: document.lineOf([...path, ...at]) };
    findings.push(finding("CONFIG_VALUE_INVALID", place, { key, expected, got: describeValue(value) }));
    return null;
  };
  const wrong = (key: string, expected: string): null => report(under(key), [key], expected, given(key));
  /** Numbers and the like may stand where a program expects a text: `PORT: 8080`. */
  const plain = (key: string, at: KeyPath, value: unknown): string | null => {
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value !== "string") return report(key, at, "text", value);
    return value.includes("\0") ? report(key, at, "a text without NUL characters", "one with them") : value;
  };
  return {
    label,
    keys: Object.keys(table),
    raw: given,
    labelOf: under,
    lineOf: (key) => document.lineOf(key === undefined ? path : [...path, key]),
    wrong,
    tell: (code, key, params) => {
      findings.push(finding(code, { file, line: document.lineOf(key === null ? path : [...path, key]) }, params));
    },
    text(key) {
      const value = given(key);
      if (value === undefined) return null;
      return typeof value === "string" ? plain(under(key), [key], value) : wrong(key, "text");
    },
    texts(key) {
      const value = given(key);
      if (value === undefined) return null;
      if (!Array.isArray(value)) return wrong(key, "a list of texts");
      const read = value.map((entry, index) => plain(`${under(key)}[${index}]`, [key, index], entry));
      return read.filter((entry) => entry !== null);
    },
    flag(key) {
      const value = given(key);
      if (value === undefined) return null;
      return typeof value === "boolean" ? value : wrong(key, "true or false");
    },
    whole(key) {
      const value = given(key);
      if (value === undefined) return null;
      const fits = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
      return fits ? value : wrong(key, "a whole number, 0 or more");
    },
    textMap(key) {
      const value = given(key);
      if (value === undefined) return {};
      if (!isTable(value)) {
        wrong(key, "a mapping from names to texts");
        return {};
      }
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, entry]) => {
          const text = plain(`${under(key)}.${name}`, [key, name], entry);
          return text === null ? [] : [[name, text]];
        }),
      );
    },
    table(key) {
      const value = given(key);
      if (value === undefined) return null;
      return isTable(value) ? valuesAt(source, value, [...path, key], under(key)) : wrong(key, "a mapping");
    },
    tables(key) {
      const value = given(key);
      if (value === undefined) return [];
      if (!isTable(value)) {
        wrong(key, "a mapping from names to mappings");
        return [];
      }
      return Object.entries(value).flatMap(([name, entry]) => {
        const [at, here] = [[...path, key, name], `${under(key)}.${name}`];
        if (entry === null || isTable(entry)) return [[name, valuesAt(source, entry ?? {}, at, here)] as const];
        report(here, [key, name], "a mapping", entry);
        return [];
      });
    },
    list(key) {
      const value = given(key);
      if (value === undefined) return [];
      if (!Array.isArray(value)) {
        wrong(key, "a list");
        return [];
      }
      return value.flatMap((entry, index) => {
        const here = `${under(key)}[${index}]`;
        if (isTable(entry)) return [valuesAt(source, entry, [...path, key, index], here)];
        report(here, [key, index], "a mapping", entry);
        return [];
      });
    },
  };
}

/** Keys that a mapping may have. */
export interface KnownKeys {
  readonly read: readonly string[];
  /** Keys that other programs read, and what to do instead. */
  readonly idle?: Readonly<Record<string, string>>;
}

/** Reports every key that nobody reads. */
export function tellUnreadKeys(values: Values, { read, idle = {} }: KnownKeys): void {
  for (const key of values.keys) {
    if (read.includes(key) || values.raw(key) === undefined) continue;
    const label = values.labelOf(key);
    const instead = Object.hasOwn(idle, key) ? idle[key] : undefined;
    if (instead !== undefined) values.tell("AGENT_KEY_IDLE", key, { key: label, instead });
    else {
      const suggestion = closest(key, read);
      values.tell("AGENT_KEY_UNKNOWN", key, { key: label, suggestion, allowed: read.join(", ") });
    }
  }
}
