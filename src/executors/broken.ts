import type { Executor } from "../engine/ports.ts";
import { failed } from "./failure.ts";

/** Refuses every run with what is wrong with the declaration, so that a broken guard does not fail open. */
export const runBroken: Executor = ({ hook }) =>
  failed(
    "not-supported",
    hook.executor.kind === "broken" ? hook.executor.detail : `it is declared as a ${hook.executor.kind} hook`,
  );
