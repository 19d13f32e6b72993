import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, sep } from "node:path";
import { dialect, guardsInText } from "../dialects/docker-agent/broken.ts";
import type { Collected } from "../dialects/docker-agent/collected.ts";
import { dockerEvent } from "../dialects/docker-agent/events.ts";
import { type DockerFile, type FileKind, readDockerFile } from "../dialects/docker-agent/hook-file.ts";
import { compileHooks } from "../dialects/docker-agent/hooks-table.ts";
import { compileMisplaced } from "../dialects/docker-agent/misplaced.ts";
import type { Owner } from "../dialects/docker-agent/owner.ts";
import { hookShell } from "../dialects/docker-agent/shell.ts";
import {
  compileLimiter,
  compileMisplacedShorthands,
  compileShorthands,
  compileSnapshots,
} from "../dialects/docker-agent/shorthands.ts";
import { below, type Site } from "../dialects/docker-agent/site.ts";
import { defaultOutputLimit } from "../dialects/docker-agent/wire.ts";
import { finding } from "../errors/problem.ts";
import type { Loading } from "./load-request.ts";
import { brokenFile } from "./pile.ts";

/** The files of a workspace that define agents and their hooks; both are read where there are both. */
export const workspaceFiles = ["hookline.yaml", "hookline.yml"] as const;

/**
 * Reads docker-agent's hooks, in the order in which they run: agent files, the user's `hooks.d`, the command line, then what
 * settings stand for, and last the limiter, so that nothing it stores has missed a redaction.
 */
export function loadDockerAgent(loading: Loading): void {
  const out: Collected = { hooks: [], broken: [], findings: [] };
  const base = ownerOf(loading);
  const agentFiles = readAgentFiles(loading, base, out);
  const fragments = readFragments(loading, base, out);

  for (const { owner, read } of agentFiles) {
    for (const [index, { table, site, name, spoiltBy }] of read.agents.entries()) {
      const agentOwner = ownerFor(name, index, owner);
      compileHooks(table.hooks, below(site, "hooks"), agentOwner, out, spoiltBy);
      compileMisplaced(table, site, agentOwner, out);
    }
    compileHooks(read.hooks, read.hooksSite, owner, out);
    const top = { ...read.hooksSite, path: [], label: "" };
    compileMisplaced(read.rest, top, owner, out);
    compileMisplacedShorthands(read.rest, top, owner, out);
  }
  for (const { owner, read } of fragments) {
    compileHooks(read.hooks, read.hooksSite, owner, out);
    compileMisplaced(read.rest, { ...read.hooksSite, path: [], label: "" }, owner, out);
  }
  compileFlags(loading, base, out);
  compileDefaults(loading, agentFiles, fragments, base, out);

  // Hooks that go before all approvals also go before those that rewrite what they judge.
  const isPreempting = ({ lane }: { readonly lane: string }) => lane === "preempt";
  loading.pile.hooks.push(...out.hooks.filter(isPreempting), ...out.hooks.filter((hook) => !isPreempting(hook)));
  loading.pile.broken.push(...out.broken);
  loading.pile.findings.push(...out.findings);
}

interface FileOf {
  readonly read: DockerFile;
  readonly owner: Owner;
}

function ownerOf({ workspace, cwd, environment, settings, knownBuiltins, builtinEvents }: Loading): Owner {
  return {
    agent: null,
    workspace: null,
    fromWorkspace: false,
    cwd: workspace?.root ?? cwd,
    shell: hookShell(environment, process.platform, isOnPath(environment)),
    environment,
    home: environment.HOME || homedir(),
    outputLimit: settings.outputLimit ?? defaultOutputLimit,
    knownBuiltins: knownBuiltins ?? null,
    builtinEvents: builtinEvents ?? null,
  };
}

/** Hooks of an agent whose name nobody can tell hold for every agent. */
function ownerFor(name: string | null, index: number, owner: Owner): Owner {
  return name === null ? owner : { ...owner, agent: { name, isDefault: index === 0 } };
}

/** Tells whether a program lies on the PATH. */
export function isOnPath(environment: Loading["environment"]): (program: string) => boolean {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return (program) => folders.some((folder) => existsSync(join(folder, program)));
}

function readAgentFiles(loading: Loading, base: Owner, out: Collected): FileOf[] {
  const { workspace, agentFiles = [] } = loading;
  const own = workspace ? workspaceFiles.map((name) => join(workspace.root, name)) : [];
  // An AGENT.md may be named as well; hooks of such files are AGH's.
  const named = agentFiles.filter((file) => !own.includes(file) && !/\.(?:md|markdown)$/i.test(file));
  return [
    ...own.flatMap((file) => readFile(file, "agent", loading, { ...base, workspace, fromWorkspace: true }, out)),
    ...[...new Set(named)].flatMap((file) => {
      const seen = loading.reader.findings.length;
      // Naming a file asks for its hooks; whether they may run is another question, unless it is the user's own.
      const fromWorkspace = !isInside(file, loading.home);
      const read = readFile(file, "agent", loading, { ...base, fromWorkspace }, out);
      if (read.length === 0 && loading.reader.findings.length === seen) tellMissing(file, out);
      return read;
    }),
  ];
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function tellMissing(file: string, out: Collected): void {
  if (out.findings.some((known) => known.file === file)) return;
  const problem = finding("AGENT_FILE_MISSING", { file, line: null }, {});
  out.findings.push(problem);
  out.broken.push(brokenFile(problem, dialect));
}

function readFragments(loading: Loading, base: Owner, out: Collected): FileOf[] {
  const folder = join(loading.home, "hooks.d");
  return loading.reader
    .filesIn(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => readFile(join(folder, name), "fragment", loading, base, out));
}

/** What can be said of a file: its declarations, or that it cannot be read and which guards it seems to hold. */
function readFile(file: string, kind: FileKind, { reader }: Loading, owner: Owner, out: Collected): FileOf[] {
  const text = reader.read(file);
  if (text === null) return [];
  const read = readDockerFile(file, kind, text);
  out.findings.push(...read.findings);
  const errors = read.findings.filter(({ severity }) => severity === "error");
  out.broken.push(...errors.map((problem) => brokenFile(problem, dialect)));
  if (!read.unreadable) return [{ read, owner }];
  out.hooks.push(...guardsInText(file, text, owner, read.unreadable));
  return [];
}

function compileFlags({ flagHooks = [] }: Loading, owner: Owner, out: Collected): void {
  for (const { event, command } of flagHooks) {
    if (command.trim() === "") continue;
    const flag = `--hook-${event.replaceAll("_", "-")}`;
    const hook = { type: "command", command };
    const site: Site = { file: null, document: null, path: [], label: flag };
    // The two tool events want an entry; without a matcher it holds for every tool.
    const isFlat = dockerEvent(event)?.toolPath === null;
    compileHooks({ [event]: isFlat ? hook : { hooks: hook } }, site, owner, out);
  }
}

function compileDefaults(
  { settings, home }: Loading,
  agentFiles: readonly FileOf[],
  fragments: readonly FileOf[],
  base: Owner,
  out: Collected,
): void {
  for (const { owner, read } of agentFiles) {
    for (const [index, { table, site, name, spoiltBy }] of read.agents.entries())
      compileShorthands(table, site, ownerFor(name, index, owner), out, spoiltBy);
  }
  const settingsSite = { file: join(home, "config.toml"), document: null, path: [], label: "settings.snapshot" };
  const snapshot = settings.snapshot ? settingsSite : fragments.find(({ read }) => read.snapshot)?.read.snapshot;
  if (snapshot) compileSnapshots(snapshot, base, out);
  const [first] = agentFiles;
  if (first)
    compileLimiter(
      { ...first.read.hooksSite, path: [], label: "always" },
      { ...first.owner, fromWorkspace: false },
      out,
    );
}
