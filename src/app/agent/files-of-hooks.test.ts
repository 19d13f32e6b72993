import { expect, it } from "vitest";
import type { ExecutorSpec, Hook } from "../../engine/hook.ts";
import { nativeHook } from "../../engine/native-hook.ts";
import { filesOfHooks } from "./files-of-hooks.ts";

const native = nativeHook({ name: "n", event: "tool.pre_call", run: () => undefined });
const process: ExecutorSpec = { kind: "process", command: "a", args: [], env: {}, inherits: "safe-names", cwd: "/w" };
const running = (...paths: string[]): Hook => ({
  ...native,
  executor: { ...process, bound: paths.map((path) => ({ path, sha256: "" })) },
});

it("names every file that a trusted hook runs from, once", () => {
  const hooks = [native, running("/w/a.sh", "/w/lib.sh"), { ...native, executor: process }, running("/w/lib.sh")];
  expect(filesOfHooks(hooks)).toEqual(["/w/a.sh", "/w/lib.sh"]);
});
