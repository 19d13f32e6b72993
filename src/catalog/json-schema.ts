import { z } from "zod";
import { contracts } from "./catalog.ts";
import type { EventContract } from "./contract.ts";
import { noteOf } from "./field-notes.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schemas of all payloads and patches, by schema name and in canonical order. */
export function jsonSchemas(): Map<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  for (const contract of contracts) {
    schemas.set(contract.payloadSchema, payloadJsonSchema(contract));
    // Several events may share a patch; its description names them all.
    if (!schemas.has(contract.patchSchema)) schemas.set(contract.patchSchema, patchJsonSchema(contract));
  }
  return schemas;
}

/** The JSON Schema of what a hook on this event reads. */
export function payloadJsonSchema(contract: EventContract): JsonSchema {
  const description = `What a hook on ${contract.name} reads. ${contract.summary}`;
  return describeSchema(contract.payloadSchema, description, contract.payload);
}

/** The JSON Schema of what a hook on this event may answer. */
export function patchJsonSchema(contract: EventContract): JsonSchema {
  const events = contracts.filter(({ patchSchema }) => patchSchema === contract.patchSchema).map(({ name }) => name);
  return describeSchema(contract.patchSchema, `What a hook may answer on ${events.join(", ")}.`, contract.patch);
}

function describeSchema(title: string, description: string, schema: z.ZodObject): JsonSchema {
  // "input" mode describes what is accepted, so fields that a newer agent adds stay legal.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
  return { $schema, $id: `urn:hookline:schema:${title}`, title, description, ...annotate(rest, title, "") };
}

/** Adds to every field what it means. The notes are not in the schemas themselves, which many fields share. */
function annotate(node: JsonSchema, schema: string, path: string): JsonSchema {
  const annotated: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    // The format says the same as the pattern, and can be read.
    if (key === "pattern" && node.format === "date-time") continue;
    annotated[key] =
      key === "properties" ? annotateFields(value as JsonSchema, schema, path) : within(value, schema, path);
  }
  return annotated;
}

function annotateFields(properties: JsonSchema, schema: string, path: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const fieldPath = path === "" ? name : `${path}.${name}`;
      const description = noteOf(schema, fieldPath);
      const annotated = annotate(field as JsonSchema, schema, fieldPath);
      return [name, description === null ? annotated : { description, ...annotated }];
    }),
  );
}

/** `items`, `anyOf` and the like hold further schemas of the same field. */
function within(value: unknown, schema: string, path: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => within(entry, schema, path));
  return typeof value === "object" && value !== null ? annotate(value as JsonSchema, schema, path) : value;
}
