import { resolve } from "node:path";
import type { AdapterCall } from "./adapter-call.ts";
import type { ProcessSpec } from "./translation.ts";

/** Where an adapted hook runs: where its declaration would, or below. */
export function adaptedCwd({ cwd }: AdapterCall, outer: Pick<ProcessSpec, "cwd">): string {
  return cwd === null ? outer.cwd : resolve(outer.cwd, cwd);
}
