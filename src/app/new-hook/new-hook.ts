import { existsSync, lstatSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Problem } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { userHooksFolder } from "../../sources/load-agent-hooks.ts";
import { samePlace } from "../../sources/workspace.ts";
import { type DialectEvent, type DialectName, eventNamed, eventsOfDialect } from "../dialect-events.ts";
import type { Place } from "../place.ts";
import { readHooks } from "../read-hooks.ts";
import { type Declaration, declare } from "./declaration.ts";
import { type FileChange, writeFiles } from "./file-changes.ts";
import { type HookKind, kindOf } from "./kind.ts";
import { layoutOf } from "./layout.ts";
import type { Folders, Level, NewHook } from "./request.ts";
import { type Language, purposeOf, scriptText } from "./script.ts";
import { testText } from "./test-text.ts";

export interface NewHookRequest {
  readonly dialect: DialectName;
  /** As the dialect spells it, or as we do. */
  readonly event: string;
  readonly name: string | null;
  readonly language: Language;
  readonly level: Level;
  readonly dryRun: boolean;
}

export interface NewHookReport {
  readonly name: string;
  readonly dialect: DialectName;
  readonly event: string;
  readonly kind: HookKind;
  /** What it does, as the end of a sentence that begins with its name. */
  readonly purpose: string;
  readonly level: Level;
  readonly dryRun: boolean;
  readonly files: readonly FileChange[];
}

/** Writes a working hook with its script and its test. Nothing that is there already is lost. */
export function newHook(place: Place, request: NewHookRequest): NewHookReport {
  const { dialect, language, dryRun } = request;
  const event = findEvent(dialect, request.event);
  const kind = kindOf(dialect, event);
  const name = request.name === null ? usualName(kind, event) : checkedName(request.name);
  // Nothing is run here; only the names of other hooks are of interest.
  const { hooks, broken, workspace } = readHooks({ ...place, trust: "unchecked" });
  // In the folder around the user's own one, there is no other place for hooks than the user's.
  const level = samePlace(join(workspace.root, ".hookline"), place.home) ? "user" : request.level;
  const hook: NewHook = { name, dialect, event, kind, language, level };
  refuseTaken(name, [...hooks.map((one) => ({ name: one.name, ...one.origin })), ...broken]);
  const files = planFiles(hook, { root: workspace.root, ...userFolders(place) });
  if (!dryRun) writeFiles(files);
  return { name, dialect, event: event.name, kind, purpose: purposeOf(hook), level, dryRun, files };
}

/** The events of a dialect that its files may name. */
export function declarableEvents(dialect: DialectName): readonly DialectEvent[] {
  return eventsOfDialect(dialect).filter((event) => event.isDeclarable);
}

interface Named {
  readonly name: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

/** Two hooks of one name could not be told apart; in some dialects the second would replace the first. */
function refuseTaken(name: string, known: readonly Named[]): void {
  const taken = known.find((one) => one.name === name);
  if (!taken) return;
  const names = new Set(known.map((one) => one.name));
  let number = 2;
  while (names.has(`${name}-${number}`)) number++;
  const place = taken.file === null ? "not in a file" : `${taken.file}:${taken.line}`;
  throw new Problem("NEW_NAME_TAKEN", { name, place, free: `${name}-${number}` });
}

function findEvent(dialect: DialectName, word: string): DialectEvent {
  const events = declarableEvents(dialect);
  const own = events.find(({ name, alias }) => name === word || alias === word);
  // Somebody else's word for it will do, where it is clear what is meant.
  const meant = eventNamed(word);
  const ours = events.find(({ events: counterparts }) => counterparts.some((event) => event === meant));
  const found = own ?? ours;
  if (found) return found;
  const names = events.map(({ name }) => name);
  const known = events.flatMap(({ name, alias, events: counterparts }) => [name, alias ?? name, ...counterparts]);
  const suggestion = closest(word, known) ?? closest(word.replaceAll(/[^a-z]/gi, ""), known);
  throw new Problem("NEW_EVENT_UNKNOWN", { dialect, event: word, suggestion, allowed: names.join(", ") });
}

const prefixes: Readonly<Record<HookKind, string>> = {
  guard: "guard",
  withhold: "redact",
  context: "remind",
  observe: "log",
};

/** `guard-pre-tool-use`: what it does and when. */
function usualName(kind: HookKind, { name }: DialectEvent): string {
  return `${prefixes[kind]}-${kebab(name)}`;
}

function kebab(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

const longestName = 64;

/** A name that every dialect accepts, and that is safe as the name of a file. */
function checkedName(name: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= longestName) return name;
  const better = kebab(name).slice(0, longestName).replace(/-$/, "");
  throw new Problem("NEW_NAME_INVALID", { name, suggestion: better === "" ? null : better });
}

function userFolders({ home, environment }: Place): Omit<Folders, "root"> {
  return { home, agentHooks: userHooksFolder(environment) ?? join(homedir(), ".config", "agents", "hooks") };
}

function planFiles(hook: NewHook, folders: Folders): FileChange[] {
  const layout = layoutOf(hook, folders);
  const script = scriptText(hook.language, hook);
  const occupied = [layout.script, layout.test].filter(isThere);
  if (occupied.length > 0) throw new Problem("NEW_WOULD_OVERWRITE", { paths: occupied.join(", ") });
  return [
    declarationChange(layout.declaration, declare(hook, layout.command)),
    { path: layout.script, action: "created", isExecutable: true, text: script },
    { path: layout.test, action: "created", isExecutable: false, text: testText(hook) },
  ];
}

/** Links that lead nowhere are there as well; what is in the way further up shows when it is written. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function declarationChange(path: string, { snippet, addTo }: Declaration): FileChange {
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  const edited = addTo(before ?? "");
  if ("cannot" in edited) throw new Problem("NEW_CANNOT_EDIT", { file: path, why: edited.cannot, snippet });
  return { path, action: before === null ? "created" : "changed", isExecutable: false, text: edited.text };
}
