import { programName } from "../programs/interpreters.ts";
import type { NamedProgram } from "../programs/named-program.ts";

/** Programs that run what another file says, which nobody has looked at. */
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
  docker: "the image",
  podman: "the image",
  ssh: "another machine",
  git: "the repository's own configuration",
  direnv: "the .envrc",
  mise: "its configuration",
  tox: "its configuration",
  nox: "its configuration",
  "pre-commit": "its configuration",
  bazel: "the build files",
};

/** By name. A Map, because names come from outside and must not find what every object has. */
const known: ReadonlyMap<string, string> = new Map(Object.entries(delegates));

/** Says of which programs the real work is told elsewhere. */
export function delegationsIn(named: readonly NamedProgram[]): string[] {
  const names = new Set(named.map(({ word }) => programName(word)));
  return [...names].flatMap((name) => {
    const decides = known.get(name);
    return decides === undefined ? [] : [`${name}: what it runs depends on ${decides}, which is not looked at`];
  });
}
