import { delimiter, join } from "node:path";
import type { ExecutorSpec, Hook } from "../../engine/hook.ts";
import type { NamedProgram } from "../programs/named-program.ts";
import { isTheirs } from "../programs/search-path.ts";
import type { Copies } from "./copies.ts";
import { isOpenPlace } from "./cover.ts";
import { placeOf } from "./covered-file.ts";
import type { Evidence } from "./evidence.ts";
import { type Replacement, replaceWords } from "./shell-quote.ts";

export type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

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
  return { ...hook, executor: bindProcess(executor, evidence, copies, roots, searchPath) };
}

/** The same for anything that starts a process. */
export function bindProcess(
  executor: ProcessSpec,
  evidence: Evidence,
  copies: Copies,
  roots: readonly string[],
  searchPath: string,
): ProcessSpec {
  const path = executor.env.PATH ?? searchPath;
  const steers = path.split(delimiter).some((entry) => roots.some((root) => isTheirs(entry, root)));
  const copyOf = (path: string) => join(copies.folder, placeOf(path, roots));
  const copied = new Set(evidence.files.flatMap(({ place, isReadInPlace }) => (isReadInPlace ? [] : [place])));
  const wordFor = (program: NamedProgram): string | null => {
    const { path, problem, missingAt, becomes, where, word, role } = program;
    if (where === null) return null;
    const isName = !word.includes("/") && role !== "script";
    if (path === null && problem === null) return becomes?.(copyOf) ?? null;
    if (problem === "not-found") {
      // Where nothing is, nothing must turn up between the check and the start.
      if (missingAt !== undefined)
        return isOpenPlace(missingAt, roots) ? (becomes?.(copyOf) ?? copyOf(missingAt)) : null;
      return isName && steers ? join(copies.folder, ".missing", word) : null;
    }
    if (path === null) return null;
    if (copied.has(placeOf(path, roots))) return becomes?.(copyOf) ?? copyOf(path);
    // What a name means is settled now, where a workspace could have a say in it later.
    return isName && (steers || where.in === "command") ? path : null;
  };
  return { ...rewritten(executor, evidence.named, wordFor), bound: copies.bound };
}

function rewritten(
  executor: ProcessSpec,
  named: readonly NamedProgram[],
  wordFor: (program: NamedProgram) => string | null,
): ProcessSpec {
  let { command } = executor;
  const args = [...executor.args];
  const inTexts = new Map<number, Replacement[]>();
  for (const program of named) {
    const by = wordFor(program);
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
