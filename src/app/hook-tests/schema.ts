import { z } from "zod";
import { failureNames, outcomes } from "../../engine/run.ts";

const fields = z.record(z.string(), z.unknown());
const textMatch = z.union([
  z.string(),
  z.strictObject({ contains: z.string().min(1) }),
  z.strictObject({ matches: z.string().min(1) }),
]);
const listOf = <T extends z.ZodType>(schema: T) =>
  z.union([z.array(schema), schema.transform((one): z.output<T>[] => [one])]);
const texts = listOf(textMatch);

const expectation = z.strictObject({
  decision: z.enum(["deny", "ask", "allow", "none"]).optional(),
  reason: textMatch.nullable().optional(),
  context: texts.optional(),
  messages: texts.optional(),
  patch: fields.optional(),
  payload: fields.optional(),
  metadata: fields.optional(),
  outcome: z.record(z.string(), z.enum([...outcomes, ...failureNames, "not-run"])).optional(),
  continue: z.union([z.boolean(), textMatch]).optional(),
  stop: z.union([z.boolean(), textMatch]).optional(),
  problems: texts.optional(),
  runs: z.union([z.int().min(0), z.array(z.string())]).optional(),
  stdin: z.record(z.string(), z.union([z.string(), fields])).optional(),
});

const testCase = z.strictObject({
  name: z.string().trim().min(1),
  event: z.string().trim().min(1),
  /** The payload, or the path of a JSON file with it. */
  payload: z.union([fields, z.string().min(1)]).optional(),
  agent: z.string().optional(),
  session: z.string().optional(),
  env: z.record(z.string().regex(/^[^=\0]+$/), z.string()).optional(),
  expect: expectation,
});

/** What a test file may say. */
export const testFileSchema = z.strictObject({
  hooks: z
    .union([
      z.array(z.string().min(1)).min(1),
      z
        .string()
        .min(1)
        .transform((name) => [name]),
    ])
    .optional(),
  tests: z.array(testCase),
});

export type WrittenFile = z.output<typeof testFileSchema>;
export type WrittenCase = z.output<typeof testCase>;

/** The keys that may stand in each part of a file. */
export const keysOf = {
  file: Object.keys(testFileSchema.shape),
  test: Object.keys(testCase.shape),
  expect: Object.keys(expectation.shape),
} as const;

const aText = `a text, { contains: "…" } or { matches: "…" }`;
const aMapping = "a mapping";

/** What each key wants, as part of a sentence. */
export const wanted: Readonly<Record<string, string>> = {
  hooks: "the name of a hook, or a list of names",
  tests: "a list of tests",
  name: "a text",
  event: "the name of an event",
  "test.payload": "a mapping, or the path of a JSON file",
  agent: "a text",
  session: "a text",
  env: "a mapping from names to texts",
  expect: aMapping,
  decision: "deny, ask, allow or none",
  reason: `${aText}; or null for none`,
  context: `${aText}, or a list of them`,
  messages: `${aText}, or a list of them`,
  patch: aMapping,
  payload: aMapping,
  metadata: aMapping,
  outcome: `a mapping from hooks to one of ${[...outcomes, "not-run"].join(", ")}, or a failure such as timed-out`,
  continue: `true, false, ${aText}`,
  stop: `true, false, ${aText}`,
  problems: `a problem's code, { contains: "…" } or { matches: "…" }, or a list of them`,
  runs: "a number, or a list of hook names",
  stdin: "a mapping from hooks to a text or a mapping",
};
