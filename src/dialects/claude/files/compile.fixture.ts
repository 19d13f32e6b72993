import type { Hook } from "../../../engine/hook.ts";
import type { Collected } from "../declaration/collected.ts";
import { anyAddress } from "../declaration/http-policy.ts";
import type { Owner } from "../owner.ts";
import { standardAliases } from "../tool-aliases.ts";
import { compileHooksFile } from "./hooks-file.ts";

/** An owner for tests: the user's own file, for a project in `/project`. */
export function ownerWith(more: Partial<Owner> = {}): Owner {
  return {
    plugin: null,
    mode: "agentao",
    workspace: null,
    fromWorkspace: false,
    projectDir: "/project",
    environment: {},
    platform: "linux",
    aliases: standardAliases,
    http: anyAddress,
    outputLimit: 1024,
    ...more,
  };
}

/** Compiles what a hooks.json says: a text, or a value to be written as one. */
export function compiled(said: unknown, more: Partial<Owner> = {}): Collected {
  const out: Collected = { hooks: [], broken: [], findings: [] };
  const text = typeof said === "string" ? said : JSON.stringify(said, null, 2);
  compileHooksFile("/project/.hookline/hooks.json", text, ownerWith(more), out);
  return out;
}

export function codesOf({ findings }: Collected): string[] {
  return findings.map(({ code }) => code);
}

/** The only hook of a file. */
export function onlyHook({ hooks }: Collected): Hook {
  const [hook, ...others] = hooks;
  if (!hook || others.length > 0) throw new Error(`expected one hook, not ${hooks.length}`);
  return hook;
}
