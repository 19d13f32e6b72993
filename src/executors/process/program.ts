import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from "node:fs";
import { isAbsolute } from "node:path";

/** Programs that were found to be runnable, as they were then: most hooks run the same few again and again. */
const runnable = new Map<string, Stats>();
const maxRunnable = 1000;

/** Says why the file cannot be run as a program, or null when nothing speaks against it. */
export function whyNotRunnable(path: string, file: Stats): string | null {
  const known = runnable.get(path);
  if (known && isSame(known, file)) return null;
  const why = examine(path, file);
  if (why === null) {
    if (runnable.size >= maxRunnable) runnable.clear();
    runnable.set(path, file);
  }
  return why;
}

/** Permissions, like content, cannot change without the file's change time doing so. */
function isSame(one: Stats, other: Stats): boolean {
  return one.ctimeMs === other.ctimeMs && one.ino === other.ino && one.dev === other.dev && one.size === other.size;
}

function examine(path: string, file: Stats): string | null {
  if (file.isDirectory()) return `the command ${path} is a directory, not a program`;
  if (!file.isFile()) return `the command ${path} is not a regular file`;
  if (!mayExecute(path)) return `the command ${path} is not executable; "chmod +x" on it may be all it needs`;
  const start = startOf(path);
  return start === null ? null : whyNotStartable(path, start);
}

function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bytes by which the kernel decides how to run the file; null when we may run but not read it. */
function startOf(path: string): string | null {
  const start = Buffer.alloc(256);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    return start.toString("latin1", 0, readSync(file, start, 0, start.length, 0));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function whyNotStartable(path: string, start: string): string | null {
  if (start === "") return `the command ${path} is an empty file`;
  if (start.startsWith("#!")) return whyNotInterpretable(path, start);
  // A binary, of whatever format the kernel knows, has a zero byte near its start; a text has none.
  if (start.includes("\0")) return null;
  // The C library would quietly hand such a file to /bin/sh, whatever language it is written in.
  return `the command ${path} is a text without a "#!" line, so nothing says how to run it; add a first line such as "#!/bin/sh"`;
}

function whyNotInterpretable(path: string, start: string): string | null {
  const line = start.slice(2).split("\n", 1)[0] ?? "";
  if (line.endsWith("\r")) {
    return `the first line of ${path} ends in a Windows line break, which becomes part of the interpreter's name; save the file with plain LF line breaks`;
  }
  const interpreter = line.trim().split(/[ \t]/, 1)[0] ?? "";
  if (interpreter === "") return `the first line of ${path} names no interpreter after "#!"`;
  if (!isAbsolute(interpreter)) return null;
  const kind = statSync(interpreter, { throwIfNoEntry: false });
  if (kind === undefined) return `the interpreter ${interpreter}, named in the first line of ${path}, does not exist`;
  if (kind.isDirectory()) return `the interpreter ${interpreter}, named in the first line of ${path}, is a directory`;
  return mayExecute(interpreter)
    ? null
    : `the interpreter ${interpreter}, named in the first line of ${path}, is not executable`;
}
