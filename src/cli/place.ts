import { resolve } from "node:path";
import { type Place, placeOf } from "../app/place.ts";
import type { IncludedSource } from "../sources/load-hooks.ts";
import type { Invocation } from "./command.ts";
import { hookFlags } from "./hook-flags.ts";

/** The place that a command line means: its workspace, and the hooks that only this command line names. */
export function placeFrom({ world, workspace, flags }: Pick<Invocation, "world" | "workspace" | "flags">): Place {
  const { env, cwd } = world;
  const files = listOf(flags["agent-file"]).map((file) => resolve(cwd, file));
  const pluginDirs = listOf(flags["plugin-dir"]).map((folder) => resolve(cwd, folder));
  // The flag takes no other words.
  const include = listOf(flags.include) as readonly IncludedSource[];
  const fingerprint = flags["trust-fingerprint"];
  const flagHooks = Object.keys(hookFlags).flatMap((flag) =>
    listOf(flags[flag]).map((command) => ({ event: eventOf(flag), command })),
  );
  return {
    ...placeOf(env, cwd, workspace),
    ...(files.length > 0 && { agentFiles: files }),
    ...(flagHooks.length > 0 && { flagHooks }),
    ...(include.length > 0 && { include }),
    ...(pluginDirs.length > 0 && { pluginDirs }),
    ...(typeof fingerprint === "string" && { trust: { fingerprint } }),
  };
}

function eventOf(flag: string): string {
  return flag.slice("hook-".length).replaceAll("-", "_");
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : [];
}
