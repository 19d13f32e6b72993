import * as z from "zod";
import {
  type Tool,
  type ToolContext,
  type ToolInput,
  type ToolLocation,
  type ToolResult,
  toolError,
} from "../../agent/tool.ts";
import { Problem } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { printableLine } from "../../lib/printable.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

export interface ToolDefinition<S extends Shape>
  extends Pick<Tool, "name" | "description" | "namespace" | "category" | "readOnly" | "decisionClass"> {
  /** Each field with its description: the schema that models see is made from it. */
  readonly fields: S;
  /** Given the input as the model wrote it, which need not be valid. */
  readonly title: (input: ToolInput) => string;
  readonly locations?: (input: ToolInput) => readonly ToolLocation[];
  /** Given valid input. A `Problem` that it throws is told to the model. */
  readonly run: (input: z.output<z.ZodObject<S>>, context: ToolContext) => Promise<ToolResult> | ToolResult;
}

/** Makes a tool that checks its input against its own schema before it does anything. */
export function defineTool<S extends Shape>(definition: ToolDefinition<S>): Tool {
  const { fields, run, title, locations, ...facts } = definition;
  const schema = z.object(fields);
  return {
    ...facts,
    inputSchema: schemaOf(schema),
    title: (input) => cut(printableLine(title(input))),
    ...(locations && { locations }),
    call: async (input, context) => {
      try {
        const known = read(facts.name, schema, input);
        const result = await run(known, context);
        return withNote(result, unknownFields(input, fields));
      } catch (error) {
        if (error instanceof Problem) return toolError(`${error.message} ${error.fix}`);
        throw error;
      }
    },
  };
}

/** A text of the input, for titles: "" when the model wrote something else there. */
export function textOf(input: ToolInput, field: string): string {
  const value = input[field];
  return typeof value === "string" ? value : "";
}

const longestTitle = 120;

function cut(title: string): string {
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).toWellFormed()}…`;
}

function schemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
  return rest;
}

function read<S extends Shape>(tool: string, schema: z.ZodObject<S>, input: ToolInput): z.output<z.ZodObject<S>> {
  // Some models cannot leave a field out and write null instead.
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${nameOf(path)}: ${message}`).join("; ");
  throw new Problem("TOOL_INPUT_INVALID", { tool, wrong, fields: describeFields(schema.shape) });
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the input";
  const [first, ...rest] = path.map(String);
  return `"${first}${rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("")}"`;
}

function describeFields(shape: Shape): string {
  return Object.entries(shape)
    .map(([name, field]) => (field.safeParse(undefined).success ? `${name} (may be left out)` : name))
    .join(", ");
}

/** A field that nobody knows is not obeyed; a misspelt one must not be lost in silence either. */
function unknownFields(input: ToolInput, fields: Shape): string {
  const names = Object.keys(fields);
  return Object.keys(input)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => {
      const meant = closest(name, names);
      const hint = meant === null ? `the fields are ${names.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`;
      return `(The field ${JSON.stringify(cut(name))} is not known and had no effect: ${hint})`;
    })
    .join("\n");
}

function withNote(result: ToolResult, note: string): ToolResult {
  return note === "" ? result : { ...result, text: `${result.text}\n${note}` };
}
