import { type Facts, factsOfCode, factsOfShell } from "./facts.ts";
import { readShell, type ShellProgram } from "./shell-program.ts";

export type Language = "sh" | "bash" | "other-shell" | "javascript" | "python" | "other";

/** Something a hook runs, as text. */
export interface Program {
  /** Absolute; null for a command that stands in the declaration. */
  readonly file: string | null;
  readonly text: string;
  readonly language: Language;
  /** Null for other languages, and for shell programs that cannot be read. */
  readonly shell: ShellProgram | null;
  readonly facts: Facts;
}

/** Reads a program as far as its language lets us. */
export function programFrom(file: string | null, text: string, language: Language): Program {
  const isShell = language === "sh" || language === "bash" || language === "other-shell";
  const shell = isShell ? readShell(text) : null;
  return { file, text, language, shell, facts: factsOf(text, language, shell) };
}

function factsOf(text: string, language: Language, shell: ShellProgram | null): Facts {
  if (shell !== null) return factsOfShell(shell);
  if (language === "javascript") return factsOfCode(text, "//");
  if (language === "python" || language === "other") return factsOfCode(text, "#");
  return { exits: [], hasOpenExit: true, wishes: [] };
}

const byName: readonly (readonly [RegExp, Language])[] = [
  [/^bash$/, "bash"],
  [/^(?:sh|dash|ash)$/, "sh"],
  [/^(?:zsh|ksh|mksh|fish)$/, "other-shell"],
  [/^(?:node|deno|bun|tsx|ts-node)$/, "javascript"],
  [/^python[\d.]*$/, "python"],
];
const byExtension: Readonly<Record<string, Language>> = {
  sh: "sh",
  bash: "bash",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  mts: "javascript",
  py: "python",
};

/** The language that a program with this name runs; null for programs that are no interpreters. */
export function languageOf(program: string): Language | null {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The language of a script: what its first line names, or else what its name ends in. */
export function languageOfScript(file: string, text: string): Language {
  const [, line] = /^#!([^\n]*)/.exec(text) ?? [];
  const words = (line ?? "").trim().split(/\s+/);
  const isEnv = words[0]?.endsWith("/env") ?? false;
  const interpreter = isEnv ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("=")) : words[0];
  const named = interpreter ? languageOf(interpreter) : null;
  return named ?? byExtension[/\.(\w+)$/.exec(file)?.[1] ?? ""] ?? "other";
}
