import { dirname, extname, resolve } from "node:path";
import { matchesGlob, parseGlob } from "../../lib/glob.ts";
import { mainOf } from "../programs/complete-script.ts";
import { isWithin } from "../programs/look-up.ts";
import type { FolderView } from "./folder-view.ts";

/** A file with code that a script's text names. */
export interface NamedFile {
  readonly path: string;
  /**
   * `beside`: from the script's own folder, which its copy has too. `module`: from the folder in which Python was told to look,
   * which is a copy as well. `workspace`: from the workspace's.
   */
  readonly from: "beside" | "module" | "workspace";
}

export interface Naming {
  /** The script. */
  readonly path: string;
  readonly text: string;
  /** The folder whose files count; what lies elsewhere is not the workspace's. */
  readonly root: string;
  /** Where Python looks for modules besides, if anywhere. */
  readonly modulesFrom?: string | undefined;
  readonly view: FolderView;
}

const mostTokens = 20_000;
/** A token with a folder in it costs a look at the disk. */
const mostLooks = 20_000;

/**
 * Finds the code files that a script's text names, in whatever language: every run of characters that could be a path is
 * tried from the script's folder and from the workspace. Names that are put together while the script runs are not found.
 */
export function filesNamedIn({ path, text, root, modulesFrom, view }: Naming): NamedFile[] {
  const folder = dirname(path);
  const language = languageOf(path, text);
  const found = new Map<string, NamedFile>();
  const bases = [folder];
  let looks = 0;

  const add = (file: string, from: NamedFile["from"], decides = false): void => {
    if (file === path || !isWithin(root, file) || isForeign(file)) return;
    if ((decides || view.isCode(file)) && (found.get(file)?.from ?? "workspace") === "workspace")
      found.set(file, { path: file, from });
  };
  const look = (file: string) => (++looks > mostLooks ? null : view.kindOf(file));
  const tryAt = (base: string, word: string, from: NamedFile["from"]): void => {
    const target = resolve(base, word);
    const kind = look(target);
    if (kind === "file") add(target, from);
    if (kind === "file") return;
    // A folder that a script names is one whose files it may load one by one; below the workspace itself that is too much.
    if (kind === "folder" && from === "beside" && isWithin(folder, target) && target !== folder) {
      if (!bases.includes(target)) bases.push(target);
      if (folder !== root)
        for (const [name, inner] of view.list(target)) if (inner === "file") add(`${target}/${name}`, from);
    }
    for (const completed of completions(target, language, word)) if (look(completed) === "file") add(completed, from);
    if (kind === "folder" && language === "js" && /^\.\.?(?:\/|$)/.test(word)) addMain(target, from);
  };
  /** A folder that is loaded as a whole says itself which of its files that means. */
  const addMain = (target: string, from: NamedFile["from"]): void => {
    if (look(`${target}/package.json`) !== "file") return;
    add(`${target}/package.json`, from, true);
    const main = mainOf(target);
    if (main === null) return;
    for (const file of [main, ...scriptExtensions.flatMap((end) => [main + end, `${main}/index${end}`])])
      if (look(file) === "file") add(file, from);
  };
  const tryModule = (base: string, word: string): void => {
    for (const file of completions(resolve(base, word), "python", word)) if (look(file) === "file") add(file, "module");
  };

  view.list(folder);
  for (const word of wordsIn(text)) {
    if (word.includes("*")) {
      for (const file of globbed(word, folder, view)) add(file, "beside");
      continue;
    }
    if (modulesFrom !== undefined && language === "python") tryModule(modulesFrom, word);
    for (const base of bases.slice(0, 16)) tryAt(base, word, "beside");
    // A single word is a name of something else in the workspace far too often.
    if (folder !== root && (word.includes("/") || extname(word) !== "")) tryAt(root, word, "workspace");
  }
  return [...found.values()];
}

/** What belongs to a package manager or to git is not the hook's. */
export function isForeign(path: string): boolean {
  return /\/(?:node_modules|\.git)(?:\/|$)/.test(path);
}

/** The packages that a JavaScript or TypeScript file loads. */
export function packagesIn(path: string, text: string): string[] {
  if (languageOf(path, text) !== "js") return [];
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["']([^"'\n]+)["']/g)];
  const names = specifiers.map(([, specifier = ""]) => specifier).filter((name) => /^[@a-z#]/i.test(name));
  return [...new Set(names)].filter((name) => !name.startsWith("node:") && !builtinModules.has(name));
}

const builtinModules: ReadonlySet<string> = new Set(process.getBuiltinModule("module").builtinModules);

const scriptExtensions = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"];

type Language = "js" | "python" | "ruby" | "lua" | "other";

function languageOf(path: string, text: string): Language {
  const extension = extname(path);
  if (/^\.[mc]?[jt]sx?$/.test(extension)) return "js";
  if (extension === ".py") return "python";
  if (extension === ".rb") return "ruby";
  if (extension === ".lua") return "lua";
  const first = text.startsWith("#!") ? (text.split("\n", 1)[0] ?? "") : "";
  if (/\b(?:node|tsx|deno|bun)\b/.test(first)) return "js";
  if (/\bpython[\d.]*\b/.test(first)) return "python";
  return /\bruby\b/.test(first) ? "ruby" : "other";
}

/** The files that a module's name may stand for. */
function completions(target: string, language: Language, word: string): string[] {
  switch (language) {
    case "js": {
      if (!/^\.\.?(?:\/|$)/.test(word)) return [];
      const base = target.replace(/\.[mc]?jsx?$/, "");
      return [
        ...scriptExtensions.flatMap((extension) => [target + extension, `${target}/index${extension}`]),
        ...(base === target ? [] : scriptExtensions.map((extension) => base + extension)),
      ];
    }
    case "python": {
      const module = target.slice(0, target.length - word.length) + word.replace(/^\.+/, "").replaceAll(".", "/");
      if (!/^[\w.]+$/.test(word)) return [];
      const parents = word.replace(/^\.+/, "").split(".").slice(0, -1);
      const packages = parents.map(
        (_, at) => `${target.slice(0, target.length - word.length)}${parents.slice(0, at + 1).join("/")}/__init__.py`,
      );
      return [...packages, `${module}.py`, `${module}/__init__.py`];
    }
    case "ruby":
      return [`${target}.rb`];
    case "lua":
      return [`${target.replaceAll(".", "/")}.lua`];
    case "other":
      return [];
  }
}

/** Everything in a text that could be a path or the name of a module, in all the ways it can be meant. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(/[\w@%+=:,./*~-]+/g)) {
    if (words.size > mostTokens) break;
    for (const piece of run.split(/[=:,]/)) {
      // `${FILE:-hooks/x.sh}` has a sign before the name.
      const word = piece.replace(/^[-+?]+|[.,]+$/g, "");
      if (word === "" || word.length > 300 || /^[\d./*~-]+$/.test(word)) continue;
      words.add(word);
      // `$(dirname "$0")/lib.sh` leaves "/lib.sh", `$DIR/lib.sh` leaves "DIR/lib.sh".
      const slash = word.indexOf("/");
      if (slash >= 0 && slash < word.length - 1) words.add(word.slice(slash + 1));
    }
  }
  return words;
}

function globbed(word: string, folder: string, view: FolderView): string[] {
  const slash = word.lastIndexOf("/");
  const inner = resolve(folder, word.slice(0, Math.max(0, slash)));
  const glob = parseGlob(word.slice(slash + 1));
  if ("bad" in glob || word.slice(0, slash).includes("*") || !isWithin(folder, inner)) return [];
  if (/^\*+$/.test(word.slice(slash + 1))) return [];
  return [...view.list(inner)].flatMap(([name, kind]) =>
    kind === "file" && matchesGlob(glob, name) ? [`${inner}/${name}`] : [],
  );
}
