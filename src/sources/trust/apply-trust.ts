import type { Hook, HookTrust } from "../../engine/hook.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { absoluteEntries } from "../../lib/absolute-entries.ts";
import { claimsOf } from "../agents/claims-of.ts";
import type { FileReader } from "../file-reader.ts";
import type { LoadRequest } from "../load-request.ts";
import { isWithin } from "../programs/look-up.ts";
import { bind } from "./bind.ts";
import type { Claim } from "./claim.ts";
import { provideCopies } from "./copies.ts";
import {
  type Evidence,
  type EvidencePlace,
  evidenceOf,
  evidenceOfClaim,
  evidenceOfShadow,
  type HookIdentity,
  identityOf,
} from "./evidence.ts";
import { combinedFingerprint, isFingerprint } from "./fingerprint.ts";
import { openFolderView } from "./folder-view.ts";
import { isHomeInWorkspace } from "./home-in-workspace.ts";
import { isSameHook, judgeTrust, neverTrusted } from "./judge-trust.ts";
import { readLock } from "./lock-file.ts";
import type { Shadow } from "./shadow.ts";

export interface Trusted {
  readonly hooks: readonly Hook[];
  readonly findings: readonly Finding[];
}

/** Something of a workspace that somebody has to look at. */
export type TrustSubject =
  | { readonly kind: "hook"; readonly hook: Hook; readonly evidence: Evidence }
  | { readonly kind: "shadow"; readonly shadow: Shadow; readonly evidence: Evidence }
  | { readonly kind: "claim"; readonly claim: Claim; readonly evidence: Evidence };

/**
 * The last step of loading: what a workspace declares runs only as somebody has trusted it, and from private copies. What it
 * would take away of the user's own goes on until then.
 */
export function applyTrust(
  hooks: readonly Hook[],
  shadows: readonly Shadow[],
  request: LoadRequest,
  reader: Pick<FileReader, "read">,
): Trusted {
  if (request.trust === "unchecked") return { hooks, findings: [] };
  if (isHomeInWorkspace(request)) return withoutHome(hooks, shadows, request);
  if (!hooks.some(needsTrust) && shadows.length === 0) return { hooks, findings: [] };
  const places = placesFor(request);
  const { judge, isKnown, findings } = judgeFor(hooks, shadows, request, places, reader);
  const decided = new Map(hooks.filter(needsTrust).map((hook) => [hook, whenAsked(hook, () => decide(hook))]));
  const kept = shadows.flatMap((shadow) => (prevails(shadow) ? [] : shadow.yours));
  return { hooks: [...hooks.map((hook) => decided.get(hook) ?? hook), ...kept], findings };

  function decide(hook: Hook): Hook {
    const place = places();
    try {
      // A repository that nobody has trusted cannot keep anybody waiting with what it is made of.
      if (!isKnown(identityOf(hook, place.roots[0]))) return { ...hook, trust: neverTrusted };
      const evidence = evidenceOf(hook, place);
      const trust = judge(evidence);
      if (trust.refusal !== null) return { ...hook, trust };
      const copies = provideCopies(request.home, evidence, place);
      if ("bad" in copies) return { ...hook, trust: { ...trust, refusal: copies.bad } };
      return { ...bind(hook, evidence, copies, place.roots, place.searchPath), trust };
    } catch (error) {
      // Whatever a repository has made of its files, it is no reason to run them, nor to run nothing else.
      const refusal = `its files cannot be checked: ${(error as Error).message}`;
      return { ...hook, trust: { state: "new", fingerprint: null, refusal } };
    }
  }

  /** It takes the user's hooks away only if that was trusted, and what takes their place runs. */
  function prevails(shadow: Shadow): boolean {
    if (judge(evidenceOfShadow(shadow, places().roots[0])).refusal !== null) return false;
    const isBy = (hook: Hook) =>
      shadow.by.some(
        ({ name, event, origin }) =>
          name === (hook.adapted?.declaredAs ?? hook.name) && event === hook.event && origin.file === hook.origin.file,
      );
    return [...decided].every(([hook, after]) => !isBy(hook) || after.trust?.refusal === null);
  }
}

/** What was seen of files that may change counts for a moment only: hooks may be asked about long after they were loaded. */
const viewMs = 1000;

/**
 * The hook as it is decided about, once somebody wants to know: most commands fire one event, and looking through the files of all
 * other hooks would keep everybody waiting.
 */
function whenAsked(hook: Hook, decide: () => Hook): Hook {
  let decided: Hook | null = null;
  let decidedAt = 0;
  const now = (): Hook => {
    // What runs is checked before every run; what does not may be back to what was trusted.
    const isOver = decided?.trust?.refusal !== null && performance.now() - decidedAt > viewMs;
    if (decided === null || isOver) {
      decided = decide();
      decidedAt = performance.now();
    }
    return decided;
  };
  return {
    ...hook,
    get executor() {
      return now().executor;
    },
    get trust() {
      return now().trust as HookTrust;
    },
  };
}

function placesFor(request: LoadRequest): () => EvidencePlace {
  let place = evidencePlace(request);
  let openedAt = performance.now();
  return () => {
    if (performance.now() - openedAt < viewMs) return place;
    place = { ...place, view: openFolderView() };
    openedAt = performance.now();
    return place;
  };
}

/** Nothing counts as trusted, or as the user's own, that came with the repository. */
function withoutHome(hooks: readonly Hook[], shadows: readonly Shadow[], { home, workspace }: LoadRequest): Trusted {
  const refusal = "your own Hookline folder lies in this workspace, so what is trusted cannot be told";
  const trust = { state: "new", fingerprint: null, refusal } as const;
  const isFromHere = ({ fromWorkspace, origin, executor }: Hook) =>
    executor.kind !== "broken" &&
    (fromWorkspace === true || (origin.file !== null && isWithin(workspace?.root ?? home, origin.file)));
  const all = [...hooks, ...shadows.flatMap(({ yours }) => yours)];
  return {
    hooks: all.map((hook) => (isFromHere(hook) ? { ...hook, trust } : hook)),
    findings: [finding("TRUST_HOME_IN_WORKSPACE", { file: home, line: null }, {})],
  };
}

/** Lists what needs trust: hooks that a workspace's files declare, what takes away the user's own, and what else they ask for. */
export function subjectsOf(
  hooks: readonly Hook[],
  shadows: readonly Shadow[],
  place: EvidencePlace,
  claims: readonly Claim[],
): TrustSubject[] {
  return [
    ...hooks.filter(needsTrust).map((hook) => ({ kind: "hook", hook, evidence: evidenceOf(hook, place) }) as const),
    ...shadows.map(
      (shadow) => ({ kind: "shadow", shadow, evidence: evidenceOfShadow(shadow, place.roots[0]) }) as const,
    ),
    ...claims.map((claim) => ({ kind: "claim", claim, evidence: evidenceOfClaim(claim, place) }) as const),
  ];
}

/** What stands in for a broken guard only refuses; everything else of a workspace's needs somebody's word. */
function needsTrust({ fromWorkspace, executor }: Hook): boolean {
  return fromWorkspace === true && executor.kind !== "broken";
}

export function evidencePlace({ workspace, cwd, environment }: LoadRequest): EvidencePlace {
  return {
    roots: [workspace?.root ?? cwd, ...(workspace?.additionalRoots ?? [])],
    searchPath: absoluteEntries(environment.PATH ?? ""),
    view: openFolderView(),
  };
}

export interface Judging {
  readonly judge: (evidence: Evidence) => HookTrust;
  /** Whether there is a decision about a hook at all. */
  readonly isKnown: (hook: HookIdentity) => boolean;
  readonly findings: readonly Finding[];
}

function judgeFor(
  hooks: readonly Hook[],
  shadows: readonly Shadow[],
  request: LoadRequest,
  places: () => EvidencePlace,
  reader: Pick<FileReader, "read">,
): Judging {
  const { trust } = request;
  if (typeof trust !== "object") return judgeByLock(request, reader);
  return judgeByFingerprint(subjectsOf(hooks, shadows, places(), claimsOf(request)), trust.fingerprint);
}

/** What somebody has trusted before. */
export function judgeByLock({ home, workspace, cwd }: LoadRequest, reader: Pick<FileReader, "read">): Judging {
  const { entries, findings } = readLock(home, workspace?.root ?? cwd, reader);
  const isKnown = (hook: HookIdentity) => findings.length > 0 || entries.some((entry) => isSameHook(entry, hook));
  if (findings.length === 0) return { judge: (evidence) => judgeTrust(evidence, entries), isKnown, findings };
  const refusal = "what was trusted in this workspace cannot be read";
  return { judge: ({ fingerprint }) => ({ state: "new", fingerprint, refusal }), isKnown, findings };
}

/** Exactly these hooks, or none. */
export function judgeByFingerprint(subjects: readonly TrustSubject[], given: string): Judging {
  const actual = combinedFingerprint(subjects.map(({ evidence }) => evidence.fingerprint));
  if (isFingerprint(given, actual)) {
    const named = new Set(subjects.map(({ evidence }) => evidence.fingerprint));
    const judge = ({ fingerprint, problem }: Evidence) => {
      // Hooks are looked at again when they are asked for, and may have changed by then.
      const refusal = problem ?? (named.has(fingerprint) ? null : "it changed since it was loaded");
      return { state: refusal === null ? "trusted" : "new", fingerprint, refusal } as const;
    };
    return { judge, isKnown: () => true, findings: [] };
  }
  const refusal = "the workspace's hooks do not have the fingerprint that was named";
  return {
    judge: ({ fingerprint }) => ({ state: "new", fingerprint, refusal }),
    isKnown: () => true,
    findings: [finding("TRUST_FINGERPRINT_DIFFERS", { file: null, line: null }, { given: given.trim(), actual })],
  };
}
