import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contracts } from "./catalog.ts";
import { checkPayload } from "./check-payload.ts";
import { type Field, type FieldKind, fieldsOf } from "./field-kind.ts";

const runs = { numRuns: 25 };

describe("C007 every payload and patch survives a JSON round trip", () => {
  it.each(contracts)("C007 $payloadSchema of $name", (contract) => {
    fc.assert(
      fc.property(objectOf(fieldsOf(contract.payload)), (payload) => {
        const parsed = contract.payload.parse(payload);
        expect(parsed).toEqual(payload);
        const read = JSON.parse(JSON.stringify(parsed));
        expect(contract.payload.parse(read)).toEqual(parsed);
        expect(checkPayload(contract, read)).toEqual({ ok: true, payload: read, unknownFields: [] });
      }),
      runs,
    );
  });

  it.each(contracts)("C007 $patchSchema of $name", (contract) => {
    fc.assert(
      fc.property(objectOf(fieldsOf(contract.patch)), (patch) => {
        // Parsing may trim texts, so what has to survive is what parsing made of the patch.
        const parsed = contract.patch.parse(patch);
        const read = JSON.parse(JSON.stringify(parsed));
        expect(contract.patch.parse(read)).toEqual(parsed);
      }),
      runs,
    );
  });
});

function objectOf(fields: ReadonlyMap<string, Field>): fc.Arbitrary<Record<string, unknown>> {
  const entries = [...fields];
  const model = Object.fromEntries(entries.map(([name, field]) => [name, valueOfField(field)]));
  const requiredKeys = entries.filter(([, field]) => !field.optional).map(([name]) => name);
  return fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>;
}

function valueOfField({ kind, nullable }: Field): fc.Arbitrary<unknown> {
  return nullable ? fc.option(valueOfKind(kind)) : valueOfKind(kind);
}

function valueOfKind(kind: FieldKind): fc.Arbitrary<unknown> {
  switch (kind.is) {
    case "text":
      return fc.string({ unit: "grapheme" });
    case "whole":
      return fc.integer();
    case "decimal":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case "flag":
      return fc.boolean();
    case "time":
      return fc
        .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString());
    case "any":
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
    case "constant":
      return fc.constant(kind.value);
    case "list":
      return fc.array(valueOfKind(kind.of), { maxLength: 3 });
    case "map":
      // Engines disagree about a key of this name long before a schema does.
      return fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        valueOfKind(kind.of),
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      );
    case "object":
      return objectOf(kind.fields);
  }
}
