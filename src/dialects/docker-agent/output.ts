import { z } from "zod";
import { isTable } from "../../lib/source-document.ts";
import { parseStrictJson } from "../../lib/strict-json.ts";

const text = z.string().nullish();
const flag = z.boolean().nullish();

const specific = z.object({
  hook_event_name: text,
  permission_decision: text,
  permission_decision_reason: text,
  updated_input: z.record(z.string(), z.unknown()).nullish(),
  additional_context: text,
  summary: text,
  updated_messages: z.array(z.record(z.string(), z.unknown())).nullish(),
  updated_tool_response: text,
  metadata: z.record(z.string(), z.string()).nullish(),
});
const schema = z.object({
  continue: flag,
  stop_reason: text,
  suppress_output: flag,
  system_message: text,
  decision: text,
  reason: text,
  hook_specific_output: specific.nullish(),
});

export type SpecificOutput = z.output<typeof specific>;
export type HookOutput = Omit<z.output<typeof schema>, "hook_specific_output">;

/** The object that a hook printed, and which of its keys mean nothing to anybody. */
export interface StructuredOutput {
  readonly output: HookOutput;
  readonly specific: SpecificOutput;
  readonly unknown: readonly string[];
}

/** Reads a text as docker-agent's output object, or says why it is not one. */
export function parseOutput(stdout: string): StructuredOutput | { readonly bad: string } {
  const parsed = parseStrictJson(stdout);
  if ("bad" in parsed) return { bad: `it is not usable JSON: ${parsed.bad}` };
  if (!isTable(parsed.value)) return { bad: "it is not a JSON object" };
  const checked = schema.safeParse(parsed.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { bad: `${issue?.path.map(String).join(".") ?? "a field"}: ${issue?.message ?? "it is not valid"}` };
  }
  const { hook_specific_output, ...output } = checked.data;
  const nested = parsed.value.hook_specific_output;
  return {
    output,
    specific: hook_specific_output ?? {},
    unknown: [
      ...unknownKeys(parsed.value, schema.shape, ""),
      ...(isTable(nested) ? unknownKeys(nested, specific.shape, "hook_specific_output.") : []),
    ],
  };
}

function unknownKeys(written: object, known: object, prefix: string): string[] {
  return Object.keys(written)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => prefix + key);
}
