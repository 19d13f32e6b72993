import { describe, expect, it } from "vitest";
import { contracts } from "./catalog.ts";
import { type FieldKind, fieldsOf } from "./field-kind.ts";
import { fieldNotes, noteKeys, noteOf } from "./field-notes.ts";

const places = contracts.flatMap((contract) => [
  ...pathsOf({ is: "object", fields: fieldsOf(contract.payload) }, "").map(
    (path) => [contract.payloadSchema, path] as const,
  ),
  ...pathsOf({ is: "object", fields: fieldsOf(contract.patch) }, "").map(
    (path) => [contract.patchSchema, path] as const,
  ),
]);

describe("the field notes", () => {
  it("explain every field of every schema", () => {
    expect(places.filter(([schema, path]) => noteOf(schema, path) === null)).toEqual([]);
  });

  it("explain nothing that does not exist", () => {
    const used = new Set(places.map(([schema, path]) => noteKeys(schema, path).find((key) => key in fieldNotes)));
    expect(Object.keys(fieldNotes).filter((key) => !used.has(key))).toEqual([]);
  });
});

function pathsOf(kind: FieldKind, path: string): string[] {
  if (kind.is === "list" || kind.is === "map") return pathsOf(kind.of, path);
  if (kind.is !== "object") return [];
  return [...kind.fields].flatMap(([name, field]) => {
    const inner = path === "" ? name : `${path}.${name}`;
    return [inner, ...pathsOf(field.kind, inner)];
  });
}
