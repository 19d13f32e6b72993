import { RE2JS } from "re2js";
import type { Run } from "../../engine/run.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { printableJson } from "../../lib/printable.ts";
import { isTable } from "../../lib/source-document.ts";
import { changedFields } from "../changed-fields.ts";
import type { Expectation, ExpectedOutcome, TextMatch } from "./expectation.ts";
import { differences } from "./subset.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Something that is not as a test expects, both sides written for people. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

/** What came of firing the event of a test. */
export interface Observed {
  readonly verdict: Verdict;
  /** The payload the hooks started from. */
  readonly prepared: Fields;
  /** What each hook read, by name, in the order they ran. */
  readonly inputs: readonly { readonly hook: string; readonly input: string | null }[];
}

/** Holds what came of an event against what a test expects. Empty when all of it holds. */
export function compare(expect: Expectation, observed: Observed): Mismatch[] {
  const { verdict, prepared, inputs } = observed;
  const payload = verdict.payload as Fields;
  const whenSet = <T>(value: T | undefined, check: (value: T) => Mismatch[]) =>
    value === undefined ? [] : check(value);
  return [
    ...whenSet(expect.decision, (wanted) => equal("decision", wanted, verdict.decision)),
    ...whenSet(expect.reason, (wanted) => reason(wanted, verdict.reason)),
    ...whenSet(expect.context, (wanted) =>
      among(
        "context",
        wanted,
        verdict.contexts.map(({ text }) => text),
      ),
    ),
    ...whenSet(expect.messages, (wanted) =>
      among(
        "messages",
        wanted,
        verdict.messages.map(({ text }) => text),
      ),
    ),
    ...whenSet(expect.patch, (wanted) => patch(wanted, changedFields(prepared, payload))),
    ...whenSet(expect.payload, (wanted) => subset("payload", wanted, payload)),
    ...whenSet(expect.metadata, (wanted) => subset("metadata", wanted, verdict.metadata)),
    ...whenSet(expect.outcome, (wanted) => outcomes(wanted, verdict.runs)),
    ...unexpectedFailures(expect, verdict.runs),
    ...whenSet(expect.continue, (wanted) => said("continue", wanted, verdict.continue?.message ?? null)),
    ...whenSet(expect.stop, (wanted) => said("stop", wanted, verdict.stop?.reason ?? null)),
    ...whenSet(expect.problems, (wanted) => problems(wanted, verdict.problems)),
    ...whenSet(expect.runs, (wanted) =>
      runs(
        wanted,
        verdict.runs.map(({ hook_name }) => hook_name),
      ),
    ),
    ...whenSet(expect.stdin, (wanted) => stdin(wanted, inputs)),
  ];
}

/** Whether a text is what a test wants. */
export function matchesText(wanted: TextMatch, text: string): boolean {
  if (typeof wanted === "string") return text.trim() === wanted.trim();
  return "contains" in wanted ? text.includes(wanted.contains) : RE2JS.compile(wanted.matches).matcher(text).find();
}

function equal(field: string, expected: string, got: string): Mismatch[] {
  return expected === got ? [] : [{ field, expected, got }];
}

function reason(wanted: TextMatch | null, got: string | null): Mismatch[] {
  const holds = wanted === null ? got === null : got !== null && matchesText(wanted, got);
  const expected = wanted === null ? "none" : wordsFor(wanted);
  return holds ? [] : [{ field: "reason", expected, got: got === null ? "none" : show(got) }];
}

function among(field: string, wanted: readonly TextMatch[], texts: readonly string[]): Mismatch[] {
  const got = texts.length === 0 ? "none" : texts.map(show).join("\n");
  if (wanted.length === 0) return texts.length === 0 ? [] : [{ field, expected: "none", got }];
  return wanted
    .filter((one) => !texts.some((text) => matchesText(one, text)))
    .map((one) => ({ field, expected: wordsFor(one), got }));
}

function patch(wanted: Fields, changed: Fields): Mismatch[] {
  const isNothing = Object.keys(wanted).length === 0;
  if (!isNothing) return subset("patch", wanted, changed);
  const fields = Object.keys(changed);
  return fields.length === 0 ? [] : [{ field: "patch", expected: "nothing changed", got: show(changed) }];
}

function subset(field: string, wanted: Fields, got: unknown): Mismatch[] {
  return differences(wanted, got).map((difference) => ({
    field: difference.path === "" ? field : `${field}.${difference.path}`,
    expected: show(difference.expected),
    got: show(difference.got),
  }));
}

function outcomes(wanted: Readonly<Record<string, ExpectedOutcome>>, runs: readonly Run[]): Mismatch[] {
  return Object.entries(wanted).flatMap(([hook, expected]) => {
    const own = runs.filter(({ hook_name }) => hook_name === hook);
    const words = own.map(({ outcome, failure }) => (failure === null ? outcome : `${outcome} (${failure})`));
    const holds =
      own.length === 0
        ? expected === "not-run"
        : own.every(({ outcome, failure }) => expected === outcome || expected === failure);
    const got = own.length === 0 ? "not-run" : words.join(", ");
    return holds ? [] : [{ field: `outcome of ${hook}`, expected, got }];
  });
}

/**
 * A hook that gave no usable answer proves nothing, even if the verdict is the expected one: one that fails open never
 * refuses, one that must not fail open always does. A test that means the failure says so.
 */
function unexpectedFailures({ outcome = {}, problems }: Expectation, runs: readonly Run[]): Mismatch[] {
  if (problems !== undefined) return [];
  return runs
    .filter(({ failure, hook_name }) => failure !== null && !Object.hasOwn(outcome, hook_name))
    .map(({ hook_name, outcome: came, failure }) => ({
      field: `outcome of ${hook_name}`,
      expected: "an answer",
      got: `${came} (${failure})`,
    }));
}

function said(field: string, wanted: boolean | TextMatch, got: string | null): Mismatch[] {
  const isThere = got !== null;
  const holds = typeof wanted === "boolean" ? wanted === isThere : isThere && matchesText(wanted, got);
  const expected = typeof wanted === "boolean" ? (wanted ? "yes" : "no") : wordsFor(wanted);
  return holds ? [] : [{ field, expected, got: isThere ? show(got) : "no" }];
}

function problems(wanted: readonly TextMatch[], found: Verdict["problems"]): Mismatch[] {
  const got = found.length === 0 ? "none" : found.map(({ code, what }) => `${code}: ${what}`).join("\n");
  if (wanted.length === 0) return found.length === 0 ? [] : [{ field: "problems", expected: "none", got }];
  return wanted
    .filter((one) => !found.some(({ code, what }) => matchesText(one, typeof one === "string" ? code : what)))
    .map((one) => ({ field: "problems", expected: wordsFor(one), got }));
}

function runs(wanted: number | readonly string[], got: readonly string[]): Mismatch[] {
  const holds = typeof wanted === "number" ? wanted === got.length : JSON.stringify(wanted) === JSON.stringify(got);
  const names = got.length === 0 ? "none" : got.join(", ");
  if (holds) return [];
  if (typeof wanted === "number") return [{ field: "runs", expected: String(wanted), got: `${got.length}: ${names}` }];
  return [{ field: "runs", expected: wanted.length === 0 ? "none" : wanted.join(", "), got: names }];
}

function stdin(wanted: Readonly<Record<string, string | Fields>>, inputs: Observed["inputs"]): Mismatch[] {
  return Object.entries(wanted).flatMap(([hook, expected]) => {
    const field = `stdin of ${hook}`;
    const input = inputs.find((one) => one.hook === hook)?.input ?? null;
    if (input === null) return [{ field, expected: show(expected), got: "the hook did not run" }];
    if (typeof expected === "string")
      return input.trimEnd() === expected.trimEnd() ? [] : [{ field, expected, got: input }];
    const value = parsed(input);
    return isTable(value) ? subset(field, expected, value) : [{ field, expected: show(expected), got: input }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wordsFor(wanted: TextMatch): string {
  if (typeof wanted === "string") return show(wanted);
  return "contains" in wanted ? `contains ${show(wanted.contains)}` : `matches ${show(wanted.matches)}`;
}

function show(value: unknown): string {
  return value === undefined ? "missing" : printableJson(value);
}
