import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("parseStrictJson", () => {
  it("agrees with JSON.parse on every JSON text", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/__proto__|constructor/.test(text));
        expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it.each<[what: string, text: string, bad: RegExp]>([
    ["a repeated key", '{"deny":true,"deny":false}', /same key twice/],
    ["a repeated key far inside", '{"a":[{"b":1,"c":{"d":":","d":2}}]}', /same key twice/],
    ["a key repeated in another spelling", '{"deny":true,"d\\u0065ny":false}', /same key twice/],
    ["__proto__", '{"__proto__":{"deny":true}}', /__proto__/],
    ["__proto__ in another spelling", '{"a":{"\\u005f_proto__":1}}', /__proto__/],
    ["constructor", '{"constructor":{"prototype":{}}}', /constructor/],
    ["great depth", nested(65), /more than 64 levels/],
    ["a number without end", '{"a":1e999}', /number that is too large/],
    ["two values", "{}{}", /Unexpected non-whitespace character/],
    ["half a value", '{"deny":tr', /./],
    ["an open text", '{"deny":"', /Unterminated/],
    ["nothing", "", /Unexpected end/],
  ])("refuses %s", (_what, text, bad) => {
    const parsed = parseStrictJson(text);
    expect("bad" in parsed && parsed.bad).toMatch(bad);
  });

  it("does not take a colon, a brace or a quote inside a text for structure", () => {
    const value = { 'a":{': '\\"[[[[{{{{::::\\\\', b: "\\" };
    expect(parseStrictJson(JSON.stringify(value))).toEqual({ value });
  });

  it("allows a depth of 64", () => {
    expect(parseStrictJson(nested(64))).toHaveProperty("value");
  });

  it("quotes nothing of a text that is not JSON", () => {
    const parsed = parseStrictJson("hunter2 is the password");
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });
});
