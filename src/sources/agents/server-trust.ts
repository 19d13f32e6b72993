import type { McpToolsetSpec } from "../../agent/agent-definition.ts";
import type { LoadRequest } from "../load-request.ts";
import { bindProcess } from "../trust/bind.ts";
import { provideCopies } from "../trust/copies.ts";
import { openClaims } from "../trust/decide-claims.ts";
import { claimsOf } from "./claims-of.ts";
import { processOf, serverClaim } from "./server-claim.ts";

/** Whether an MCP server may be used. */
export type ServerDecision =
  | {
      readonly isTrusted: true;
      /** The server as it must be started: from private copies of the files that were trusted. */
      readonly spec: McpToolsetSpec;
    }
  | {
      readonly isTrusted: false;
      readonly state: "new" | "changed";
      readonly fingerprint: string | null;
      /** Why it may not, as part of a sentence. */
      readonly refusal: string;
    };

/**
 * Answers for one server at a time whether it may be used: one of the user's own always, one of a workspace's only as somebody
 * has trusted it. Ask just before it is started: files are looked at when you do.
 */
export function openServerTrust(request: LoadRequest): (spec: McpToolsetSpec) => ServerDecision {
  return (spec) => {
    if (!spec.fromWorkspace) return { isTrusted: true, spec };
    try {
      return decide(spec, request);
    } catch (error) {
      // Whatever a repository has made of its files, it is no reason to run them.
      return refused("new", null, `its files cannot be checked: ${(error as Error).message}`);
    }
  };
}

function decide(spec: McpToolsetSpec, request: LoadRequest): ServerDecision {
  const { decide: judge, place } = openClaims(request, () => claimsOf(request));
  if (judge === null) return { isTrusted: true, spec };
  const { state, fingerprint, refusal, evidence } = judge(serverClaim(spec));
  if (refusal !== null) return refused(state === "changed" ? "changed" : "new", fingerprint, refusal);
  const { server } = spec;
  const process = processOf(spec);
  if (server.transport !== "stdio" || process === null) return { isTrusted: true, spec };
  const copies = provideCopies(request.home, evidence, place);
  if ("bad" in copies) return refused("new", fingerprint, copies.bad);
  const { command, args } = bindProcess(process, evidence, copies, place.roots, place.searchPath);
  return { isTrusted: true, spec: { ...spec, server: { ...server, command, args } } };
}

function refused(state: "new" | "changed", fingerprint: string | null, refusal: string): ServerDecision {
  return { isTrusted: false, state, fingerprint, refusal };
}
