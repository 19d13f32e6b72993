import type { Finding, ProblemCode } from "../../errors/problem.ts";

/** What `hookline validate` refuses and what is put up with when hooks are loaded: the hook works all the same. */
const errorsOnlyInValidate: ReadonlySet<ProblemCode> = new Set([
  "AGENT_HOOK_FOREIGN",
  "AGENT_HOOK_FIELD_TYPE",
  "AGENT_HOOK_OUT_OF_RANGE",
  "AGENT_HOOK_NAME_STYLE",
  "AGENT_HOOK_NAME_DIRECTORY",
  "AGENT_HOOK_DESCRIPTION_LONG",
  "AGENT_HOOK_FIELD_UNKNOWN",
]);

/** Whether a finding keeps the hook from running. */
export function isFatal({ severity, code }: Finding): boolean {
  return severity === "error" && !errorsOnlyInValidate.has(code);
}

/** The findings as they count when hooks are loaded. */
export function whenLoading(findings: readonly Finding[]): Finding[] {
  return findings.map((one) => (errorsOnlyInValidate.has(one.code) ? { ...one, severity: "warning" } : one));
}
