import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Argument } from "../../lib/shell/argument.ts";
import { readingOf } from "../../lib/shell/read-rules.ts";
import { isDelegate } from "./delegates.ts";
import { cannotTell, isWithin, type Standpoint } from "./look-up.ts";
import type { NamedProgram } from "./named-program.ts";

/** Programs that move files about and start none of them. */
const fileTools: ReadonlySet<string> = new Set(
  "cp mv rm mkdir rmdir touch chmod chown chgrp ln tee install truncate mktemp dd sync sleep date echo printf".split(
    " ",
  ),
);

const mostWords = 200;

/**
 * Files of the workspace among the words that a program is given, where nobody can say what it does with them: it may run them.
 * Programs that are known to only read, or to have their work described elsewhere, are believed.
 */
export function mentionsFor(name: string, args: readonly Argument[], from: Standpoint): NamedProgram[] {
  if (fileTools.has(name) || isDelegate(name) || readingOf(name, args).kind === "reads") return [];
  return mentionsIn(
    args.map(({ text }) => text),
    from,
    name,
  );
}

/** The same for texts of which some programs make code, such as the values of variables. */
export function mentionsIn(texts: readonly string[], from: Standpoint, by: string | null = null): NamedProgram[] {
  return texts.flatMap((text) => mentionsOf(text, from, by));
}

function mentionsOf(text: string, { cwd, root }: Standpoint, by: string | null): NamedProgram[] {
  const base = cwd ?? root;
  if (root === null || base === null) return [];
  const words = new Set(text.split(/[\s=:,;'"`()|&<>]+/).flatMap(withoutOption));
  const kinds = [...words].slice(0, mostWords).map((word) => [word, kindAt(resolve(base, word), root)] as const);
  const folders = kinds.filter(([, kind]) => kind === "folder").map(([word]) => word);
  return [
    ...(kinds.some(([, kind]) => kind === "file") ? [codeIn(text)] : []),
    ...(by === null ? [] : folders.map((word) => cannotTell(word, null, "script", givenFolder(by, word)))),
  ];
}

/** `-Ilib` is a folder behind an option. */
function withoutOption(word: string): string[] {
  if (word === "" || word === "." || word === "/") return [];
  return /^-[A-Za-z]./.test(word) ? [word, word.slice(2)] : [word];
}

/** Code that is an argument itself: no file, but it may name some. */
export function codeIn(text: string): NamedProgram {
  return { role: "script", word: text, path: null, realPath: null, isInside: false, problem: null, where: null };
}

function givenFolder(program: string, folder: string): string {
  return `${program} is given the folder ${folder}: what it starts of it is not looked at`;
}

function kindAt(path: string, root: string): "file" | "folder" | null {
  if (path === root || !isWithin(root, path)) return null;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? "file" : stats?.isDirectory() ? "folder" : null;
  } catch {
    return null;
  }
}
