import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { isInside } from "../paths/workspace.ts";

/** What `.gitignore` files say about everything below a directory. */
export interface IgnoreRules {
  /** The rules that hold in `directory`, which lies inside: these, and those of its own `.gitignore`. */
  readonly enter: (directory: string) => IgnoreRules;
  readonly ignores: (path: string, isDirectory: boolean) => boolean;
}

/** A longer one is no list of rules. */
const largestFile = 1024 * 1024;

interface Layer {
  readonly directory: string;
  readonly text: string;
  readonly rules: Ignore;
}

/** The rules for a walk that starts at `start`, with those of all directories above it up to `root`. */
export function rulesFor(root: string, start: string): IgnoreRules {
  if (!isInside(root, start)) return rulesOf([]).enter(start);
  const above = pathsBetween(root, start).reduce<IgnoreRules>(
    (rules, directory) => rules.enter(directory),
    rulesOf(layerAt(root, ".git/info/exclude")),
  );
  // Whoever names an ignored directory wants to see what is in it.
  return isIgnoredOnTheWay(root, start) ? rulesOf([]).enter(start) : above;
}

function isIgnoredOnTheWay(root: string, start: string): boolean {
  let rules = rulesOf(layerAt(root, ".git/info/exclude"));
  for (const directory of pathsBetween(root, start)) {
    if (directory !== root && rules.ignores(directory, true)) return true;
    rules = rules.enter(directory);
  }
  return false;
}

/** Both ends included, the outermost first. */
function pathsBetween(root: string, path: string): string[] {
  return path === root ? [root] : [...pathsBetween(root, dirname(path)), path];
}

function rulesOf(layers: readonly Layer[]): IgnoreRules {
  return {
    enter: (directory) => {
      const above = layers.map((layer) => withEntered(layer, directory));
      return rulesOf([...above, ...layerAt(directory, ".gitignore")]);
    },
    ignores: (path, isDirectory) => {
      // The nearest file that has something to say about it is right.
      for (const layer of layers.toReversed()) {
        const { ignored, unignored } = layer.rules.test(pathIn(layer, path, isDirectory));
        if (ignored || unignored) return ignored;
      }
      return false;
    },
  };
}

/** A directory that one file ignores and a nearer one takes back is entered: then the first has no say over all that is in it. */
function withEntered(layer: Layer, directory: string): Layer {
  if (layer.directory === directory) return layer;
  const inside = pathIn(layer, directory, true);
  if (!layer.rules.test(inside).ignored) return layer;
  return layerOf(layer.directory, `${layer.text}\n!/${inside.replaceAll(/[\\*?[\]#! ]/g, "\\$&")}`);
}

function pathIn({ directory }: Layer, path: string, isDirectory: boolean): string {
  return relative(directory, path).split(sep).join("/") + (isDirectory ? "/" : "");
}

function layerAt(directory: string, file: string): Layer[] {
  try {
    const path = join(directory, file);
    // As git does, no link is followed; and a named pipe would hold us up.
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= largestFile ? [layerOf(directory, readFileSync(path, "utf8"))] : [];
  } catch {
    return [];
  }
}

function layerOf(directory: string, text: string): Layer {
  return { directory, text, rules: ignore({ ignoreCase: false }).add(text) };
}
