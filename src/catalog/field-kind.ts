import { z } from "zod";

/** What a field of a payload or a patch holds, in the few words that the catalog's schemas need. */
export type FieldKind =
  | { readonly is: "text" | "whole" | "decimal" | "flag" | "time" | "any" }
  | { readonly is: "constant"; readonly value: string }
  | { readonly is: "list" | "map"; readonly of: FieldKind }
  | { readonly is: "object"; readonly fields: ReadonlyMap<string, Field> };

export interface Field {
  readonly kind: FieldKind;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** Reads the fields of an object schema; whoever walks over schemas walks over these. */
export function fieldsOf(schema: z.ZodObject): ReadonlyMap<string, Field> {
  let fields = known.get(schema);
  if (!fields) {
    fields = new Map(Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(field as z.ZodType)]));
    known.set(schema, fields);
  }
  return fields;
}

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, Field>>();

/** Names a kind the way a sentence needs it: "must be …". */
export function nameKind(kind: FieldKind): string {
  switch (kind.is) {
    case "text":
      return "text";
    case "whole":
      return "a whole number";
    case "decimal":
      return "a number";
    case "flag":
      return "true or false";
    case "time":
      return "a time such as 2026-01-31T12:00:00Z";
    case "any":
      return "any JSON value";
    case "constant":
      return JSON.stringify(kind.value);
    case "list":
      return "a list";
    case "map":
    case "object":
      return "an object";
  }
}

function fieldOf(schema: z.ZodType): Field {
  if (schema instanceof z.ZodOptional) return { ...fieldOf(schema.unwrap() as z.ZodType), optional: true };
  if (schema instanceof z.ZodNullable) return { ...fieldOf(schema.unwrap() as z.ZodType), nullable: true };
  return { kind: kindOf(schema), optional: false, nullable: false };
}

function kindOf(schema: z.ZodType): FieldKind {
  if (schema instanceof z.ZodISODateTime) return { is: "time" };
  if (schema instanceof z.ZodString) return { is: "text" };
  if (schema instanceof z.ZodNumber) return { is: schema.isInt ? "whole" : "decimal" };
  if (schema instanceof z.ZodBoolean) return { is: "flag" };
  if (schema instanceof z.ZodUnknown) return { is: "any" };
  if (schema instanceof z.ZodLiteral) return { is: "constant", value: String(schema.value) };
  if (schema instanceof z.ZodArray) return { is: "list", of: kindOf(schema.element as z.ZodType) };
  if (schema instanceof z.ZodRecord) return { is: "map", of: kindOf(schema.valueType as z.ZodType) };
  if (schema instanceof z.ZodObject) return { is: "object", fields: fieldsOf(schema) };
  throw new TypeError(`The catalog has no name for a field of type ${schema.def.type}; add it to field-kind.ts.`);
}
