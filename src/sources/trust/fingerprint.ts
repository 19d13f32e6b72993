import { type CoveredFile, sha256Of } from "./covered-file.ts";

export interface Fingerprinted {
  readonly declaration: unknown;
  readonly files: readonly Pick<CoveredFile, "place" | "sha256" | "isExecutable" | "leadsTo">[];
  readonly programs: readonly { readonly word: string; readonly path: string }[];
}

/** Stands for a declaration and every byte that it runs. Where in its file a declaration stands makes no difference. */
export function fingerprintOf({ declaration, files, programs }: Fingerprinted): string {
  const contents = files.map(({ place, sha256, isExecutable, leadsTo }) => [place, sha256, isExecutable, leadsTo]);
  const needed = programs.map(({ word, path }) => [word, path]);
  return sha256Of(JSON.stringify(["hookline trust 1", declaration, contents, needed]));
}

/** Stands for all hooks of a workspace together. */
export function combinedFingerprint(fingerprints: readonly string[]): string {
  return sha256Of(JSON.stringify(["hookline workspace 1", [...new Set(fingerprints)].sort()]));
}

/** Whether somebody who names a fingerprint means this one. */
export function isFingerprint(given: string, fingerprint: string): boolean {
  return (
    given
      .trim()
      .toLowerCase()
      .replace(/^sha256:/, "") === fingerprint
  );
}
