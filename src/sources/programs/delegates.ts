import { programName } from "./interpreters.ts";
import type { NamedProgram } from "./named-program.ts";

/** Programs that run what another file of the project says, which nobody has looked at. */
const delegates: Readonly<Record<string, string>> = {
  npm: "package.json",
  pnpm: "package.json",
  yarn: "package.json",
  bun: "package.json",
  deno: "deno.json",
  tsx: "tsconfig.json and packages",
  "ts-node": "tsconfig.json and packages",
  npx: "packages, which it may fetch first",
  bunx: "packages, which it may fetch first",
  uvx: "packages, which it may fetch first",
  pipx: "packages, which it may fetch first",
  uv: "the project's packages",
  poetry: "the project's packages",
  make: "the Makefile",
  gmake: "the Makefile",
  just: "the justfile",
  task: "the Taskfile",
  rake: "the Rakefile",
  gradle: "the build file",
  gradlew: "the build file",
  mvn: "the build file",
  ant: "the build file",
  cargo: "the project's source",
  go: "the project's source",
  direnv: "the .envrc",
  mise: "its configuration",
  tox: "its configuration",
  nox: "its configuration",
  "pre-commit": "its configuration",
  bazel: "the build files",
  eslint: "its configuration, which is code",
  prettier: "its configuration, which may be code",
  jest: "its configuration and the tests",
  vitest: "its configuration and the tests",
  mocha: "its configuration and the tests",
  playwright: "its configuration and the tests",
  webpack: "its configuration, which is code",
  vite: "its configuration, which is code",
  rollup: "its configuration, which is code",
  pytest: "the tests and conftest.py",
};

/** Programs that run something which is no file of the project's. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["docker", "the image"],
  ["podman", "the image"],
  ["ssh", "another machine"],
  // No clone and no commit brings that along.
  ["git", "the configuration of this clone"],
]);

/** By name. A Map, because names come from outside and must not find what every object has. */
const known: ReadonlyMap<string, string> = new Map(Object.entries(delegates));

/** Whether the real work of a program is told in other files of the project. */
export function isDelegate(name: string): boolean {
  return known.has(name);
}

/** Says of which programs the real work is told in other files of the project. */
export function delegationsIn(named: readonly Pick<NamedProgram, "word">[]): string[] {
  return sentences(named, known);
}

/** Says of which programs the real work is told in no file of the project's. */
export function distantWorkIn(named: readonly Pick<NamedProgram, "word">[]): string[] {
  return sentences(named, elsewhere);
}

function sentences(named: readonly Pick<NamedProgram, "word">[], decidedBy: ReadonlyMap<string, string>): string[] {
  const names = new Set(named.map(({ word }) => programName(word)));
  return [...names].flatMap((name) => {
    const decides = decidedBy.get(name);
    return decides === undefined ? [] : [`${name}: what it runs depends on ${decides}, which is not looked at`];
  });
}
