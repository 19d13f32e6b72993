import type { Condition, Matcher } from "../../../engine/matcher.ts";
import { isTable } from "../../../lib/source-document.ts";
import type { ClaudeEvent, PayloadMode } from "../events.ts";
import type { Owner } from "../owner.ts";
import { type PayloadField, payloadFields } from "../payload/payload.ts";
import { compileExpression, compileGlob, isTooLong, looksLikeExpression, type TextTest } from "./pattern.ts";

/** Something about a matcher that its author should know. */
export type MatcherRemark =
  | { readonly kind: "key-missing" | "key-ignored"; readonly key: string; readonly allowed: string }
  | { readonly kind: "value-invalid"; readonly key: string; readonly value: unknown }
  | { readonly kind: "pattern-invalid"; readonly key: string; readonly pattern: string; readonly why: string }
  | { readonly kind: "group-ignored" }
  | { readonly kind: "not-an-object"; readonly value: unknown };

export interface CompiledMatcher {
  readonly matcher: Matcher;
  readonly remarks: readonly MatcherRemark[];
}

type Terms = Pick<Owner, "mode" | "projectDir" | "aliases">;

/**
 * Compiles the matcher of a rule: an object all of whose keys must pass. Whatever is wrong with it, the result is a matcher
 * that lets nothing pass rather than everything.
 */
export function compileMatcher(matcher: unknown, event: ClaudeEvent, terms: Terms): CompiledMatcher {
  if (matcher === undefined || matcher === null) return { matcher: { conditions: [] }, remarks: [] };
  if (!isTable(matcher)) {
    const never = neverHolds("matcher", "matcher", JSON.stringify(matcher));
    return { matcher: { conditions: [never] }, remarks: [{ kind: "not-an-object", value: matcher }] };
  }
  const compiled = Object.entries(matcher).map(([key, value]) => compileKey(key, value, event, terms));
  return {
    matcher: { conditions: compiled.flatMap(({ conditions }) => conditions) },
    remarks: compiled.flatMap(({ remarks }) => remarks),
  };
}

/** Compiles the text of a group's matcher, which is about the field that Claude Code matches on this event. */
export function compileGroupMatcher(pattern: string, event: ClaudeEvent, terms: Terms): CompiledMatcher {
  if (pattern === "" || pattern === "*") return { matcher: { conditions: [] }, remarks: [] };
  const field = event.groupField[terms.mode];
  if (field === null) return { matcher: { conditions: [] }, remarks: [{ kind: "group-ignored" }] };
  const names = pattern.split(/[|,]/).map((name) => name.trim());
  const { test, remarks } = /^[\w\s,|-]+$/.test(pattern)
    ? { test: (text: string) => names.includes(text), remarks: [] }
    : expressionTest(field, pattern, terms.mode === "claude-code" ? "anywhere" : "whole");
  return { matcher: { conditions: conditionOn(field, pattern, test, event, terms) }, remarks };
}

interface CompiledKey {
  readonly conditions: readonly Condition[];
  readonly remarks: readonly MatcherRemark[];
}

function compileKey(key: string, value: unknown, event: ClaudeEvent, terms: Terms): CompiledKey {
  if (fieldNamed(key, event, terms.mode) === undefined) {
    const allowed = scalarsOf(event, terms.mode)
      .map(([name]) => snakeCase(name))
      .join(", ");
    if (event.ignoresStrayKeys) return { conditions: [], remarks: [{ kind: "key-ignored", key, allowed }] };
    const conditions = [neverHolds(key, key, patternText(value))];
    return { conditions, remarks: [{ kind: "key-missing", key, allowed }] };
  }
  const patterns = patternsOf(value, snakeCase(key));
  if (patterns === null) {
    const conditions = [neverHolds(key, key, patternText(value))];
    return { conditions, remarks: [{ kind: "value-invalid", key, value }] };
  }
  const tests = patterns.map((pattern) => textTest(snakeCase(key), pattern));
  const test = (text: string) => tests.some((one) => one.test(text));
  return {
    conditions: conditionOn(key, patternText(value), test, event, terms),
    remarks: tests.flatMap(({ remarks }) => remarks),
  };
}

/** One text, or several of which one must match. Agentao itself takes only one for `trigger`. */
function patternsOf(value: unknown, key: string): readonly string[] | null {
  if (typeof value === "string") return [value];
  const isList = Array.isArray(value) && key !== "trigger" && value.every((one) => typeof one === "string");
  return isList ? value : null;
}

interface Tested {
  readonly test: TextTest;
  readonly remarks: readonly MatcherRemark[];
}

function textTest(key: string, pattern: string): Tested {
  const isWritten = pattern.startsWith("^") && pattern.endsWith("$");
  if (isWritten || key === "trigger" || looksLikeExpression(pattern) || isTooLong(pattern))
    return expressionTest(key, pattern, "whole");
  return { test: compileGlob(pattern), remarks: [] };
}

/** A pattern that cannot be used as one still means the text itself. */
function expressionTest(key: string, pattern: string, where: "whole" | "anywhere"): Tested {
  const compiled = compileExpression(pattern, where);
  const isEqual: TextTest = (text) => text === pattern;
  if (typeof compiled === "function") return { test: (text) => isEqual(text) || compiled(text), remarks: [] };
  return { test: isEqual, remarks: [{ kind: "pattern-invalid", key, pattern, why: compiled.bad }] };
}

/** Tests a field as the hook would read it. Tools are tested under all their names. */
function conditionOn(
  key: string,
  pattern: string,
  test: TextTest,
  event: ClaudeEvent,
  { mode, projectDir, aliases }: Terms,
): Condition[] {
  const field = fieldNamed(key, event, mode)?.[1];
  if (field === undefined) return [neverHolds(key, key, pattern)];
  const isTool = snakeCase(key) === "tool_name";
  const candidates = (value: unknown): readonly string[] => {
    if (isTool) return typeof value === "string" ? aliases.spellings(value) : [];
    const written = field.write(value, { cwd: projectDir, aliases });
    return typeof written === "string" ? [written] : typeof written === "boolean" ? [String(written)] : [];
  };
  // Plans are remembered by what is tested. To them all values that are no text are the same, and prose is not worth it.
  const isProse = field.isProse ?? false;
  const plain = (value: unknown) => (typeof value === "string" || typeof value === "boolean" ? value : undefined);
  const passes = (value: unknown) => candidates(isProse ? value : plain(value)).some(test);
  return [{ key, path: field.path, pattern, literal: null, test: passes, ...(isProse && { deep: true }) }];
}

function neverHolds(key: string, path: string, pattern: string): Condition {
  return { key, path, pattern, literal: null, test: () => false };
}

function patternText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Named = readonly [name: string, field: PayloadField];

function fieldNamed(key: string, event: ClaudeEvent, mode: PayloadMode): Named | undefined {
  return scalarsOf(event, mode).find(([name]) => snakeCase(name) === snakeCase(key));
}

function scalarsOf(event: ClaudeEvent, mode: PayloadMode): readonly Named[] {
  return Object.entries(payloadFields(event, mode)).filter(([, { isScalar }]) => isScalar);
}

/** `toolName` and `tool_name` are the same key. */
function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
