import type { Verdict } from "../engine/verdict.ts";

/** The dialect in which a hook of a dispatch is written; null when no run of that name is in the verdict. */
export function dialectOfHook({ runs }: Pick<Verdict, "runs">, hook: string): string | null {
  return runs.find(({ hook_name }) => hook_name === hook)?.dialect ?? null;
}
