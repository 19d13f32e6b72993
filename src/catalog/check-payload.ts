import type { z } from "zod";
import { closest } from "../lib/closest.ts";
import type { EventContract, Fields } from "./contract.ts";
import { type Field, type FieldKind, fieldsOf, nameKind } from "./field-kind.ts";

export interface PayloadIssue {
  /** The path of the field, such as `tool_call.kind` or `context_blocks[0].text`; empty for the payload itself. */
  readonly field: string;
  /** A sentence without its full stop, naming the field. */
  readonly problem: string;
}

export interface UnknownField {
  readonly field: string;
  /** The field that was probably meant. */
  readonly suggestion: string | null;
}

export type PayloadCheck =
  | { readonly ok: true; readonly payload: Fields; readonly unknownFields: readonly UnknownField[] }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/**
 * Checks a payload that somebody else wrote against its event's contract.
 * Fields the contract does not know are kept and listed: a newer agent may send them, and so may a typo.
 */
export function checkPayload(contract: EventContract, value: unknown): PayloadCheck {
  if (!isObject(value)) {
    return { ok: false, issues: [{ field: "", problem: `the payload must be a JSON object, got ${describe(value)}` }] };
  }
  const complete = contract.stamped ? { event: contract.name, timestamp: anyTime, ...value } : value;
  const result = contract.payload.safeParse(complete);
  if (!result.success) {
    const issues = result.error.issues.map((issue) => explain(contract.payload, complete, issue.path));
    return { ok: false, issues };
  }
  const unknownFields = [...findUnknown({ is: "object", fields: fieldsOf(contract.payload) }, value, "")];
  return { ok: true, payload: { ...value }, unknownFields: unknownFields.map(suggestName) };
}

export type PatchCheck =
  | { readonly ok: true; readonly patch: Fields }
  | { readonly ok: false; readonly problem: string };

/** Checks the fields of a patch against its event's contract; what the schema trims is trimmed. */
export function checkPatch(contract: EventContract, fields: Fields): PatchCheck {
  const result = contract.patch.safeParse(fields);
  if (result.success) return { ok: true, patch: result.data };
  const [issue] = result.error.issues;
  return { ok: false, problem: explain(contract.patch, fields, issue?.path ?? []).problem };
}

/** Stands in for the time that the engine fills in later. */
const anyTime = "1970-01-01T00:00:00Z";

function explain(schema: z.ZodObject, written: Fields, path: readonly PropertyKey[]): PayloadIssue {
  let kind: FieldKind = { is: "object", fields: fieldsOf(schema) };
  let value: unknown = written;
  let field = "";
  for (const key of path) {
    kind = kindAt(kind, key);
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
    field = typeof key === "number" ? `${field}[${key}]` : joinPath(field, String(key));
  }
  const problem =
    value === undefined
      ? `${field} is missing; it must be ${nameKind(kind)}`
      : `${field} must be ${nameKind(kind)}, got ${describe(value, kind)}`;
  return { field, problem };
}

function kindAt(kind: FieldKind, key: PropertyKey): FieldKind {
  if (kind.is === "list" || kind.is === "map") return kind.of;
  const field = kind.is === "object" ? kind.fields.get(String(key)) : undefined;
  return field?.kind ?? { is: "any" };
}

/** Says what a value is, or the value itself when its type is right and only what it says is wrong. */
function describe(value: unknown, wanted?: FieldKind): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return wanted?.is === "time" || wanted?.is === "constant" ? shorten(JSON.stringify(value)) : "text";
    case "number":
      return wanted?.is === "whole" ? String(value) : "a number";
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    default:
      return "something that JSON does not have";
  }
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

interface Unknown {
  readonly field: string;
  readonly name: string;
  /** The fields that could have stood there instead. */
  readonly free: readonly string[];
}

function* findUnknown(kind: FieldKind, value: unknown, path: string): Generator<Unknown> {
  if (kind.is === "list" && Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* findUnknown(kind.of, entry, `${path}[${index}]`);
  }
  if (kind.is !== "object" || !isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = kind.fields.get(name);
    if (field) yield* findUnknown(field.kind, inner, joinPath(path, name));
    else yield { field: joinPath(path, name), name, free: unused(kind.fields, value) };
  }
}

function unused(fields: ReadonlyMap<string, Field>, value: Fields): string[] {
  return [...fields.keys()].filter((name) => !Object.hasOwn(value, name));
}

const suggestedFor = 20;
const longestTypo = 64;

/** Suggestions are for people; a payload with hundreds of strange or endless names gets none for the rest of them. */
function suggestName({ field, name, free }: Unknown, index: number): UnknownField {
  const worthIt = index < suggestedFor && name.length <= longestTypo;
  return { field, suggestion: worthIt ? closest(name, free) : null };
}

function joinPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
