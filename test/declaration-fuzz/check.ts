import { aboutBuiltins } from "../../src/app/read-hooks.ts";
import { type LoadedHooks, loadHooksFrom } from "../../src/sources/load-hooks.ts";
import type { LoadRequest } from "../../src/sources/load-request.ts";
import { fuzzHome, fuzzRoot, memoryReader } from "./memory-reader.ts";
import { mutate, randomFrom } from "./mutate.ts";
import { type Seed, seeds } from "./seeds.ts";

/** The file that a number stands for: always the same one. */
export function fileNumber(number: number): Seed {
  const random = randomFrom(number * 2_654_435_761);
  const seed = seeds[number % seeds.length] as Seed;
  return { ...seed, text: mutate(seed.text, random) };
}

export const request: LoadRequest = {
  home: fuzzHome,
  workspace: { id: "ws", name: "workspace", root: fuzzRoot, additionalRoots: [] },
  cwd: fuzzRoot,
  environment: { HOME: fuzzHome, PATH: "/usr/bin:/bin", SHELL: "/bin/sh" },
  include: ["claude-code", "agentao"],
  trust: "unchecked",
  ...aboutBuiltins,
};

export function load({ path, text }: Seed): LoadedHooks {
  return loadHooksFrom(memoryReader({ [path]: text }), request);
}

/** What must hold for every file, however broken. Says what does not, or null. */
export function complaintAbout(seed: Seed, loaded: LoadedHooks): string | null {
  const { findings, broken, hooks } = loaded;
  const lines = seed.text.split("\n").length;
  const about = findings.filter(({ file }) => file === seed.path);
  const stray = about.find(({ line }) => line === null || line < 1 || line > lines || !Number.isInteger(line));
  if (stray) return `a problem on line ${stray.line} of ${lines}: ${stray.code} ${stray.what}`;
  const silent = findings.find(({ what, fix }) => what === "" || fix === "");
  if (silent) return `a problem without words: ${silent.code}`;
  if (broken.length > 0 && about.length === 0)
    return `a broken declaration that no problem tells of: ${broken[0]?.what}`;
  const adrift = broken.find(({ file, line }) => file === seed.path && line !== null && (line < 1 || line > lines));
  if (adrift) return `a broken declaration on line ${adrift.line} of ${lines}`;
  const isRejected = about.some(({ severity }) => severity === "error");
  // Settings declare nothing, whatever word gets into them.
  const declares = !seed.path.endsWith("hooks.toml");
  if (
    isRejected &&
    declares &&
    hasGuard(seed.text) &&
    broken.length === 0 &&
    !hooks.some(({ origin }) => origin.file === seed.path)
  )
    return "a guard is gone: the file is rejected, and neither a hook nor a broken declaration is left of it";
  if (Object.hasOwn(Object.prototype, "polluted")) return "Object.prototype was changed";
  return null;
}

/** A line that says that a failure must block, in any of the notations, and is no comment. */
function hasGuard(text: string): boolean {
  return /^[^#\n]*["']?(?:required["']?\s*[:=]\s*true|on_?[fF]ailure["']?\s*[:=]\s*["']?block)\b/m.test(text);
}
