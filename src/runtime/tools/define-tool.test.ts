import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toolText } from "../../agent/tool.ts";
import { Problem } from "../../errors/problem.ts";
import { defineTool } from "./define-tool.ts";
import { openTools } from "./testing.ts";

const greet = defineTool({
  name: "greet",
  description: "Greets somebody.",
  namespace: "test",
  category: "test",
  readOnly: true,
  decisionClass: "read",
  fields: {
    name: z.string().describe("Whom to greet."),
    times: z.int().min(1).max(3).default(1),
    words: z.array(z.object({ text: z.string() })).optional(),
  },
  title: ({ name }) => `Greet ${name}\nkindly`,
  run: ({ name, times }) => {
    if (name === "problem") throw new Problem("TOOL_NOT_A_DIRECTORY", { path: "x" });
    if (name === "bug") throw new Error("a bug");
    return toolText(`hello ${name} `.repeat(times).trim());
  },
});
const { call } = await openTools({ open: async () => [greet], close: async () => {} });

describe("defineTool", () => {
  it("makes the schema that models see", () => {
    expect(greet.inputSchema).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "Whom to greet." },
        times: { type: "integer", minimum: 1, maximum: 3, default: 1 },
        words: {
          type: "array",
          items: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        },
      },
      required: ["name"],
    });
  });

  it.each([
    ["valid input", { name: "Ada", times: 2 }, "hello Ada hello Ada"],
    ["a field left out", { name: "Ada" }, "hello Ada"],
    ["null for a field left out", { name: "Ada", times: null }, "hello Ada"],
    [
      "a misspelt field",
      { name: "Ada", time: 2 },
      'hello Ada\n(The field "time" is not known and had no effect: did you mean "times"?)',
    ],
    [
      "a field from elsewhere",
      { name: "Ada", zzz: 2 },
      'hello Ada\n(The field "zzz" is not known and had no effect: the fields are name, times, words)',
    ],
  ])("runs with %s", async (_case, input, text) => {
    expect(await call("greet", input)).toEqual({ text, isError: false });
  });

  it.each([
    ["nothing", {}, '"name": Invalid input: expected string, received undefined'],
    ["a wrong type", { name: 7 }, '"name": Invalid input: expected string, received number'],
    ["a number out of range", { name: "Ada", times: 4 }, '"times": Too big'],
    ["a wrong field inside", { name: "Ada", words: [{ text: "a" }, {}] }, '"words[1].text"'],
  ])("refuses %s, and says which field and what was expected", async (_case, input, part) => {
    const { text, isError } = await call("greet", input);
    expect(isError).toBe(true);
    expect(text).toContain("greet was not called: ");
    expect(text).toContain(part);
    expect(text).toContain("Call it again with these fields: name, times (may be left out), words (may be left out).");
  });

  it("tells a problem to the model, with what to do", async () => {
    expect(await call("greet", { name: "problem" })).toEqual({
      text: "x is not a directory. Give the directory it is in.",
      isError: true,
    });
  });

  it("does not hide a bug", async () => {
    await expect(call("greet", { name: "bug" })).rejects.toThrow("a bug");
  });

  it("keeps titles to one short line", () => {
    expect(greet.title?.({ name: "Ada" })).toBe("Greet Ada kindly");
    expect(greet.title?.({ name: "x".repeat(500) })).toHaveLength(120);
  });
});
