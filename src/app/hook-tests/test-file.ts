import { RE2JS } from "re2js";
import type { z } from "zod";
import type { EventName } from "../../catalog/catalog.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath, type SourceDocument } from "../../lib/source-document.ts";
import { parseYaml } from "../../lib/yaml-document.ts";
import { eventNamed, eventSpellings } from "../dialect-events.ts";
import type { Expectation } from "./expectation.ts";
import { keysOf, testFileSchema, type WrittenCase, wanted } from "./schema.ts";
import { steersPrograms } from "./steering-variables.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One test: an event, a payload, and what must come of it. */
export interface HookTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Only these hooks are looked at, and the verdict is theirs; null means all. */
  readonly hooks: readonly string[] | null;
  readonly event: EventName;
  /** The payload, or the path of the file it is in. */
  readonly payload: Fields | string;
  readonly agent: string | undefined;
  readonly session: string | undefined;
  /** Laid over the environment of the hooks. */
  readonly env: Readonly<Record<string, string>>;
  readonly expect: Expectation;
}

export interface HookTestFile {
  readonly file: string;
  /** Empty when something is wrong with the file: half a test file would pass for a whole one. */
  readonly tests: readonly HookTest[];
  readonly findings: readonly Finding[];
}

/** Reads a test file. Everything that is wrong with it is found in one pass, with its line. */
export function readTestFile(file: string, text: string): HookTestFile {
  const document = parseYaml(text);
  if ("bad" in document) {
    const place = { file, line: document.line };
    return { file, tests: [], findings: [finding("FILE_SYNTAX", place, { format: "YAML", why: document.bad })] };
  }
  const reader: Reader = { file, document, findings: [] };
  const parsed = testFileSchema.safeParse(document.value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) tellIssue(reader, issue);
    return { file, tests: [], findings: inOrder(reader.findings) };
  }
  const { hooks = null, tests } = parsed.data;
  if (tests.length === 0) reader.findings.push(finding("HOOKTEST_EMPTY", placeOf(reader, ["tests"]), {}));
  const read = tests.flatMap((test, index) => readTest(reader, test, index, hooks));
  return { file, tests: reader.findings.length === 0 ? read : [], findings: inOrder(reader.findings) };
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

interface Reader {
  readonly file: string;
  readonly document: SourceDocument;
  readonly findings: Finding[];
}

function placeOf({ file, document }: Reader, path: KeyPath): { file: string; line: number } {
  return { file, line: document.lineOf(path) };
}

function tellIssue(reader: Reader, issue: z.core.$ZodIssue): void {
  const path = issue.path as KeyPath;
  if (issue.code === "unrecognized_keys") {
    const allowed = keysAt(path);
    for (const key of issue.keys) {
      const params = { at: named(path), key, suggestion: closest(key, allowed), allowed: allowed.join(", ") };
      reader.findings.push(finding("HOOKTEST_KEY_UNKNOWN", placeOf(reader, [...path, key]), params));
    }
    return;
  }
  const isNoTests = path.length === 1 && path[0] === "tests" && reader.document.value.tests === undefined;
  if (isNoTests) {
    reader.findings.push(finding("HOOKTEST_EMPTY", placeOf(reader, path), {}));
    return;
  }
  const got = describeValue(valueAt(reader.document.value, path));
  const params = { at: named(path), expected: wantedAt(path), got };
  reader.findings.push(finding("HOOKTEST_VALUE_INVALID", placeOf(reader, path), params));
}

function keysAt(path: KeyPath): readonly string[] {
  if (path.length === 0) return keysOf.file;
  return path.at(-1) === "expect" ? keysOf.expect : keysOf.test;
}

/** The nearest key on the path that says what it wants; inside lists and mappings that is the one around. */
function wantedAt(path: KeyPath): string {
  if (path.length === 2) return "a mapping with name, event, payload and expect";
  if (path.length === 3 && path[2] === "payload") return wanted["test.payload"] ?? "";
  const key = path.findLast((step) => typeof step === "string" && Object.hasOwn(wanted, step));
  return (typeof key === "string" ? wanted[key] : undefined) ?? "something else";
}

/** `tests[0].expect.reason`: where something stands, for a message. */
function named(path: KeyPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], value);
}

function readTest(reader: Reader, test: WrittenCase, index: number, hooks: readonly string[] | null): HookTest[] {
  const at: KeyPath = ["tests", index];
  const event = eventNamed(test.event);
  if (event === null) {
    const params = { event: test.event, suggestion: closest(test.event, eventSpellings()) };
    reader.findings.push(finding("HOOKTEST_EVENT_UNKNOWN", placeOf(reader, [...at, "event"]), params));
  }
  if (Object.values(test.expect).every((value) => value === undefined)) {
    const params = { test: test.name, allowed: keysOf.expect.join(", ") };
    reader.findings.push(finding("HOOKTEST_EXPECTS_NOTHING", placeOf(reader, [...at, "expect"]), params));
  }
  tellPatterns(reader, test.expect, [...at, "expect"]);
  for (const variable of Object.keys(test.env ?? {}).filter(steersPrograms))
    reader.findings.push(finding("HOOKTEST_ENV_STEERS", placeOf(reader, [...at, "env", variable]), { variable }));
  const { name, payload = {}, agent, session, env = {}, expect } = test;
  const { file, line } = placeOf(reader, at);
  return event === null ? [] : [{ name, file, line, hooks, event, payload, agent, session, env, expect }];
}

/** Patterns are tried now, so that a test with a bad one does not fail later for the wrong reason. */
function tellPatterns(reader: Reader, value: unknown, path: KeyPath): void {
  // What payloads and patches hold are values, whatever they look like.
  const isValue = ["patch", "payload", "metadata", "stdin"].includes(String(path[3]));
  if (isValue || typeof value !== "object" || value === null) return;
  if (isTable(value) && typeof value.matches === "string") {
    const why = patternProblem(value.matches);
    if (why === null) return;
    const params = { at: named(path), pattern: value.matches, why };
    reader.findings.push(finding("HOOKTEST_PATTERN_INVALID", placeOf(reader, path), params));
    return;
  }
  for (const [key, inner] of Object.entries(value))
    tellPatterns(reader, inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

function patternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
