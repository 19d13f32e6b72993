import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { KeyPath } from "../../lib/source-document.ts";
import type { Command } from "./compile-executor.ts";
import type { Tell } from "./draft.ts";
import { expandTemplate, type TemplateValues } from "./expand-template.ts";

/** The extension that a declaration belongs to. */
export interface Extension {
  readonly name: string;
  /** The real path of its folder. */
  readonly root: string;
  /** Where a path really leads when links are followed; null when it leads nowhere. */
  readonly realPath: (path: string) => string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables the operator lets extensions read although they look like secrets: `NAME` or `extension:NAME`. */
  readonly allowedEnv: readonly string[];
}

type Subprocess = Extract<Command, { command: string }>;

/** Fills in the templates of an extension's command and keeps its paths inside the extension. */
export function placeInExtension(command: Subprocess, extension: Extension, tell: Tell): Subprocess | null {
  const values: TemplateValues = {
    configDir: extension.root,
    environment: extension.environment,
    isAllowed: (name) =>
      extension.allowedEnv.includes(name) || extension.allowedEnv.includes(`${extension.name}:${name}`),
  };
  const expand = (text: string, key: string, at: KeyPath): string | null => {
    const expanded = expandTemplate(text, values);
    if ("text" in expanded) return expanded.text;
    if ("bad" in expanded) tell("HOOK_TEMPLATE_INVALID", at, { key, why: expanded.bad });
    else tell("HOOK_ENV_SECRET", at, { extension: extension.name, variable: expanded.secret });
    return null;
  };
  const inside = (text: string, key: string, at: KeyPath, place: typeof placeCommand): string | null => {
    const expanded = expand(text, key, at);
    if (expanded === null) return null;
    const placed = place(text.trim(), expanded, extension);
    if (placed === null) tell("HOOK_PATH_ESCAPES", at, { path: text.trim(), root: extension.root });
    return placed;
  };

  const program = inside(command.command, "command", [...command.at, "command"], placeCommand);
  if (program === "") tell("HOOK_COMMAND_MISSING", [...command.at, "command"], {});
  const args = command.args.map((arg, index) =>
    inside(arg, `args[${index}]`, [...command.at, "args", index], placeArgument),
  );
  const env = Object.entries(command.env).map(
    ([name, value]) => [name, expand(value, `env.${name}`, [...command.at, "env", name])] as const,
  );
  if (!program || !args.every((arg) => arg !== null)) return null;
  if (!env.every((entry): entry is [string, string] => entry[1] !== null)) return null;
  const writtenEnv = Object.fromEntries(env.flatMap(([name, value]) => writtenAs(name, value, command.env)));
  return { ...command, command: program, args, env: Object.fromEntries(env), writtenEnv };
}

function writtenAs(name: string, value: string, written: Readonly<Record<string, string>>): [string, string][] {
  const text = written[name];
  return text === undefined || text === value ? [] : [[name, text]];
}

/** A path stays inside the root, a bare word is left to the PATH, an absolute path that its author wrote is kept. */
function placeCommand(written: string, expanded: string, extension: Extension): string | null {
  if (isAbsolute(expanded)) {
    const path = normalize(expanded);
    return saysInside(written) && !isReallyInside(path, extension) ? null : path;
  }
  if (!expanded.includes("/") && !expanded.includes(sep) && !expanded.startsWith(".")) return expanded;
  const path = join(extension.root, expanded);
  return isReallyInside(path, extension) ? path : null;
}

/** Arguments are the program's own business, but one that says it lies in the root must lie there. */
function placeArgument(written: string, expanded: string, extension: Extension): string | null {
  return saysInside(written) && !isReallyInside(normalize(expanded), extension) ? null : expanded;
}

function saysInside(written: string): boolean {
  return /^\{\{\s*config_dir\s*\}\}/.test(written);
}

function isReallyInside(path: string, { root, realPath }: Extension): boolean {
  if (!isInside(root, path)) return false;
  const place = realPath(path);
  return place !== null && isInside(root, place);
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
