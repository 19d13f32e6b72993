import type { FileState } from "./diff-trees.ts";

/** Names the files that would give way because a restored one needs their place: as its folder, or as its name. */
export function findObstacles(
  wanted: ReadonlyMap<string, FileState>,
  current: ReadonlyMap<string, FileState>,
): string[] {
  const restored = [...wanted].filter(([path, state]) => state !== null && !current.has(path)).map(([path]) => path);
  if (restored.length === 0) return [];
  const stays = (path: string) => current.has(path) && wanted.get(path) !== null;
  const places = new Set(restored);
  return [
    ...restored.flatMap((path) => foldersOf(path).filter(stays)),
    ...[...current.keys()].filter((path) => stays(path) && foldersOf(path).some((folder) => places.has(folder))),
  ];
}

function foldersOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join("/"));
}
