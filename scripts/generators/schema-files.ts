import { jsonSchemas } from "../../src/catalog/json-schema.ts";
import type { Generator } from "./generator.ts";

/** One JSON Schema per payload and patch. */
export const schemaFiles: Generator = {
  folder: "schemas",
  files: () =>
    new Map(
      [...jsonSchemas()].map(([name, schema]) => [`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`]),
    ),
};
