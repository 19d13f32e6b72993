import type { HookTrust } from "../../engine/hook.ts";
import { sha256Of } from "./covered-file.ts";
import type { Evidence, HookIdentity } from "./evidence.ts";
import type { TrustEntry } from "./lock-file.ts";

/** Holds what a hook is now against what was trusted. */
export function judgeTrust(evidence: Evidence, entries: readonly TrustEntry[]): HookTrust {
  const { fingerprint } = evidence;
  if (evidence.problem !== null) return { state: "new", fingerprint, refusal: evidence.problem };
  if (entries.some((entry) => entry.fingerprint === fingerprint))
    return { state: "trusted", fingerprint, refusal: null };
  const earlier = earlierOf(evidence, entries);
  if (earlier === null) return { ...neverTrusted, fingerprint };
  return {
    state: "changed",
    fingerprint,
    refusal: `${whatChanged(evidence, earlier)} since it was trusted on ${dayOf(earlier)}`,
  };
}

/** A hook that nobody has decided about, whatever is in its files. */
export const neverTrusted: HookTrust = {
  state: "new",
  fingerprint: null,
  refusal: "it is new and nobody has trusted it yet",
};

/** The last decision about a hook of this name; null when there is none. */
export function earlierOf(evidence: Evidence, entries: readonly TrustEntry[]): TrustEntry | null {
  return entries.findLast((entry) => isSameHook(evidence, entry)) ?? null;
}

/** Whether an entry is about this hook, whatever it looked like then. */
export function isSameHook(a: HookIdentity, b: HookIdentity): boolean {
  return a.hook === b.hook && a.event === b.event && a.dialect === b.dialect && a.file === b.file;
}

function whatChanged({ files, declaration, programs }: Evidence, earlier: TrustEntry): string {
  const before = new Map(earlier.files.map(({ path, sha256 }) => [path, sha256]));
  const changed = files.find(({ place, sha256 }) => before.has(place) && before.get(place) !== sha256);
  if (changed !== undefined) return `its file ${changed.place} changed`;
  const added = files.find(({ place }) => !before.has(place));
  if (added !== undefined) return `the file ${added.place} became part of it`;
  const places = new Set(files.map(({ place }) => place));
  const gone = earlier.files.find(({ path }) => !places.has(path));
  if (gone !== undefined) return `its file ${gone.path} went away`;
  if (sha256Of(declaration) !== earlier.declaration) return "its declaration changed";
  const now = programs.map(({ word, path }) => (word === path ? path : `${word} is ${path}`)).join(", ");
  return now === "" ? "it changed" : `a program that it needs was found elsewhere (now ${now})`;
}

function dayOf({ trusted_at }: TrustEntry): string {
  return trusted_at.slice(0, 10);
}
