import { dirname, join, sep } from "node:path";
import type { FileReader } from "../../src/sources/file-reader.ts";

/** Places that exist nowhere but in the reader. */
export const fuzzRoot = join(sep, "hookline-fuzz", "workspace");
export const fuzzHome = join(sep, "hookline-fuzz", "home");

/** A file system with these files in it, as the loader sees one. */
export function memoryReader(contents: Readonly<Record<string, string>>): FileReader {
  const paths = Object.keys(contents);
  const files: string[] = [];
  return {
    findings: [],
    signatures: new Map(),
    files,
    read(file) {
      const text = contents[file];
      if (text === undefined) return null;
      files.push(file);
      return text;
    },
    folders(folder) {
      const below = paths.filter((path) => path.startsWith(folder + sep));
      const names = below.map((path) => path.slice(folder.length + 1).split(sep)).filter(({ length }) => length > 1);
      return [...new Set(names.map(([name = ""]) => name))].sort().map((name) => ({ name, path: join(folder, name) }));
    },
    filesIn(folder) {
      return paths
        .filter((path) => dirname(path) === folder)
        .map((path) => path.slice(folder.length + 1))
        .sort();
    },
  };
}
