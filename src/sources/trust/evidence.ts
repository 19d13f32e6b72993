import { delimiter, isAbsolute, relative } from "node:path";
import type { ExecutorSpec, Hook } from "../../engine/hook.ts";
import { delegationsIn, distantWorkIn } from "../programs/delegates.ts";
import { isWithin } from "../programs/look-up.ts";
import type { NamedProgram } from "../programs/named-program.ts";
import { programsOf, surroundingsOf } from "../programs/programs-of.ts";
import { isTheirs, pathNote } from "../programs/search-path.ts";
import type { Claim } from "./claim.ts";
import { type Cover, coverOf, type Script } from "./cover.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { FolderView } from "./folder-view.ts";
import type { Shadow } from "./shadow.ts";

/** Where the hooks of a workspace are looked at. */
export interface EvidencePlace {
  /** The workspace first, then its additional roots. */
  readonly roots: readonly [string, ...string[]];
  readonly searchPath: string;
  readonly view: FolderView;
}

/** Everything that somebody has to know who decides whether a hook may run. */
export interface Evidence {
  readonly hook: string;
  readonly event: string;
  readonly dialect: string;
  /** Relative to the workspace, where it lies in it; null for what stands in no file. */
  readonly file: string | null;
  readonly line: number | null;
  /** The declaration as it was understood, always written in the same way. */
  readonly declaration: string;
  readonly files: readonly Script[];
  /** The folder in which Python is told to look for modules; null when it is not. */
  readonly modulesFrom: string | null;
  /** The programs of the machine that it needs, and where they are. */
  readonly programs: readonly { readonly word: string; readonly path: string }[];
  /** What it names; for putting copies in the places of files. */
  readonly named: readonly NamedProgram[];
  /** What it may run of the workspace's that can be exchanged without anybody's seeing it, in words. */
  readonly unbound: readonly string[];
  /** What else is not part of what is trusted: what answers on other machines. */
  readonly uncovered: readonly string[];
  /** Why it cannot be trusted at all. */
  readonly problem: string | null;
  readonly fingerprint: string;
}

/** By what a hook is known, whatever it looks like. */
export type HookIdentity = Pick<Evidence, "hook" | "event" | "dialect" | "file">;

/** The same of a hook of which nothing has been looked at. */
export function identityOf({ name, event, dialect, origin }: Hook, root: string): HookIdentity {
  return { hook: name, event, dialect, file: fileOf(origin.file, root) };
}

/** Collects what a hook is and what it would run. Runs nothing. */
export function evidenceOf(hook: Hook, place: EvidencePlace): Evidence {
  const [root] = place.roots;
  const file = fileOf(hook.origin.file, root);
  const written = { ...declared(hook), file };
  const started = startedBy(hook.executor, place);
  return {
    hook: hook.name,
    event: hook.event,
    dialect: hook.dialect,
    file,
    line: hook.origin.line,
    declaration: readable(written, root),
    ...started,
    fingerprint: fingerprintOf({ declaration: withoutRoot(written, root), ...started }),
  };
}

/** The same for what a workspace asks for besides hooks. */
export function evidenceOfClaim(claim: Claim, place: EvidencePlace): Evidence {
  const [root] = place.roots;
  const { name, kind, dialect, line, what, says, executor } = claim;
  const file = fileOf(claim.file, root);
  const written = { hook: name, event: kind, dialect, file, what, says };
  const started = executor === null ? startsNothing : startedBy(executor, place);
  return {
    hook: name,
    event: kind,
    dialect,
    file,
    line,
    declaration: readable(written, root),
    ...started,
    fingerprint: fingerprintOf({ declaration: withoutRoot(written, root), ...started }),
  };
}

type Started = Pick<Evidence, "files" | "modulesFrom" | "programs" | "named" | "unbound" | "uncovered" | "problem">;

const startsNothing: Started = {
  files: [],
  modulesFrom: null,
  programs: [],
  named: [],
  unbound: [],
  uncovered: [],
  problem: null,
};

/** Everything that an executor starts, and what can be said of it. */
function startedBy(executor: ExecutorSpec, place: EvidencePlace): Started {
  const named = programsOf({ executor }, { searchPath: place.searchPath, root: place.roots[0] });
  const cover = coverFor(executor, named, place);
  return {
    files: cover.files,
    modulesFrom: named.find((program) => program.modulesFrom !== undefined)?.modulesFrom ?? null,
    programs: machinePrograms(named, place.roots),
    named,
    unbound: [...new Set([...unboundIn(executor, named, place), ...cover.unbound])],
    uncovered: uncoveredIn(executor, named),
    problem: cover.problem,
  };
}

/** The same for a declaration that takes away hooks of the user's. */
export function evidenceOfShadow({ name, event, dialect, file, line, what }: Shadow, root: string): Evidence {
  const place = fileOf(file, root);
  const written = { hook: name, event, dialect, file: place, what };
  return {
    hook: name,
    event,
    dialect,
    file: place,
    line,
    declaration: readable(written, root),
    ...startsNothing,
    fingerprint: fingerprintOf({ declaration: withoutRoot(written, root), ...startsNothing }),
  };
}

function coverFor(
  executor: ExecutorSpec,
  programs: readonly NamedProgram[],
  { roots, searchPath, view }: EvidencePlace,
): Cover {
  if (executor.kind !== "process") return { files: [], unbound: [], problem: null };
  const inlineTexts = Object.values(executor.env);
  return coverOf({
    programs,
    inlineTexts,
    folders: foldersIn(executor.env, roots, view),
    roots,
    around: surroundingsOf(executor, { searchPath, root: roots[0] }),
    view,
  });
}

/** A hook's own folder, or its plugin's. The workspace itself is no such folder: it holds everything. */
function foldersIn(
  env: Readonly<Record<string, string>>,
  roots: readonly string[],
  view: FolderView,
): ReadonlyMap<string, string> {
  const isOwn = (path: string) =>
    isAbsolute(path) && !roots.includes(path) && roots.some((root) => isWithin(root, path));
  return new Map(Object.entries(env).filter(([, value]) => isOwn(value) && view.kindOf(value) === "folder"));
}

/** What decides who reads a script, and what is started without a shell; other names are looked up when they are needed. */
function machinePrograms(named: readonly NamedProgram[], roots: readonly string[]): Evidence["programs"] {
  const found = named.flatMap(({ role, word, path, where }) => {
    const counts = role === "interpreter" || where?.in === "command";
    return counts && path !== null && !roots.some((root) => isWithin(root, path)) ? [{ word, path }] : [];
  });
  return [...new Map(found.map((program) => [JSON.stringify(program), program])).values()];
}

function unboundIn(
  executor: ExecutorSpec,
  named: readonly NamedProgram[],
  { roots, searchPath }: EvidencePlace,
): string[] {
  if (executor.kind !== "process") return [];
  const open = named
    .filter(({ problem }) => problem === "dynamic")
    .map(({ word, note }) => note ?? `${word}: which file this is only shows when it runs`);
  return [...open, ...delegationsIn(named), ...searchedFolders(executor.env, roots, searchPath)];
}

/** Variables that say where programs and their interpreters look for code. */
const searches =
  /^(?:CDPATH|PYTHONPATH|PYTHONHOME|NODE_PATH|PERL5LIB|PERLLIB|RUBYLIB|LUA_C?PATH|CLASSPATH|LD_LIBRARY_PATH|DYLD_\w*PATH)$/;

function searchedFolders(env: Readonly<Record<string, string>>, roots: readonly string[], ours: string): string[] {
  const [root = null] = roots;
  const programs = pathNote(env.PATH ?? ours, root);
  const modules = Object.entries(env).filter(
    ([name, value]) => searches.test(name) && value.split(delimiter).some((entry) => isTheirs(entry, root)),
  );
  return [
    ...(programs === null ? [] : [programs]),
    ...modules.map(([name, value]) => `${name}: code is looked for in ${value}, and what lies there is not looked at`),
  ];
}

function uncoveredIn(executor: ExecutorSpec, named: readonly NamedProgram[]): string[] {
  switch (executor.kind) {
    case "process":
      return distantWorkIn(named);
    case "http":
      return [`what ${executor.url} answers`];
    case "model":
      return [`what ${executor.model} answers`];
    default:
      return [];
  }
}

/** A hook without what follows from where it was loaded. Functions leave no trace; they follow from the rest. */
function declared(hook: Hook): Record<string, unknown> {
  // A hook's identity only tells twins apart, by their places if need be.
  const { trust: _trust, origin: _origin, fromWorkspace: _level, identity: _identity, ...own } = hook;
  const { name, scope, executor, wire, ...rest } = own;
  return { name, agent: scope.agentName, ...rest, runs: runsOf(executor), wire };
}

function runsOf(executor: ExecutorSpec): unknown {
  if (executor.kind !== "process") return executor;
  const { env, writtenEnv = {}, bound: _bound, ...rest } = executor;
  // What the environment says is the user's; that the hook is given it is what must be known.
  return { ...rest, env: { ...env, ...writtenEnv } };
}

/** The workspace's own path is no part of what a workspace says: a clone elsewhere is the same. */
function withoutRoot(value: unknown, root: string): unknown {
  // No declaration can hold a NUL, so nothing else can look like this.
  return marked(value, root, "\0workspace");
}

function readable(value: unknown, root: string): string {
  const { wire: _wire, ...shown } = marked(value, root, "<workspace>") as Record<string, unknown>;
  return JSON.stringify(shown, null, 2);
}

function marked(value: unknown, root: string, mark: string): unknown {
  if (typeof value === "string") return root === "/" ? value : value.replaceAll(root, mark);
  if (Array.isArray(value)) return value.map((entry) => marked(entry, root, mark));
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, entry]) => [key, marked(entry, root, mark)]));
}

function fileOf(file: string | null, root: string): string | null {
  if (file === null || !isAbsolute(file)) return file;
  return isWithin(root, file) ? relative(root, file) : file;
}
