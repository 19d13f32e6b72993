import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Problem } from "../../errors/problem.ts";
import { isWithin } from "../../sources/programs/look-up.ts";
import type { FilesConversion } from "./convert-files.ts";
import type { OutputFile } from "./targets/target.ts";

/** Writes the files of a conversion, all or none of them. */
export function writeConversion({ files, root }: FilesConversion): readonly string[] {
  const paths = files.map(({ path }) => join(root, path));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined) throw new Problem("CONVERT_FILE_EXISTS", { file: taken });
  // A repository must not have its hooks written where they would be taken for the user's own.
  const outside = paths.find((path) => !isInside(path, root));
  if (outside !== undefined) throw new Problem("CONVERT_LEADS_OUT", { file: outside, root });
  const written: string[] = [];
  try {
    files.forEach((file, index) => {
      const path = paths[index] ?? "";
      write(file, path);
      written.push(path);
    });
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("CONVERT_NOT_WRITTEN", { file: paths[written.length] ?? root, why }, { cause: error });
  }
  return paths;
}

/** Whether the folders that are there already lead to a place in `root`. */
function isInside(path: string, root: string): boolean {
  if (!existsSync(root)) return true;
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return isWithin(realpathSync(root), realpathSync(folder));
}

function write({ text, isExecutable }: OutputFile, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx", mode: isExecutable ? 0o755 : 0o644 });
}
