import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "src");
const layers = [
  ["catalog"],
  ["engine"],
  ["dialects", "hosts", "agent"],
  ["executors", "builtins", "sources", "store", "models", "runtime"],
  ["app"],
  ["cli", "api", "mcp"],
];
/** Known to all, knowing nobody. */
const ground = ["errors", "lib"];

const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

function importsBetweenFolders(): Import[] {
  return globSync("**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => {
        const target = relative(root, join(root, dirname(file), path as string));
        return { from: folderOf(file), to: folderOf(target), file };
      });
    })
    .filter(({ from, to }) => from !== to);
}

const folderOf = (path: string) => (path.includes("/") ? (path.split("/")[0] as string) : "");

describe("imports", () => {
  const imports = importsBetweenFolders();

  it("are found", () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  it("point downward only", () => {
    const upward = imports.filter(
      ({ from, to }) => layerOf(from) >= 0 && layerOf(to) >= 0 && layerOf(to) >= layerOf(from),
    );
    expect(upward).toEqual([]);
  });

  it("leave errors/ and lib/ on the ground", () => {
    const climbing = imports.filter(({ from, to }) => ground.includes(from) && !ground.includes(to));
    expect(climbing).toEqual([]);
  });

  it("go to folders that have a layer", () => {
    const unknown = imports.filter(({ from, to }) =>
      [from, to].some((f) => f !== "" && layerOf(f) < 0 && !ground.includes(f)),
    );
    expect(unknown).toEqual([]);
  });
});

describe("event names", () => {
  it("are spelled out in the catalog alone: nobody else branches on them", () => {
    const names = /(?:case|===|!==)\s*"[a-z]+(?:\.[a-z_]+)+"/;
    const offenders = globSync("{engine,executors,store,sources,app}/**/*.ts", { cwd: root })
      .filter((file) => !file.endsWith(".test.ts"))
      .filter((file) => names.test(readFileSync(join(root, file), "utf8")));
    expect(offenders).toEqual([]);
  });
});
