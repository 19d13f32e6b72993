import { delimiter, isAbsolute, join } from "node:path";
import type { ExecutorSpec, Hook } from "../../engine/hook.ts";
import { isWithin } from "../programs/look-up.ts";
import type { NamedProgram } from "../programs/named-program.ts";
import type { Copies } from "./copies.ts";
import { placeOf } from "./covered-file.ts";
import type { Evidence } from "./evidence.ts";
import { type Replacement, replaceWords } from "./shell-quote.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

/** The hook as it runs when it is trusted: from the copies, each of its files checked before every run. */
export function bind(
  hook: Hook,
  evidence: Evidence,
  copies: Copies,
  roots: readonly string[],
  searchPath: string,
): Hook {
  const { executor } = hook;
  if (executor.kind !== "process") return hook;
  const path = executor.env.PATH ?? searchPath;
  const steers = path
    .split(delimiter)
    .some((entry) => !isAbsolute(entry) || roots.some((root) => isWithin(root, entry)));
  const pathFor = (program: NamedProgram): string | null => {
    if (program.path === null || program.where === null) return null;
    const place = placeOf(program.path, roots);
    if (evidence.files.some((file) => file.place === place && !file.isReadInPlace)) return join(copies.folder, place);
    // What a name means is settled now, where a workspace could have a say in it later.
    const isName = !program.word.includes("/") && program.role !== "script";
    return isName && (steers || program.where.in === "command") ? program.path : null;
  };
  return { ...hook, executor: { ...rewritten(executor, evidence.named, pathFor), bound: copies.bound } };
}

function rewritten(
  executor: ProcessSpec,
  named: readonly NamedProgram[],
  pathFor: (program: NamedProgram) => string | null,
): ProcessSpec {
  let { command } = executor;
  const args = [...executor.args];
  const inTexts = new Map<number, Replacement[]>();
  for (const program of named) {
    const by = pathFor(program);
    if (by === null || program.where === null) continue;
    if (program.where.in === "command") command = by;
    else {
      const { index, spans, quoted } = program.where;
      if (spans.length === 0) args[index] = by;
      else inTexts.set(index, [...(inTexts.get(index) ?? []), { spans, quoted, by }]);
    }
  }
  for (const [index, replacements] of inTexts) args[index] = replaceWords(args[index] ?? "", replacements);
  return { ...executor, command, args };
}
