import type { HookTrust } from "../../engine/hook.ts";
import type { Finding } from "../../errors/problem.ts";
import { openFileReader } from "../file-reader.ts";
import { loadUndecided } from "../load-hooks.ts";
import type { LoadRequest } from "../load-request.ts";
import { evidencePlace, type Judging, judgeByFingerprint, judgeByLock, subjectsOf } from "./apply-trust.ts";
import type { Claim } from "./claim.ts";
import { type Evidence, type EvidencePlace, evidenceOfClaim } from "./evidence.ts";
import { isHomeInWorkspace } from "./home-in-workspace.ts";

/** What was decided about a claim, and on which evidence. */
export interface ClaimDecision extends HookTrust {
  readonly evidence: Evidence;
}

export interface Claims {
  /** Null when the caller has decided on everything. */
  readonly decide: ((claim: Claim) => ClaimDecision) | null;
  readonly place: EvidencePlace;
  readonly findings: readonly Finding[];
}

/** Holds what a workspace asks for besides hooks against what the user has trusted. */
export function openClaims(request: LoadRequest, claims: () => readonly Claim[]): Claims {
  const place = evidencePlace(request);
  if (request.trust === "unchecked") return { decide: null, place, findings: [] };
  const { judge, findings } = judging(request, claims, place);
  return {
    decide: (claim) => {
      const evidence = evidenceOfClaim(claim, place);
      return { ...judge(evidence), evidence };
    },
    place,
    findings,
  };
}

function judging(
  request: LoadRequest,
  claims: () => readonly Claim[],
  place: EvidencePlace,
): Pick<Judging, "judge" | "findings"> {
  const { trust } = request;
  if (isHomeInWorkspace(request)) {
    const refusal = "your own Hookline folder lies in this workspace, so what is trusted cannot be told";
    return { judge: ({ fingerprint }) => ({ state: "new", fingerprint, refusal }), findings: [] };
  }
  if (typeof trust !== "object") return judgeByLock(request, openFileReader({ signed: false }));
  const { loaded, shadows } = loadUndecided(request);
  return judgeByFingerprint(subjectsOf(loaded.hooks, shadows, place, claims()), trust.fingerprint);
}
