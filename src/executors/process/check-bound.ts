import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import type { BoundFile } from "../../engine/hook.ts";
import type { Failure } from "../../engine/ports.ts";
import { failed } from "../failure.ts";

/**
 * Checks that the files of a trusted hook are still what was trusted, and that the copies that will run are; null when they are.
 * Nothing is remembered between runs: what a file's time stamp says of it can be arranged.
 */
export function whyNotTrusted(bound: readonly BoundFile[]): Failure | null {
  for (const { path, sha256, copy, leadsTo } of bound) {
    if (leadsTo !== undefined) {
      if (realPath(path) !== leadsTo)
        return refused(`${path} does not lead to ${leadsTo} any more, as it did when it was trusted`);
      continue;
    }
    const actual = hashOf(path);
    if (actual === null) return refused(`its file ${path} is gone or cannot be read any more`);
    if (actual !== sha256) return refused(`its file ${path} changed since it was trusted`);
    if (copy && hashOf(copy.path) !== copy.sha256)
      return refused(`the private copy of ${path} that should run, ${copy.path}, is damaged`);
  }
  return null;
}

/** Nothing larger is ever trusted, so there is no need to read it. */
const largestFile = 64 * 1024 * 1024;

function refused(detail: string): Failure {
  return failed("trust-refused", detail);
}

function hashOf(path: string): string | null {
  let file: number | undefined;
  try {
    // A pipe in the place of a file must not make us wait for whoever writes into it.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > largestFile) return null;
    return hash("sha256", readFileSync(file));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
