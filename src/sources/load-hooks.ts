import type { Settings } from "../dialects/agh/settings.ts";
import type { BrokenHook, Hook } from "../engine/hook.ts";
import type { Finding } from "../errors/problem.ts";
import { adaptHooks } from "./adapt-hooks.ts";
import { type FileReader, openFileReader } from "./file-reader.ts";
import { isAboutAgentHooks, loadAgentHooks } from "./load-agent-hooks.ts";
import { loadAgents } from "./load-agents.ts";
import { isClaudeFile, loadClaude } from "./load-claude.ts";
import { loadConfig } from "./load-config.ts";
import { loadDockerAgent } from "./load-docker-agent.ts";
import { loadExtensions } from "./load-extensions.ts";
import type { LoadRequest } from "./load-request.ts";
import { loadSkills } from "./load-skills.ts";
import { brokenFile, emptyPile } from "./pile.ts";
import { applyTrust } from "./trust/apply-trust.ts";
import type { Shadow } from "./trust/shadow.ts";

export type { Settings } from "../dialects/agh/settings.ts";
export type { FlagHook, IncludedSource, LoadRequest, TrustRequest } from "./load-request.ts";

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
  return load(request, openFileReader({ signed: false })).loaded;
}

/** Loads hooks as they are declared, with what of the user's a workspace would take the place of; for whoever decides on that. */
export function loadUndecided(request: LoadRequest): { loaded: LoadedHooks; shadows: readonly Shadow[] } {
  return load({ ...request, trust: "unchecked" }, openFileReader({ signed: false }));
}

/** Reads all hook files that a reader can see, wherever it has them from. */
export function loadHooksFrom(reader: FileReader, request: LoadRequest): LoadedHooks {
  return load(request, reader).loaded;
}

/** Loads hooks together with what every path looked like that was looked at. */
export function loadSigned(request: LoadRequest): { loaded: LoadedHooks; signatures: ReadonlyMap<string, string> } {
  const reader = openFileReader({ signed: true });
  return { loaded: load(request, reader).loaded, signatures: reader.signatures };
}

function load(request: LoadRequest, reader: FileReader): { loaded: LoadedHooks; shadows: readonly Shadow[] } {
  const pile = emptyPile();
  const { settings, wire } = loadConfig(request, reader, pile);
  const loading = { ...request, reader, pile, settings, wire };
  loadExtensions(loading);
  loadSkills(loading, loadAgents(loading));
  loadDockerAgent(loading);
  loadClaude(loading);
  loadAgentHooks(loading);
  const hooks = adaptHooks(withoutCopies(pile.hooks), loading);
  const trusted = applyTrust(hooks, pile.shadows, request, reader);
  const loaded = {
    hooks: trusted.hooks,
    broken: [...pile.broken, ...reader.findings.map((problem) => brokenFile(problem, dialectOf(problem.file)))],
    findings: [...pile.findings, ...reader.findings, ...trusted.findings],
    files: reader.files,
    settings,
  };
  return { loaded, shadows: pile.shadows };
}

/** Whose declarations a file that could not be opened would have held. */
function dialectOf(file: string | null): string {
  if (file !== null && isAboutAgentHooks(file)) return "agent-hooks";
  if (file !== null && isClaudeFile(file)) return "claude";
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
