import type { Hook } from "../engine/hook.ts";
import { type Finding, Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { claimsOf } from "../sources/agents/claims-of.ts";
import { openFileReader } from "../sources/file-reader.ts";
import { loadUndecided } from "../sources/load-hooks.ts";
import { evidencePlace, subjectsOf } from "../sources/trust/apply-trust.ts";
import type { Evidence } from "../sources/trust/evidence.ts";
import { combinedFingerprint, isFingerprint } from "../sources/trust/fingerprint.ts";
import { isHomeInWorkspace } from "../sources/trust/home-in-workspace.ts";
import { earlierOf, isSameHook, judgeTrust } from "../sources/trust/judge-trust.ts";
import { readLock, type TrustEntry } from "../sources/trust/lock-file.ts";
import { recordTrust, revokeTrust, type TrustStore } from "../sources/trust/record-trust.ts";
import { shownText } from "../sources/trust/shown-texts.ts";
import { resolveWorkspace, type Workspace } from "../sources/workspace.ts";
import type { Place } from "./place.ts";
import { aboutBuiltins } from "./read-hooks.ts";

/** Something of a workspace that needs trust, and what has been decided about it. */
export interface Reviewed {
  /** `claim`: no hook, but an MCP server of an agent, rules that approve calls, an agent or a skill. */
  readonly kind: "hook" | "shadow" | "claim";
  readonly state: "new" | "changed" | "trusted";
  /** Why it does not run, as part of a sentence; null when it is trusted. */
  readonly refusal: string | null;
  readonly evidence: Evidence;
  /** Null for a declaration that only takes away hooks of the user's, and for claims. */
  readonly hook: Hook | null;
  /** What was trusted last, when that was something else. */
  readonly earlier: Earlier | null;
}

export interface Earlier {
  readonly trustedAt: string;
  /** Null when it is not known any more. */
  readonly declaration: string | null;
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly bytes: Buffer | null }[];
}

export interface TrustReview {
  readonly workspace: Workspace;
  /** Stands for all of them together. */
  readonly fingerprint: string;
  readonly subjects: readonly Reviewed[];
  /** What was trusted and is not declared any more. */
  readonly gone: readonly TrustEntry[];
  readonly findings: readonly Finding[];
  readonly store: TrustStore;
}

/** Holds everything that a workspace would run against what was trusted. Runs nothing and changes nothing. */
export function reviewTrust({ workspace: reference, ...place }: Place, now = new Date()): TrustReview {
  const workspace = resolveWorkspace(reference, place);
  const request = { ...place, workspace, ...aboutBuiltins };
  if (isHomeInWorkspace(request)) throw new Problem("TRUST_HOME_IN_WORKSPACE", {});
  const { loaded, shadows } = loadUndecided(request);
  const where = evidencePlace(request);
  const lock = readLock(place.home, workspace.root, openFileReader({ signed: false }));
  const subjects = subjectsOf(loaded.hooks, shadows, where, claimsOf(request)).map((subject): Reviewed => {
    const { kind, evidence } = subject;
    const { state, refusal } = judgeTrust(evidence, lock.entries);
    const before = state === "changed" ? earlierOf(evidence, lock.entries) : null;
    const hook = subject.kind === "hook" ? subject.hook : null;
    return { kind, state, refusal, evidence, hook, earlier: before && recalled(before, place.home) };
  });
  return {
    workspace,
    fingerprint: combinedFingerprint(subjects.map(({ evidence }) => evidence.fingerprint)),
    subjects,
    gone: goneFrom(lock.entries, subjects),
    findings: lock.findings,
    store: { home: place.home, root: workspace.root, place: where, now },
  };
}

/** Those that need a decision. */
export function undecided({ subjects }: Pick<TrustReview, "subjects">): readonly Reviewed[] {
  return subjects.filter(({ state }) => state !== "trusted");
}

/** Those of a review that go by a name. Throws when there are none. */
export function called(review: TrustReview, name: string): readonly Reviewed[] {
  const found = review.subjects.filter(({ evidence }) => evidence.hook === name);
  if (found.length > 0) return found;
  const names = new Set(review.subjects.map(({ evidence }) => evidence.hook));
  throw new Problem("TRUST_HOOK_UNKNOWN", { name, suggestion: closest(name, names) });
}

/** Trusts what was reviewed: the bytes that were shown, whatever the files say by now. */
export async function trust({ store }: TrustReview, reviewed: readonly Reviewed[]): Promise<void> {
  if (reviewed.length === 0) return;
  await recordTrust(
    store,
    reviewed.map(({ evidence }) => evidence),
  );
}

/** Trusts all of a workspace if it is exactly what the fingerprint stands for. Throws when it is not. */
export async function trustFingerprint(review: TrustReview, given: string): Promise<void> {
  if (!isFingerprint(given, review.fingerprint))
    throw new Problem("TRUST_FINGERPRINT_DIFFERS", { given: given.trim(), actual: review.fingerprint });
  await trust(review, review.subjects);
}

/** Takes trust back, of the hooks with this name or of all; answers with how many decisions were forgotten. */
export async function revoke({ store, subjects, gone }: TrustReview, name: string | null): Promise<number> {
  const forgotten = await revokeTrust(store, name);
  if (forgotten > 0 || name === null) return forgotten;
  const names = new Set([...subjects.map(({ evidence }) => evidence.hook), ...gone.map(({ hook }) => hook)]);
  if (names.has(name)) return 0;
  throw new Problem("TRUST_HOOK_UNKNOWN", { name, suggestion: closest(name, names) });
}

function recalled({ trusted_at, declaration, files }: TrustEntry, home: string): Earlier {
  return {
    trustedAt: trusted_at,
    declaration: shownText(home, declaration)?.toString("utf8") ?? null,
    files: files.map(({ path, sha256 }) => ({ path, sha256, bytes: shownText(home, sha256) })),
  };
}

function goneFrom(entries: readonly TrustEntry[], subjects: readonly Reviewed[]): TrustEntry[] {
  const gone = entries.filter((entry) => !subjects.some(({ evidence }) => isSameHook(evidence, entry)));
  // Of several states of a hook the last is enough.
  return gone.filter((entry, index) => !gone.slice(index + 1).some((later) => isSameHook(later, entry)));
}
