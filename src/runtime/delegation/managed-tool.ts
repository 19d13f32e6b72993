import { z } from "zod";
import type { Tool, ToolInput } from "../../agent/tool.ts";

/** What the tools that belong to the loop itself have in common. */
export function managed(
  name: string,
  description: string,
  input: z.ZodType,
  { readOnly = true, namespace = "agents" }: { readonly readOnly?: boolean; readonly namespace?: string } = {},
): Omit<Tool, "call"> {
  return {
    name,
    description,
    namespace,
    category: namespace,
    // Whatever the other agent does is approved call by call; delegating alone changes nothing.
    readOnly,
    decisionClass: readOnly ? "read" : "execute",
    isManaged: true,
    inputSchema: z.toJSONSchema(input) as Record<string, unknown>,
  };
}

/** Reads the arguments of a call; what is wrong with them goes to the model as an error. */
export function readInput<T>(schema: z.ZodType<T>, input: ToolInput): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join(".") || "the arguments"}: ${message}`);
  throw new Error(`the arguments do not fit (${issues.join("; ")})`);
}
