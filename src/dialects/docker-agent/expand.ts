import { isAbsolute, join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

const environmentReference = /\$\{env\.([A-Za-z_]\w*)\}/g;
const anyReference = /\$\{env\.([A-Za-z_]\w*)\}|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

/** Fills in `${env.NAME}` and nothing else: other dollars belong to the program that gets the value. */
export function expandEnvironment(text: string, environment: Environment): string {
  return text.replace(environmentReference, (_whole, name: string) => environment[name] ?? "");
}

/** A `working_dir` with `~`, `$NAME`, `${NAME}` and `${env.NAME}` filled in. */
export function expandPath(path: string, environment: Environment, home: string): string {
  const filled = path.replace(
    anyReference,
    (_whole, spelt: string | undefined, braced: string | undefined, bare: string | undefined) =>
      environment[spelt ?? braced ?? bare ?? ""] ?? "",
  );
  return filled === "~" || /^~[/\\]/.test(filled) ? join(home, filled.slice(1)) : filled;
}

/** Where a hook with this `working_dir` runs: an absolute path wins, a relative one is below the agent's directory. */
export function workingDirectory(path: string, base: string): string {
  return isAbsolute(path) ? path : resolve(base, path);
}
