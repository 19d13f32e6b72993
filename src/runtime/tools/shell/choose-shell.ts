import { accessSync, constants } from "node:fs";
import { basename, isAbsolute } from "node:path";

/** Shells whose language hooks and permission rules can read. In another one the same text can mean something else. */
const understood: ReadonlySet<string> = new Set(["bash", "sh", "dash", "ksh", "ash"]);
const usual = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"];

/** The user's shell if it speaks the common language, else bash, else sh. */
export function chooseShell({ SHELL = "" }: NodeJS.ProcessEnv): string {
  const own = isAbsolute(SHELL) && understood.has(basename(SHELL)) ? [SHELL] : [];
  return [...own, ...usual].find(isExecutable) ?? "/bin/sh";
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
