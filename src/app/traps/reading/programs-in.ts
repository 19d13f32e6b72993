import { readFileSync, statSync } from "node:fs";
import type { ExecutorSpec } from "../../../engine/hook.ts";
import type { NamedProgram } from "../../../sources/programs/programs-of.ts";
import { languageOf, languageOfScript, type Program, programFrom } from "./program.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

const largestScript = 256 * 1024;

/** What a hook runs, as text: the code that stands in its command line, and the scripts among the files it names. */
export function programsIn(spec: ProcessSpec, named: readonly NamedProgram[]): readonly Program[] {
  const files = new Map<string, Program>();
  for (const [index, { path, role }] of named.entries()) {
    if (path === null || role === "interpreter" || files.has(path)) continue;
    const script = scriptAt(path, role === "script" ? runnerOf(named, index) : null);
    if (script !== null) files.set(path, script);
  }
  return [...codeIn([spec.command, ...spec.args]), ...files.values()];
}

/** Who runs the script at this place of the list: the interpreter that was named before it. */
function runnerOf(named: readonly NamedProgram[], index: number): string | null {
  return named.slice(0, index).findLast(({ role }) => role === "interpreter")?.word ?? null;
}

function scriptAt(path: string, runner: string | null): Program | null {
  const text = textAt(path);
  if (text === null) return null;
  const language = (runner === null ? null : languageOf(runner)) ?? languageOfScript(path, text);
  return programFrom(path, text, language);
}

/** The text of a script; null for programs that are none, and for what cannot be read. */
function textAt(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestScript) return null;
    const text = readFileSync(path, "utf8");
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** `sh -c '…'`, `env node -e '…'`: code that stands in the declaration itself. */
function codeIn(words: readonly string[]): Program[] {
  const [runner = "", ...args] = withoutEnv(words);
  const language = languageOf(runner);
  if (language === null) return [];
  const isShell = language === "sh" || language === "bash" || language === "other-shell";
  const flag = isShell ? /^-[a-z]*c$/ : /^(?:-c|-e|--eval|-p|--print)$/;
  const at = args.findIndex((arg) => flag.test(arg));
  const code = at === -1 ? undefined : args[at + 1];
  return code === undefined ? [] : [programFrom(null, code, language)];
}

/** `env` with options and settings before a program is that program. */
function withoutEnv(words: readonly string[]): readonly string[] {
  if (!/^(?:.*\/)?env$/.test(words[0] ?? "")) return words;
  const first = words.findIndex((word, index) => index > 0 && !word.startsWith("-") && !/^\w+=/.test(word));
  return first === -1 ? words : words.slice(first);
}
