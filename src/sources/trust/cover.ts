import { dirname, extname, join, relative } from "node:path";
import { programsOfText, type Surroundings } from "../programs/command-programs.ts";
import { delegationsIn } from "../programs/delegates.ts";
import { interpreterOf, isShell, programName } from "../programs/interpreters.ts";
import { isWithin, lookUp, shebangOf } from "../programs/look-up.ts";
import type { Becomes, NamedProgram, Where } from "../programs/named-program.ts";
import { codeBelow } from "./code-below.ts";
import { type CoveredFile, largestModule, placeOf, readWhole, sha256Of } from "./covered-file.ts";
import { dynamicLoad } from "./dynamic-loads.ts";
import type { FolderView } from "./folder-view.ts";
import { filesNamedIn, isForeign, packagesIn } from "./named-files.ts";
import type { TextPlace } from "./shell-quote.ts";

/** A word in a script that the script's copy has another one for. */
export interface ScriptEdit extends TextPlace {
  readonly becomes: Becomes;
  /** True in a first line, where nothing is quoted. */
  readonly isBare: boolean;
}

export interface Script extends CoveredFile {
  readonly edits: readonly ScriptEdit[];
}

export interface Cover {
  readonly files: readonly Script[];
  /** What it may run that can be exchanged unseen, in words. */
  readonly unbound: readonly string[];
  /** Why the hook cannot be trusted at all; null when it can. */
  readonly problem: string | null;
}

export interface CoverRequest {
  /** Other texts of the declaration that may name files with code, such as its variables. */
  readonly inlineTexts: readonly string[];
  /** Folders of the workspace that variables lead to, by the variable's name. */
  readonly folders: ReadonlyMap<string, string>;
  readonly programs: readonly NamedProgram[];
  /** The workspace first, then its additional roots. */
  readonly roots: readonly string[];
  readonly around: Surroundings;
  readonly view: FolderView;
}

const mostFiles = 64;
/** All of them are read before every run. */
const mostBytes = 64 * 1024 * 1024;
/** Enough to see that a script goes its own ways. */
const mostNotes = 5;
/** Where programs of the machine lie; a workspace cannot write there. */
const systemFolders = /^\/(?:usr|bin|sbin|lib|lib64|opt|etc|nix|snap|System|Library|Applications)\//;

/** Collects the files that a hook runs: its programs and scripts, and the code that these name, and so on. */
export function coverOf({ programs, inlineTexts, folders, roots, around, view }: CoverRequest): Cover {
  const files = new Map<string, { -readonly [K in keyof Script]: Script[K] }>();
  const unbound = new Set<string>();
  const readInPlace = new Set<string>();
  const queue: { path: string; isScriptOf: string | null }[] = [];
  const modulesFrom = programs.find((program) => program.modulesFrom !== undefined)?.modulesFrom;
  let problem: string | null = null;
  let size = 0;

  for (const program of programs) take(program, null);
  for (const text of inlineTexts) followText(text, "\0.mjs");
  for (const { path, problem: why, word, modulesFrom: python } of programs)
    if (path === null && why === null) followText(word, python === undefined ? "\0.mjs" : "\0.py");
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) follow(next.path, next.isScriptOf);
  for (const path of readInPlace)
    unbound.add(`${shown(path)} is checked before every run, but it is the file in the workspace that is read`);
  const sorted = [...files.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
  return { files: sorted, unbound: [...unbound], problem };

  /** Takes up a program; true when there is a copy of it. */
  function take(program: NamedProgram, shell: string | null): boolean {
    const { path, realPath, role, word } = program;
    if (path === null || !isOurs(program)) return false;
    if (isForeign(path)) {
      unbound.add(`${shown(path)} and what it loads: packages are not looked at`);
      return false;
    }
    const leavesWorkspace = realPath !== null && !roots.some((root) => isWithin(root, realPath));
    if (role === "interpreter" && leavesWorkspace && realPath !== path) return addLink(path, realPath);
    const isShellScript = role === "script" ? shell : isShell(word) ? null : shell;
    return add(path, { isReadInPlace: program.where === null && role === "script", interpreter: isShellScript });
  }

  function isOurs({ path, isInside, word, role }: NamedProgram): boolean {
    if (path === null) return false;
    if (isInside || roots.some((root) => isWithin(root, path))) return true;
    // A path that somebody wrote down leads to a file of somebody's; what is found by its name alone is the machine's.
    return (role === "script" || word.includes("/")) && !systemFolders.test(path) && interpreterOf(word) === null;
  }

  function add(
    path: string,
    { isReadInPlace, interpreter, largest }: { isReadInPlace: boolean; interpreter: string | null; largest?: number },
  ): boolean {
    const place = placeOf(path, roots);
    const known = files.get(place);
    if (known !== undefined) {
      // There may be a copy for one who names it, and none for another.
      if (isReadInPlace) readInPlace.add(path);
      known.isReadInPlace &&= isReadInPlace;
      return true;
    }
    if (files.size >= mostFiles || (largest !== undefined && size >= mostBytes)) {
      const most = files.size >= mostFiles ? `${mostFiles} files` : `${mostBytes / 1024 / 1024} MiB of code`;
      unbound.add(`${shown(path)}: there are more than ${most}`);
      return false;
    }
    const read = readWhole(path, largest);
    if ("bad" in read) {
      // A program that cannot be looked at cannot be trusted; a module that cannot is only left out.
      if (largest === undefined) problem ??= `${shown(path)} cannot be checked: ${read.bad}`;
      else unbound.add(`${shown(path)}: ${read.bad}`);
      return false;
    }
    const { bytes, isExecutable } = read;
    size += bytes.length;
    const sha256 = sha256Of(bytes);
    if (isReadInPlace) readInPlace.add(path);
    files.set(place, { path, place, bytes, sha256, isExecutable, isReadInPlace, leadsTo: null, edits: [] });
    queue.push({ path, isScriptOf: interpreter });
    return true;
  }

  function addLink(path: string, leadsTo: string): boolean {
    const place = placeOf(path, roots);
    const bytes = Buffer.alloc(0);
    const sha256 = sha256Of(bytes);
    const link = { path, place, bytes, sha256, isExecutable: true, isReadInPlace: false, leadsTo, edits: [] };
    if (!files.has(place)) files.set(place, link);
    // A Python environment is found by the file beside the folder of its programs.
    const settings = join(dirname(dirname(path)), "pyvenv.cfg");
    if (view.kindOf(settings) === "file")
      add(settings, { isReadInPlace: false, interpreter: null, largest: largestModule });
    return true;
  }

  /** Code in the declaration itself names files from where it runs; but for modules of Python's these are read where they are. */
  function followText(text: string, as: string): void {
    const [root] = roots;
    const folder = around.cwd ?? root;
    if (folder === undefined) return;
    const within = roots.find((one) => isWithin(one, folder)) ?? folder;
    // Not the name of a file, so that it is none of those that are found.
    for (const { path, from } of filesNamedIn({ path: join(folder, as), text, root: within, modulesFrom, view }))
      add(path, { isReadInPlace: from !== "module", interpreter: null, largest: largestModule });
  }

  /** Looks into a covered file for what it names in turn. */
  function follow(path: string, interpreter: string | null): void {
    const file = files.get(placeOf(path, roots));
    if (file === undefined || file.bytes.subarray(0, 8000).includes(0)) return;
    const text = file.bytes.toString("utf8");
    const edited = new Set<string>();
    if (file.bytes.equals(Buffer.from(text))) file.edits = editsIn(path, text, interpreter, edited);
    const root = roots.find((one) => isWithin(one, path)) ?? dirname(path);
    for (const { path: named, from } of filesNamedIn({ path, text, root, modulesFrom, view })) {
      const isReadInPlace = from === "workspace" && !edited.has(named);
      add(named, { isReadInPlace, interpreter: null, largest: largestModule });
    }
    // What a script that knows a folder loads from there may be named in any way; it is read where it is.
    for (const [variable, folder] of folders) {
      if (!text.includes(variable)) continue;
      for (const code of codeBelow(folder, view))
        add(code, { isReadInPlace: true, interpreter: null, largest: largestModule });
    }
    for (const name of packagesIn(path, text)) unbound.add(`the package ${name}: packages are not looked at`);
    const load = dynamicLoad(path, text);
    if (load !== null) unbound.add(`${shown(path)}, ${load}: it may load code by a name that only shows when it runs`);
  }

  /** The words in a script that lead to the workspace whatever the script's own place is. */
  function editsIn(path: string, text: string, interpreter: string | null, edited: Set<string>): ScriptEdit[] {
    const first = firstLineEdit(path, text);
    const shebang = shebangOf(path);
    const runner = interpreter ?? shebang?.name ?? shebang?.program ?? shellByName(path);
    if (runner === null || !isShell(programName(runner))) return first;
    const here = { ...around, inShell: true, scriptFolder: dirname(path) };
    const programs = programsOfText(text, { in: "args", index: 0, spans: [], quoted: [] }, here);
    if (programs[0]?.word === text && programs[0].problem === "dynamic") {
      unbound.add(`${shown(path)} cannot be read through as a shell would, so what it starts is read where it is`);
      return first;
    }
    tellOf(path, text, programs);
    const inner = programs.flatMap((program): ScriptEdit[] => {
      const { where } = program;
      const becomes = where === null || where.in === "command" ? null : newWord(program, text, where, runner);
      if (becomes === null || where?.in !== "args") return [];
      if (program.path !== null) edited.add(program.path);
      return [{ spans: where.spans, quoted: where.quoted, becomes, isBare: false }];
    });
    return [...first, ...inner];
  }

  function newWord(program: NamedProgram, text: string, where: InText, runner: string): Becomes | null {
    const { path, missingAt, becomes, problem: why } = program;
    if (path !== null) return take(program, runner) ? (becomes ?? ((copyOf) => copyOf(path))) : null;
    if (why === null) return becomes ?? null;
    // Where nothing is, nothing must turn up later; the folder of the script itself is a copy anyway.
    return missingAt !== undefined && isOpenPlace(missingAt, roots) && !isPutTogether(text, where)
      ? (becomes ?? ((copyOf) => copyOf(missingAt)))
      : null;
  }

  /** What of a script only shows when it runs, or stands in other files. */
  function tellOf(path: string, text: string, programs: readonly NamedProgram[]): void {
    const open = programs.flatMap(({ problem: why, word, note, missingAt, where }) => {
      if (why === "dynamic") return [note ?? `${word}: which file this is only shows when it runs`];
      const isLeft = missingAt !== undefined && where?.in === "args" && isPutTogether(text, where);
      return isLeft && !isWithin(dirname(path), missingAt) ? [`${word}: there is no such file yet`] : [];
    });
    const notes = [...new Set([...open, ...delegationsIn(programs)])];
    for (const note of notes.slice(0, mostNotes)) unbound.add(`${shown(path)}: ${note}`);
    if (notes.length > mostNotes) unbound.add(`${shown(path)}: ${notes.length - mostNotes} more of these`);
  }

  /** An interpreter of the workspace, named in a script's first line. */
  function firstLineEdit(path: string, text: string): ScriptEdit[] {
    const shebang = shebangOf(path);
    if (shebang === null) return [];
    const program = lookUp("interpreter", shebang.name ?? shebang.program, null, around);
    const { path: interpreter } = program;
    if (interpreter === null || !program.isInside || !take(program, null)) return [];
    const line = text.split("\n", 1)[0] ?? "";
    const word = shebang.name ?? shebang.program;
    const end = line.lastIndexOf(word) + word.length;
    return [{ spans: [[2, end]], quoted: [], becomes: (copyOf) => copyOf(interpreter), isBare: true }];
  }

  function shown(path: string): string {
    const root = roots.find((one) => isWithin(one, path));
    return root === undefined ? path : relative(root, path);
  }
}

type InText = Extract<Where, { in: "args" }>;

/** Whether a workspace, or anybody, could put a file there. */
export function isOpenPlace(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isWithin(root, path)) || !systemFolders.test(path);
}

/** Whether a word is not just written down: variables say a part of it. */
function isPutTogether(text: string, { spans, quoted }: InText): boolean {
  const [start, end] = spans.at(-1) ?? [0, 0];
  return /[$`]/.test((quoted.at(-1) ?? text).slice(start, end));
}

/** A script that says nothing of itself is usually a shell's; what is not cannot be read as one. */
function shellByName(path: string): string | null {
  return /^(?:|\.sh|\.bash|\.zsh|\.ksh)$/.test(extname(path)) ? "sh" : null;
}
