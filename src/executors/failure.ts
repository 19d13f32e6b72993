import type { Failure } from "../engine/ports.ts";
import type { FailureName } from "../engine/run.ts";

/** States why a run gave no usable answer; `detail` is one sentence for a person. */
export function failed(failure: FailureName, detail: string): Failure {
  return { kind: "failure", failure, detail };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's name for an error (`ENOENT`), when it has one. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}
