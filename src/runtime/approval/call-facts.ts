import type { Tool, ToolInput, ToolLocation } from "../../agent/tool.ts";
import type { FirePayload } from "../../catalog/catalog.ts";
import type { ApprovalContext, CallToApprove } from "./approval.ts";

/** The arguments that hold a shell command, whatever the tool is called. */
const commandArguments = ["cmd", "command"];

/** A call as it stands now: hooks may have changed what it is called with. */
export interface CallNow {
  readonly call: CallToApprove;
  readonly input: ToolInput;
  readonly readOnly: boolean;
}

/** The fields with which every event says which call it is about. */
export function toolFields({ call, input, readOnly }: CallNow, policy: ApprovalContext["safetyPolicy"]) {
  const { name, namespace, category } = call.tool;
  return {
    tool_call_id: call.id,
    tool_name: name,
    tool_namespace: namespace,
    read_only: readOnly,
    tool_category: category,
    ...(policy !== null && { safety_policy: policy }),
    tool_input: input,
  };
}

/** The call as the family of permission events describes it. */
export function toolCallFields(now: CallNow): FirePayload<"permission.request">["tool_call"] {
  const { call, input } = now;
  const locations = locationsOf(call.tool, input).map((location) => ({ ...location }));
  return { id: call.id, kind: call.tool.name, title: titleOf(now), status: "pending", locations };
}

/** What a permission is asked for: the file, or else the command. */
export function resourceOf({ call, input }: CallNow): string | null {
  return locationsOf(call.tool, input)[0]?.path ?? commandIn(input);
}

/** The shell command of a call; null when it has none. */
export function commandIn(input: ToolInput): string | null {
  const argument = commandArguments.find((name) => Object.hasOwn(input, name) && typeof input[name] === "string");
  return argument === undefined ? null : (input[argument] as string);
}

/** How many of its arguments could be a shell command, whatever their values are. */
export function countCommands(input: ToolInput): number {
  return commandArguments.filter((name) => Object.hasOwn(input, name)).length;
}

export function titleOf({ call, input }: CallNow): string {
  return input === call.input ? call.title : (describe(() => call.tool.title?.(input)) ?? call.title);
}

function locationsOf(tool: Tool, input: ToolInput): readonly ToolLocation[] {
  return describe(() => tool.locations?.(input)) ?? [];
}

/** Nobody has checked the input yet, so a tool may stumble over it. That is for the call itself to report. */
function describe<T>(say: () => T | undefined): T | null {
  try {
    return say() ?? null;
  } catch {
    return null;
  }
}
