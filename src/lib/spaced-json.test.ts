import fc from "fast-check";
import { expect, it } from "vitest";
import { spacedJson } from "./spaced-json.ts";

it("puts a space after every colon and comma, and nowhere else", () => {
  expect(spacedJson({ a: [1, "x,y:z"], b: {}, c: null })).toBe('{"a": [1, "x,y:z"], "b": {}, "c": null}');
});

it("says the same as ordinary JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(spacedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
