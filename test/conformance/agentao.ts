import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentaoHooks, type AgentaoHooksOptions, createAgentaoHooks } from "../../src/app/agentao-hooks.ts";
import type { PluginHookFired } from "../../src/hosts/agentao/fired-event.ts";
import { openTestWorkspace, type TestWorkspace, type TestWorkspaceOptions } from "./workspace.ts";

/** One rule of a hooks.json; a text is a command. */
export type Rule = string | Readonly<Record<string, unknown>>;

export interface AgentaoTest extends AsyncDisposable {
  readonly hooks: AgentaoHooks;
  readonly workspace: TestWorkspace;
  readonly events: PluginHookFired[];
  /** The text of a file that a hook wrote, line by line; empty when there is none. */
  readonly lines: (file: string) => string[];
}

/** A workspace with these rules in its hooks.json, opened for Agentao's chat loop. */
export function openAgentao(
  rules: Readonly<Record<string, readonly Rule[]>>,
  more: Partial<Omit<AgentaoHooksOptions, "engine" | "session">> & { readonly workspace?: TestWorkspaceOptions } = {},
): AgentaoTest {
  const { workspace: options = {}, ...facade } = more;
  const declared = Object.fromEntries(
    Object.entries(rules).map(([event, list]) => [
      event,
      list.map((rule) => (typeof rule === "string" ? { type: "command", command: rule } : rule)),
    ]),
  );
  const workspace = openTestWorkspace({
    ...options,
    files: { ".hookline/hooks.json": JSON.stringify({ hooks: declared }), ...options.files },
    request: { trust: "unchecked", ...options.request },
  });
  const events: PluginHookFired[] = [];
  const hooks = createAgentaoHooks({
    engine: workspace.engine,
    session: { sessionId: "s1", cwd: workspace.root, workspace: workspace.workspace },
    onEvent: (event) => events.push(event),
    ...facade,
  });
  return {
    hooks,
    workspace,
    events,
    lines: (file) => linesOf(join(workspace.root, file)),
    [Symbol.asyncDispose]: workspace.close,
  };
}

/** A command that prints a value as JSON. */
export function says(value: unknown): string {
  return `printf '%s' '${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}
