import { dirname, extname, join, relative } from "node:path";
import { programsOfText, type Surroundings } from "../programs/command-programs.ts";
import { interpreterOf, isShell, programName } from "../programs/interpreters.ts";
import { isWithin, lookUp, shebangOf } from "../programs/look-up.ts";
import type { NamedProgram, Span } from "../programs/named-program.ts";
import { type CoveredFile, largestModule, placeOf, readWhole, sha256Of } from "./covered-file.ts";
import type { FolderView } from "./folder-view.ts";
import { filesNamedIn, isForeign, packagesIn } from "./named-files.ts";

/** A word in a script that names a covered file; in the script's copy it names that file's copy. */
export interface ScriptEdit {
  readonly span: Span;
  /** The covered file's place. */
  readonly names: string;
  /** True in a first line, where nothing is quoted. */
  readonly isBare: boolean;
}

export interface Script extends CoveredFile {
  readonly edits: readonly ScriptEdit[];
}

export interface Cover {
  readonly files: readonly Script[];
  /** What is not part of what is trusted, in words. */
  readonly uncovered: readonly string[];
  /** Why the hook cannot be trusted at all; null when it can. */
  readonly problem: string | null;
}

export interface CoverRequest {
  /** Other texts of the declaration that may name files with code, such as its variables. */
  readonly inlineTexts: readonly string[];
  readonly programs: readonly NamedProgram[];
  /** The workspace first, then its additional roots. */
  readonly roots: readonly string[];
  readonly around: Surroundings;
  readonly view: FolderView;
}

const mostFiles = 64;
/** Where programs of the machine lie; a workspace cannot write there. */
const systemFolders = /^\/(?:usr|bin|sbin|lib|lib64|opt|etc|nix|snap|System|Library|Applications)\//;

/** Collects the files that a hook runs: its programs and scripts, and the code that these name, and so on. */
export function coverOf({ programs, inlineTexts, roots, around, view }: CoverRequest): Cover {
  const files = new Map<string, { -readonly [K in keyof Script]: Script[K] }>();
  const uncovered = new Set<string>();
  const queue: { path: string; isScriptOf: string | null }[] = [];
  let problem: string | null = null;

  for (const program of programs) take(program, null);
  for (const text of [...inlineTexts, ...programs.flatMap(inlineOf)]) followText(text);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) follow(next.path, next.isScriptOf);
  for (const file of files.values())
    if (file.isReadInPlace)
      uncovered.add(
        `${shown(file.path)} is checked before every run, but it is the file in the workspace that is read`,
      );
  const sorted = [...files.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
  return { files: sorted, uncovered: [...uncovered], problem };

  /** Takes up a program; answers with the place of its copy, or null when it has none. */
  function take(program: NamedProgram, shell: string | null): string | null {
    const { path, realPath, role, word } = program;
    if (path === null) return null;
    if (!isOurs(program)) return null;
    if (isForeign(path)) {
      uncovered.add(`${shown(path)} and what it loads: packages are not looked at`);
      return null;
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
  ): string | null {
    const place = placeOf(path, roots);
    const known = files.get(place);
    if (known !== undefined) {
      known.isReadInPlace &&= isReadInPlace;
      return place;
    }
    const read = readWhole(path, largest);
    if ("bad" in read) {
      // A program that cannot be looked at cannot be trusted; a module that cannot is only left out.
      if (largest === undefined) problem ??= `${shown(path)} cannot be checked: ${read.bad}`;
      else uncovered.add(`${shown(path)}: ${read.bad}`);
      return null;
    }
    if (files.size >= mostFiles) {
      uncovered.add(`${shown(path)}: there are more than ${mostFiles} files`);
      return null;
    }
    const { bytes, isExecutable } = read;
    const script = {
      path,
      place,
      bytes,
      sha256: sha256Of(bytes),
      isExecutable,
      isReadInPlace,
      leadsTo: null,
      edits: [],
    };
    files.set(place, script);
    queue.push({ path, isScriptOf: interpreter });
    return place;
  }

  function addLink(path: string, leadsTo: string): string {
    const place = placeOf(path, roots);
    const bytes = Buffer.alloc(0);
    const link = {
      path,
      place,
      bytes,
      sha256: sha256Of(bytes),
      isExecutable: true,
      isReadInPlace: false,
      leadsTo,
      edits: [],
    };
    if (!files.has(place)) files.set(place, link);
    // A Python environment is found by the file beside the folder of its programs.
    const settings = join(dirname(dirname(path)), "pyvenv.cfg");
    if (view.kindOf(settings) === "file")
      add(settings, { isReadInPlace: false, interpreter: null, largest: largestModule });
    return place;
  }

  /** Code in the declaration itself names files from where it runs; these are read where they are. */
  function followText(text: string): void {
    const [root] = roots;
    const folder = around.cwd ?? root;
    if (folder === undefined) return;
    const within = roots.find((one) => isWithin(one, folder)) ?? folder;
    // Not the name of a file, so that it is none of those that are found.
    const named = filesNamedIn({ path: join(folder, "\0.mjs"), text, root: within, view });
    for (const { path } of named) add(path, { isReadInPlace: true, interpreter: null, largest: largestModule });
  }

  /** Looks into a covered file for what it names in turn. */
  function follow(path: string, interpreter: string | null): void {
    const place = placeOf(path, roots);
    const file = files.get(place);
    if (file === undefined || file.bytes.subarray(0, 8000).includes(0)) return;
    const text = file.bytes.toString("utf8");
    const edits = file.bytes.equals(Buffer.from(text)) ? editsIn(path, text, interpreter) : [];
    file.edits = edits;
    const edited = new Set(edits.map(({ names }) => names));
    const root = roots.find((one) => isWithin(one, path)) ?? dirname(path);
    for (const named of filesNamedIn({ path, text, root, view })) {
      const isReadInPlace = named.from === "workspace" && !edited.has(placeOf(named.path, roots));
      add(named.path, { isReadInPlace, interpreter: null, largest: largestModule });
    }
    for (const name of packagesIn(path, text)) uncovered.add(`the package ${name}: packages are not looked at`);
  }

  /** The words in a script that lead to the workspace whatever the script's own place is. */
  function editsIn(path: string, text: string, interpreter: string | null): ScriptEdit[] {
    const first = firstLineEdit(path, text);
    const shebang = shebangOf(path);
    const runner = interpreter ?? shebang?.name ?? shebang?.program ?? shellByName(path);
    if (runner === null || !isShell(programName(runner))) return first;
    const words = programsOfText(text, { in: "args", index: 0, spans: [], quoted: [] }, { ...around, inShell: true });
    const inner = words.flatMap((program): ScriptEdit[] => {
      const span =
        program.where?.in === "args" && program.where.spans.length === 1 ? program.where.spans[0] : undefined;
      if (program.path === null || span === undefined || !program.word.includes("/")) return [];
      const names = take(program, runner);
      return names === null ? [] : [{ span, names, isBare: false }];
    });
    return [...first, ...inner];
  }

  /** An interpreter of the workspace, named in a script's first line. */
  function firstLineEdit(path: string, text: string): ScriptEdit[] {
    const shebang = shebangOf(path);
    if (shebang === null) return [];
    const program = lookUp("interpreter", shebang.name ?? shebang.program, null, around);
    const names = program.path !== null && program.isInside ? take(program, null) : null;
    if (names === null) return [];
    const line = text.split("\n", 1)[0] ?? "";
    const word = shebang.name ?? shebang.program;
    const end = line.lastIndexOf(word) + word.length;
    return [{ span: [2, end], names, isBare: true }];
  }

  function shown(path: string): string {
    const root = roots.find((one) => isWithin(one, path));
    return root === undefined ? path : relative(root, path);
  }
}

/** A script that says nothing of itself is usually a shell's; what is not cannot be read as one. */
function shellByName(path: string): string | null {
  return /^(?:|\.sh|\.bash|\.zsh|\.ksh)$/.test(extname(path)) ? "sh" : null;
}

function inlineOf({ path, problem, word }: NamedProgram): string[] {
  return path === null && problem === null ? [word] : [];
}
