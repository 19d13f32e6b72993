import type { ExecutorSpec } from "../engine/hook.ts";
import { adaptedCwd } from "./adapted-cwd.ts";
import type { AdapterCall } from "./adapter-call.ts";
import { promptPlaceholders } from "./claude/declaration/runner.ts";
import type { ProcessSpec, Surroundings, Translation } from "./translation.ts";

/** How an adapted hook runs: a program as its dialect runs programs, a built-in hook, or a text that is only added. */
export function adaptedExecutor(
  call: AdapterCall,
  translation: Translation,
  name: string,
  outer: ProcessSpec,
  around: Surroundings,
): ExecutorSpec {
  const [first = "", ...args] = call.command;
  switch (call.runs) {
    case "command":
      return translation.executorOf(call, name, outer, around);
    case "builtin": {
      const env = { ...outer.env, ...call.env };
      return { kind: "builtin", name: first, args, env, cwd: call.cwd === null ? null : adaptedCwd(call, outer) };
    }
    case "prompt":
      return { kind: "prompt", text: first, placeholders: promptPlaceholders };
  }
}
