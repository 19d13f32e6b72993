import type { Settings } from "../dialects/agh/settings.ts";
import type { BrokenHook, Hook } from "../engine/hook.ts";
import type { Finding } from "../errors/problem.ts";
import { type FileReader, openFileReader } from "./file-reader.ts";
import { loadAgents } from "./load-agents.ts";
import { loadConfig } from "./load-config.ts";
import { loadDockerAgent } from "./load-docker-agent.ts";
import { loadExtensions } from "./load-extensions.ts";
import type { LoadRequest } from "./load-request.ts";
import { loadSkills } from "./load-skills.ts";
import { brokenFile, emptyPile } from "./pile.ts";

export type { Settings } from "../dialects/agh/settings.ts";
export type { FlagHook, LoadRequest } from "./load-request.ts";

/** Everything that hook files say. */
export interface LoadedHooks {
  readonly hooks: readonly Hook[];
  /** Declarations that are not hooks because something is wrong with them. */
  readonly broken: readonly BrokenHook[];
  readonly findings: readonly Finding[];
  /** The files that were read. */
  readonly files: readonly string[];
  readonly settings: Settings;
}

/** Reads all hook files of the user and of a workspace. Whatever is wrong with one of them, the others count. */
export function loadHooks(request: LoadRequest): LoadedHooks {
  return load(request, openFileReader({ signed: false }));
}

/** Loads hooks together with what every path looked like that was looked at. */
export function loadSigned(request: LoadRequest): { loaded: LoadedHooks; signatures: ReadonlyMap<string, string> } {
  const reader = openFileReader({ signed: true });
  return { loaded: load(request, reader), signatures: reader.signatures };
}

function load(request: LoadRequest, reader: FileReader): LoadedHooks {
  const pile = emptyPile();
  const { settings, wire } = loadConfig(request, reader, pile);
  const loading = { ...request, reader, pile, settings, wire };
  loadExtensions(loading);
  loadSkills(loading, loadAgents(loading));
  loadDockerAgent(loading);
  return {
    hooks: withoutCopies(pile.hooks),
    broken: [...pile.broken, ...reader.findings.map((problem) => brokenFile(problem, dialectOf(problem.file)))],
    findings: [...pile.findings, ...reader.findings],
    files: reader.files,
    settings,
  };
}

/** Whose declarations a file that could not be opened would have held; only one dialect is written in YAML. */
function dialectOf(file: string | null): string {
  return file !== null && /\.ya?ml$/.test(file) ? "docker-agent" : "agh";
}

/** The same declaration read twice for the same scope is one hook. */
function withoutCopies(hooks: readonly Hook[]): Hook[] {
  const kept: Hook[] = [];
  const byName = new Map<string, Hook[]>();
  for (const hook of hooks) {
    const namesakes = byName.get(hook.name);
    if (!namesakes) byName.set(hook.name, [hook]);
    else if (namesakes.some((other) => canonical(other) === canonical(hook))) continue;
    else namesakes.push(hook);
    kept.push(hook);
  }
  return kept;
}

/** A hook as text, without where it was written. Functions leave no trace in it; they follow from the rest. */
export function canonical(hook: Hook): string {
  return JSON.stringify({ ...hook, origin: null });
}
