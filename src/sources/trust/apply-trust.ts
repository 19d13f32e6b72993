import type { Hook } from "../../engine/hook.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import type { FileReader } from "../file-reader.ts";
import type { LoadRequest } from "../load-request.ts";
import { isWithin } from "../programs/look-up.ts";
import { bind } from "./bind.ts";
import { provideCopies } from "./copies.ts";
import { type Evidence, type EvidencePlace, evidenceOf, evidenceOfShadow } from "./evidence.ts";
import { combinedFingerprint, isFingerprint } from "./fingerprint.ts";
import { openFolderView } from "./folder-view.ts";
import { isHomeInWorkspace } from "./home-in-workspace.ts";
import { judgeTrust } from "./judge-trust.ts";
import { readLock } from "./lock-file.ts";
import type { Shadow } from "./shadow.ts";

export interface Trusted {
  readonly hooks: readonly Hook[];
  readonly findings: readonly Finding[];
}

/** Something of a workspace that somebody has to look at. */
export type TrustSubject =
  | { readonly kind: "hook"; readonly hook: Hook; readonly evidence: Evidence }
  | { readonly kind: "shadow"; readonly shadow: Shadow; readonly evidence: Evidence };

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
  const place = evidencePlace(request);
  const subjects = subjectsOf(hooks, shadows, place);
  if (subjects.length === 0) return { hooks, findings: [] };
  const { judge, findings } = judgeFor(subjects, request, reader);

  const decided = new Map<Hook, Hook>();
  for (const subject of subjects)
    if (subject.kind === "hook") decided.set(subject.hook, decide(subject.hook, subject.evidence));
  const kept = subjects.flatMap((subject) =>
    subject.kind === "shadow" && !prevails(subject) ? subject.shadow.yours : [],
  );
  return { hooks: [...hooks.map((hook) => decided.get(hook) ?? hook), ...kept], findings };

  function decide(hook: Hook, evidence: Evidence): Hook {
    const trust = judge(evidence);
    if (trust.refusal !== null) return { ...hook, trust };
    const copies = provideCopies(request.home, evidence, place);
    if ("bad" in copies) return { ...hook, trust: { ...trust, refusal: copies.bad } };
    return { ...bind(hook, evidence, copies, place.roots, place.searchPath), trust };
  }

  /** It takes the user's hooks away only if that was trusted, and what takes their place runs. */
  function prevails({ shadow, evidence }: Extract<TrustSubject, { kind: "shadow" }>): boolean {
    if (judge(evidence).refusal !== null) return false;
    const isBy = (hook: Hook) =>
      shadow.by.some(
        ({ name, event, origin }) =>
          name === (hook.adapted?.declaredAs ?? hook.name) && event === hook.event && origin.file === hook.origin.file,
      );
    return [...decided].every(([hook, after]) => !isBy(hook) || after.trust?.refusal === null);
  }
}

/** Nothing counts as trusted, or as the user's own, that came with the repository. */
function withoutHome(hooks: readonly Hook[], shadows: readonly Shadow[], { home, workspace }: LoadRequest): Trusted {
  const refusal = "your own Hookline folder lies in this workspace, so what is trusted cannot be told";
  const trust = { state: "new", fingerprint: "", refusal } as const;
  const isFromHere = ({ fromWorkspace, origin, executor }: Hook) =>
    executor.kind !== "broken" &&
    (fromWorkspace === true || (origin.file !== null && isWithin(workspace?.root ?? home, origin.file)));
  const all = [...hooks, ...shadows.flatMap(({ yours }) => yours)];
  return {
    hooks: all.map((hook) => (isFromHere(hook) ? { ...hook, trust } : hook)),
    findings: [finding("TRUST_HOME_IN_WORKSPACE", { file: home, line: null }, {})],
  };
}

/** Lists what needs trust: hooks that a workspace's files declare, and what takes away the user's own. */
export function subjectsOf(hooks: readonly Hook[], shadows: readonly Shadow[], place: EvidencePlace): TrustSubject[] {
  return [
    ...hooks.filter(needsTrust).map((hook) => ({ kind: "hook", hook, evidence: evidenceOf(hook, place) }) as const),
    ...shadows.map(
      (shadow) => ({ kind: "shadow", shadow, evidence: evidenceOfShadow(shadow, place.roots[0]) }) as const,
    ),
  ];
}

/** What stands in for a broken guard only refuses; everything else of a workspace's needs somebody's word. */
function needsTrust({ fromWorkspace, executor }: Hook): boolean {
  return fromWorkspace === true && executor.kind !== "broken";
}

export function evidencePlace({ workspace, cwd, environment }: LoadRequest): EvidencePlace {
  return {
    roots: [workspace?.root ?? cwd, ...(workspace?.additionalRoots ?? [])],
    searchPath: environment.PATH ?? "",
    view: openFolderView(),
  };
}

interface Judging {
  readonly judge: (evidence: Evidence) => ReturnType<typeof judgeTrust>;
  readonly findings: readonly Finding[];
}

function judgeFor(subjects: readonly TrustSubject[], request: LoadRequest, reader: Pick<FileReader, "read">): Judging {
  const { trust, home, workspace, cwd } = request;
  if (typeof trust === "object") return judgeByFingerprint(subjects, trust.fingerprint);
  const { entries, findings } = readLock(home, workspace?.root ?? cwd, reader);
  if (findings.length === 0) return { judge: (evidence) => judgeTrust(evidence, entries), findings };
  const refusal = "what was trusted in this workspace cannot be read";
  return { judge: ({ fingerprint }) => ({ state: "new", fingerprint, refusal }), findings };
}

/** Exactly these hooks, or none. */
function judgeByFingerprint(subjects: readonly TrustSubject[], given: string): Judging {
  const actual = combinedFingerprint(subjects.map(({ evidence }) => evidence.fingerprint));
  if (isFingerprint(given, actual)) {
    const judge = ({ fingerprint, problem }: Evidence) =>
      ({ state: problem === null ? "trusted" : "new", fingerprint, refusal: problem }) as const;
    return { judge, findings: [] };
  }
  const refusal = "the workspace's hooks do not have the fingerprint that was named";
  return {
    judge: ({ fingerprint }) => ({ state: "new", fingerprint, refusal }),
    findings: [finding("TRUST_FINGERPRINT_DIFFERS", { file: null, line: null }, { given: given.trim(), actual })],
  };
}
