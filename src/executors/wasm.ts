import type { Executor } from "../engine/ports.ts";
import { failed } from "./failure.ts";

/** Refuses every run: declarations may say `wasm`, but nothing runs it yet. */
export const runWasm: Executor = () =>
  failed("not-supported", "the wasm executor is not implemented; declare the hook with a command instead");
