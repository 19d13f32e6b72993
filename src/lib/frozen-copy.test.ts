import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frozenCopy } from "./frozen-copy.ts";

function isFrozenThroughout(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout);
}

describe("frozenCopy", () => {
  it("is what structuredClone makes of it, frozen, for whatever JSON holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = frozenCopy(value);
        expect(copy).toEqual(structuredClone(value));
        expect(isFrozenThroughout(copy)).toBe(true);
        if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[what: string, value: unknown]>([
    ["a date", { at: new Date(0) }],
    ["a map", { map: new Map([["a", [1]]]) }],
    ["undefined", { a: undefined, b: [undefined] }],
    ["a list with a gap", Object.assign([1], { length: 3 })],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
    ["a key called __proto__", JSON.parse('{"__proto__": {"a": 1}, "b": 2}')],
    ["a bigint", { n: 1n }],
  ])("copies %s as structuredClone does", (_what, value) => {
    expect(frozenCopy(value)).toEqual(structuredClone(value));
  });

  it("copies what leads back to itself", () => {
    const loop: Record<string, unknown> = { name: "loop" };
    loop.self = loop;
    const copy = frozenCopy(loop);
    expect(copy.self).toBe(copy);
    expect(copy).not.toBe(loop);
    expect(Object.isFrozen(copy)).toBe(true);
  });

  it.each([[() => 1], [{ run: () => 1 }], [[Symbol("a")]]])("refuses %o", (value) => {
    expect(() => frozenCopy(value)).toThrow();
  });
});
