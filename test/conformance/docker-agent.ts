import type { EventName } from "../../src/catalog/catalog.ts";
import type { FireOptions } from "../../src/engine/engine.ts";
import type { Verdict } from "../../src/engine/verdict.ts";
import { openTestWorkspace, type TestWorkspace, type TestWorkspaceOptions } from "./workspace.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The environment of the tests with a shell that every machine has. */
export const environment = { ...process.env, SHELL: "/bin/sh" };

/** A command hook. */
export const sh = (command: string, more: Fields = {}): Fields => ({ type: "command", command, ...more });

/** An entry for every tool. */
export const forTools = (...hooks: Fields[]): Fields => ({ hooks });

/** A shell line that prints a hook's answer. */
export const says = (answer: unknown): string => `printf '%s' '${JSON.stringify(answer).replaceAll("'", `'\\''`)}'`;

/** A shell line that prints what only some events understand. */
export const saysSpecific = (answer: Fields): string => says({ hook_specific_output: answer });

export interface Fired {
  readonly verdict: Verdict;
  readonly test: TestWorkspace;
}

/** Writes hooks to a hookline.yaml, fires one event at them and closes the workspace. */
export async function fireAt(
  hooks: Fields,
  event: EventName,
  payload: Record<string, unknown> = {},
  more: TestWorkspaceOptions & { readonly firing?: FireOptions } = {},
): Promise<Fired> {
  const { firing, ...options } = more;
  const test = openTestWorkspace({ environment, yaml: { hooks }, ...options });
  try {
    return { verdict: await test.fire(event, payload, firing), test };
  } finally {
    await test.close();
  }
}

/** Fires `tool.pre_call` for the shell tool at hooks of `pre_tool_use`. */
export async function fireTool(hooks: readonly Fields[], payload: Record<string, unknown> = {}): Promise<Verdict> {
  const entry = [forTools(...hooks)];
  return (await fireAt({ pre_tool_use: entry }, "tool.pre_call", { tool_name: "shell", ...payload })).verdict;
}

/** The names of the runs of a verdict, without the limiter that every agent file brings. */
export const namesOf = ({ runs }: Pick<Verdict, "runs">): string[] =>
  runs.map(({ hook_name }) => hook_name).filter((name) => name !== "limit_large_tool_results");
