import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedOutput } from "./bounded-output.ts";

describe("BoundedOutput", () => {
  it("keeps the first and the last half of the limit, however the output is cut into chunks", () => {
    const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "\n"), maxLength: 30 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 20 }), (parts, half) => {
        const output = new BoundedOutput(2 * half);
        for (const part of parts) output.add(Buffer.from(part));
        const all = parts.join("");
        const left = all.length - 2 * half;
        const note = `\n… (${left} ${left === 1 ? "byte" : "bytes"} left out) …\n`;
        expect(output.text()).toBe(left <= 0 ? all : all.slice(0, half) + note + all.slice(-half));
        expect(output.bytes).toBe(all.length);
      }),
      { numRuns: 500 },
    );
  });
});
