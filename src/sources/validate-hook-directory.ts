import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { noSettings } from "../dialects/agent-hooks/settings-file.ts";
import { mergeSettings } from "../dialects/agh/settings.ts";
import { type Finding, finding } from "../errors/problem.ts";
import { openFileReader } from "./file-reader.ts";
import { isAgentHookFile, readHookDirectory } from "./load-agent-hooks.ts";
import type { LoadRequest } from "./load-request.ts";

/** Checks one hook strictly, wherever it lies. `path` is its directory or its HOOK.md. Runs nothing. */
export function validateHookDirectory(path: string, { environment, cwd }: Pick<LoadRequest, "environment" | "cwd">) {
  const given = resolve(cwd, path);
  const invalid = (why: string): { readonly isHook: boolean; readonly findings: readonly Finding[] } => ({
    isHook: false,
    findings: [finding("AGENT_HOOK_DIRECTORY_INVALID", { file: given, line: null }, { path: given, why })],
  });
  const stats = statSync(given, { throwIfNoEntry: false });
  if (stats === undefined) return invalid("does not exist");
  if (!stats.isDirectory() && !isAgentHookFile(given)) return invalid("is not a directory");
  const directory = stats.isDirectory() ? given : dirname(given);
  const reader = openFileReader({ signed: false });
  const loading = { reader, environment, cwd, workspace: null, settings: mergeSettings([]) };
  const settings = { user: noSettings, own: noSettings };
  const compiled = readHookDirectory(loading, directory, basename(directory), null, settings);
  if (compiled !== null)
    return { isHook: compiled.hook !== null, findings: [...compiled.findings, ...reader.findings] };
  return reader.findings.length > 0 ? { isHook: false, findings: reader.findings } : invalid("has no HOOK.md");
}
